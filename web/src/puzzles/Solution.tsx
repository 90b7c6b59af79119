import { type ReactElement, useState } from "react";
import { capital, deed, either, gain, percent, reasonsText, type Speaker } from "../coach/say";
import type { PuzzleSolution } from "../protocol/messages";
import { Icon } from "../ui/icons";
import { useWords } from "./words";

/** So many moves are shown at first. */
const SHOWN = 5;

interface SolutionProps {
  solution: PuzzleSolution;
  speaker: Speaker;
  offer: readonly number[] | null;
  /** The move that was played; none if the solution was asked for. */
  played: number | null;
  /** Whether this puzzle was answered on another day. */
  before: boolean | null;
  onPoint: (action: number | null) => void;
}

/** The best move, why, and the chances of all. */
export function Solution({ solution, speaker, offer, played, before, onPoint }: SolutionProps): ReactElement {
  const words = useWords();
  const [all, setAll] = useState(false);
  const { language } = speaker;
  const said = (action: number): string => deed(speaker, "todo", action, offer);
  const best = new Set(solution.better);
  const right = played !== null && best.has(played);
  const least = Math.min(...solution.candidates.map((each) => each.gain), -0.01);
  // Moves that are called the same are one: the better of them.
  const seen = new Set<string>();
  const rows = solution.candidates
    .map((each) => ({ ...each, text: capital(said(each.action)) }))
    .filter((each) => {
      const known = seen.has(each.text);
      seen.add(each.text);
      return !known || each.action === played;
    });
  const shown = all ? rows : rows.filter((each, i) => i < SHOWN || each.action === played);
  const why = reasonsText(speaker, solution.reasons);
  return (
    <section className="puzzle-solution" aria-labelledby="puzzle-verdict">
      <h2 id="puzzle-verdict" tabIndex={-1} className={right ? "puzzle-right" : "puzzle-wrong"}>
        <span className="puzzle-sign" aria-hidden="true">
          <Icon name={right ? "check" : played === null ? "star" : "cross"} size={22} />
        </span>
        {right ? words.good : played === null ? words.shown : words.bad}
      </h2>
      <p className="puzzle-best">
        <b>{words.best(either(speaker.words, solution.better.map(said)))}</b> {why}
      </p>
      {before !== null && <p className="puzzle-quiet">{words.answered(before)}</p>}
      <h3>{words.chances}</h3>
      <ol className="puzzle-chances">
        {shown.map((each) => (
          <li
            key={each.action}
            className={best.has(each.action) ? "puzzle-top" : each.action === played ? "puzzle-mine" : ""}
            onPointerEnter={() => onPoint(each.action)}
            onPointerLeave={() => onPoint(null)}
          >
            <span>
              {each.text} {each.action === played && <small className="puzzle-tag">{words.you}</small>}
            </span>
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect className="puzzle-room" width="100" height="8" rx="3" />
              <rect
                className="puzzle-bar"
                width={best.has(each.action) ? 100 : 100 * Math.max(0.04, 1 - each.gain / least)}
                height="8"
                rx="3"
              />
            </svg>
            <b>{best.has(each.action) ? words.bestWord : gain(language, each.gain)}</b>
          </li>
        ))}
      </ol>
      {rows.length > shown.length || all ? (
        <button type="button" className="plain puzzle-more" onClick={() => setAll(!all)}>
          {all ? words.less : `${words.more} (${rows.length})`}
        </button>
      ) : null}
      <p className="puzzle-quiet">
        {words.sampled(percent(language, solution.margin, 0), percent(language, solution.error, 0))}
        {words.proved(percent(language, solution.end_margin, 0), percent(language, solution.end_error, 0))}
      </p>
    </section>
  );
}
