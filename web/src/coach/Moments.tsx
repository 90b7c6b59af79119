import { type ReactElement, useEffect, useRef } from "react";
import { Segments } from "../app/controls";
import { openChance } from "./graph";
import { capital, gain, percent, reasonsText } from "./say";
import type { Coaching } from "./useCoach";

interface MomentsProps {
  coach: Coaching;
  /** What can be done with the selected one. */
  actions: ReactElement | null;
}

/** What mattered, in order; the selected one says why. */
export function Moments({ coach, actions }: MomentsProps): ReactElement | null {
  const { analysis, moments, seat, subject, speaker, selected, state } = coach;
  const { words, language, name } = speaker;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (selected !== null) list.current?.children[selected]?.scrollIntoView({ block: "nearest" });
  }, [selected]);
  if (!analysis) return null;
  const mine = analysis.seats_of.filter((each) => each === seat).length;
  const seats = Array.from({ length: analysis.players }, (_, each) => each);
  return (
    <section className="coach-card coach-moments" aria-label={words.moments}>
      <h2 className="coach-over">
        {words.moments} <small>{moments.length > 0 && words.momentsOf(moments.length, mine)}</small>
      </h2>
      <Segments
        label={words.whose}
        value={String(seat)}
        options={seats.map((each) => [String(each), name(each)] as const)}
        onChange={(next) => coach.setSeat(Number(next))}
      />
      {!subject.open.includes(seat) ? (
        <p className="quiet">{words.hidden(name(seat))}</p>
      ) : (
        moments.length === 0 && <p className="quiet">{state === "done" ? words.noMoments : words.noMomentsYet}</p>
      )}
      <ol ref={list}>
        {moments.map((moment, i) => {
          const good = moment.size === "good";
          const on = i === selected;
          const why = reasonsText(speaker, moment.reasons);
          const open = openChance(analysis, moment);
          return (
            <li key={moment.decision} className={on ? "coach-moment coach-on" : "coach-moment"}>
              <button type="button" aria-expanded={on} onClick={() => coach.select(on ? null : i)}>
                <i className={on ? "coach-number coach-number-on" : "coach-number"}>{i + 1}</i>
                <span className="coach-text">
                  <span>
                    <small>{coach.when(moment)}</small> {coach.played(moment)}
                  </span>
                  <span className={good ? "quiet" : "coach-good"}>{coach.better(moment)}</span>
                </span>
                <span className={good ? "coach-cost coach-good" : "coach-cost"}>
                  {gain(language, -moment.loss)}
                  <small>{words.within(percent(language, moment.error).replace(/\s?%/, ""))}</small>
                </span>
              </button>
              {on && (
                <div className="coach-why">
                  <span className={good ? "coach-tag coach-tag-good" : "coach-tag"}>
                    {words.sizes[moment.size] ?? moment.size}
                  </span>
                  {why && <p>{why}</p>}
                  {open !== null && <p className="quiet">{words.twoViews(percent(language, open, 0))}</p>}
                  {actions}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The moves that were compared, as bars. */
export function Ideas({ coach }: { coach: Coaching }): ReactElement | null {
  const { moment, speaker } = coach;
  const { words, language } = speaker;
  if (!moment) return null;
  return (
    <section className="coach-card coach-ideas" aria-label={words.ideas}>
      <h2 className="coach-over">{words.ideas}</h2>
      <p className="quiet">{words.ideasHow}</p>
      <Candidates
        rows={moment.candidates.map((each) => ({
          action: each.action,
          gain: each.gain,
          text: capital(coach.deed(each.action, coach.offer(moment))),
          note: each.action === moment.played ? words.markPlayed.toLocaleLowerCase(language) : "",
          number: gain(language, each.gain),
        }))}
      />
    </section>
  );
}

export interface CandidateRow {
  readonly action: number;
  readonly gain: number;
  readonly text: string;
  readonly note: string;
  readonly number: string;
}

/** Moves beside each other: the longer the bar, the better. */
export function Candidates({ rows }: { rows: readonly CandidateRow[] }): ReactElement {
  const gains = rows.map((row) => row.gain);
  const [least, most] = [Math.min(...gains), Math.max(...gains)];
  // Of moves that hardly differ the bars hardly differ.
  const span = Math.max(0.05, most - least);
  const share = (gain: number): number => 1 - (0.92 * (most - gain)) / span;
  return (
    <ul className="coach-candidates">
      {rows.map((row) => (
        <li key={row.action} className={row.gain === most ? "coach-best" : ""}>
          <span>
            {row.text} {row.note && <small className="coach-tag">{row.note}</small>}
          </span>
          <i aria-hidden="true">
            <i style={{ width: `${share(row.gain) * 100}%` }} />
          </i>
          <b>{row.number}</b>
        </li>
      ))}
    </ul>
  );
}
