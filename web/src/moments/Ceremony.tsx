import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { BoardPane } from "../play/BoardPane";
import { type Play, usePlay } from "../play/context";
import type { Result } from "../protocol/messages";
import { motionNow, settings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { Avatar, PlayerMark } from "../ui/PlayerMark";
import { Bus, Locomotive, seatEdge, seatFill, Wagon } from "../ui/symbols";
import { type Act, actsOf, ranking, totalsAfter } from "./acts";
import { playSound } from "./sound";
import { glow, type Line, stageElement } from "./stage";
import { Timeline } from "./timeline";
import { tracksOf, wayOver } from "./ways";

interface CeremonyProps {
  result: Result;
  title: string;
  onDone: () => void;
}

const RATES = { slow: 0.6, normal: 1, fast: 2, instant: 3 } as const;

/** The end: everybody's points, ticket by ticket with its way on the board, awards, and the podium. */
export function Ceremony({ result, title, onDone }: CeremonyProps): ReactElement {
  const play = usePlay();
  const { t, model, name } = play;
  const acts = useMemo(() => actsOf(result), [result]);
  const [at, setAt] = useState(0);
  const act = acts[at] as Act;
  const podium = act.kind === "podium";
  const totals = totalsAfter(acts, at + 1, model.view.seats);
  const most = Math.max(30, ...result.scores.map((sheet) => sheet.total));
  const next = (): void => setAt((now) => Math.min(now + 1, acts.length - 1));

  // An act is lit once, whatever else of the table changes meanwhile.
  const table = useRef(play);
  table.current = play;
  useEffect(() => {
    const rate = RATES[settings.get().pace];
    if (act.kind !== "podium") {
      const timer = setTimeout(() => setAt((now) => Math.min(now + 1, acts.length - 1)), act.time / rate);
      playSound(act.kind === "source" ? "wheel" : act.points < 0 ? "fail" : act.kind === "award" ? "clear" : "points");
      const stop = act.kind === "ticket" ? light(table.current, act, rate) : undefined;
      return () => {
        clearTimeout(timer);
        stop?.();
      };
    }
    playSound("fanfare");
    if (motionNow() !== "full") return undefined;
    // The winner's train slows down.
    const wheels = WHEELS.map((time) => setTimeout(() => playSound("wheel"), time));
    const clear = confetti(result.winners);
    return () => {
      wheels.forEach(clearTimeout);
      clear();
    };
  }, [act, acts.length, result]);

  useEffect(() => {
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Escape") setAt(acts.length - 1);
    };
    window.addEventListener("keydown", key);
    return () => window.removeEventListener("keydown", key);
  }, [acts.length]);

  const steps = [...new Set(acts.map((each) => each.source))];
  return (
    <div className={play.board.drawing ? "ceremony" : "ceremony ceremony-alone"}>
      {play.board.drawing && (
        <div className={podium || act.kind !== "ticket" ? "ceremony-board" : "ceremony-board ceremony-dim"}>
          <BoardPane phone={false} />
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press only hurries what goes on by itself; Escape ends it */}
      <main className={podium ? "ceremony-side ceremony-podium" : "ceremony-side"} onClick={podium ? undefined : next}>
        <header>
          <span className="ceremony-steps" aria-hidden="true">
            {steps.map((step) => (
              <i key={step} className={steps.indexOf(step) <= steps.indexOf(act.source) ? "on" : ""} />
            ))}
          </span>
          <h1 aria-live="polite">{podium ? title : (t.final.sources[act.source] ?? act.source)}</h1>
          {!podium && (
            <button
              type="button"
              className="button"
              data-choice="skip"
              onClick={(event) => {
                event.stopPropagation();
                setAt(acts.length - 1);
              }}
            >
              {t.final.skip} <Icon name="forward" size={16} />
            </button>
          )}
        </header>
        {podium ? (
          <Podium result={result} onDone={onDone} onAgain={() => setAt(0)} />
        ) : (
          <>
            <div className="ceremony-bars">
              {totals.map((points, seat) => (
                <div key={seat} className={seat === act.seat ? "ceremony-bar ceremony-now" : "ceremony-bar"}>
                  <Avatar name={name(seat)} seat={seat} size={32} />
                  <span className="ceremony-track">
                    <i style={{ width: `${(Math.max(0, points) / most) * 86}%`, background: seatFill(seat) }} />
                    <PlayerMark seat={seat} width={34} />
                  </span>
                  <b>{String(points).replace("-", "−")}</b>
                </div>
              ))}
            </div>
            <Now key={at} play={play} act={act} />
            <Revealed play={play} acts={acts.slice(0, at + 1)} />
          </>
        )}
      </main>
    </div>
  );
}

/** What is being counted, large. */
function Now({ play, act }: { play: Play; act: Act }): ReactElement {
  const { t, name } = play;
  const goal = act.label === undefined ? undefined : t.mechanics.goals.names[act.label]?.[0];
  return (
    <div
      className={`ceremony-card${act.points < 0 ? " ceremony-lost" : act.kind === "award" ? " ceremony-award" : ""}`}
    >
      <span className="ceremony-who">
        <Avatar name={name(act.seat)} seat={act.seat} size={32} /> {name(act.seat)}
      </span>
      <b>
        {act.ticket === undefined
          ? (goal ?? act.label ?? t.final.sources[act.source] ?? act.source)
          : play.ticket(act.ticket)}
      </b>
      <strong>{act.points < 0 ? `−${-act.points}` : `+${act.points}`}</strong>
      {act.kind === "ticket" && <small>{act.done ? t.final.connected : t.final.neverConnected}</small>}
    </div>
  );
}

/** Everybody's tickets that were turned up so far, the present one marked. */
function Revealed({ play, acts }: { play: Play; acts: readonly Act[] }): ReactElement | null {
  const tickets = acts.filter((act) => act.kind === "ticket");
  if (tickets.length === 0) return null;
  const now = acts.at(-1);
  return (
    <div className="revealed" aria-hidden="true">
      {play.model.view.players.map(({ seat }) => (
        <div key={seat}>
          <h2>
            <PlayerMark seat={seat} width={28} /> {play.name(seat)}
          </h2>
          <ul className="final-tickets">
            {tickets
              .filter((act) => act.seat === seat)
              .map((act) => (
                <li
                  key={act.ticket}
                  className={`${act.done ? "final-done" : "final-open"}${act === now ? " revealed-now" : ""}`}
                >
                  <Icon name={act.done ? "check" : "cross"} size={14} />
                  <span>{play.ticket(act.ticket ?? -1)}</span>{" "}
                  <b>{act.points < 0 ? `−${-act.points}` : `+${act.points}`}</b>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

interface PodiumProps {
  result: Result;
  onDone: () => void;
  onAgain: () => void;
}

function Podium({ result, onDone, onAgain }: PodiumProps): ReactElement {
  const { t, name, piece } = usePlay();
  const order = ranking(result);
  const total = (seat: number): number => result.scores.find((sheet) => sheet.seat === seat)?.total ?? 0;
  // The second stands to the left of the first, the third to the right.
  const places = [order[1], order[0], order[2]];
  return (
    <>
      <ol className="podium">
        {places.map((seat, i) =>
          seat === undefined ? null : (
            <li key={seat} className={`podium-${i}`}>
              <Avatar name={name(seat)} seat={seat} size={i === 1 ? 68 : 50} />
              <b>{name(seat)}</b>
              <span style={{ background: seatFill(seat), borderColor: seatEdge(seat) }}>
                <strong>{String(total(seat)).replace("-", "−")}</strong>
                <small>{t.final.place(order.indexOf(seat) + 1)}</small>
              </span>
            </li>
          ),
        )}
      </ol>
      <Train winners={result.winners} piece={piece} />
      {order.length > 3 && (
        <ul className="podium-rest">
          {order.slice(3).map((seat, i) => (
            <li key={seat}>
              <small>{t.final.place(i + 4)}</small> <Avatar name={name(seat)} seat={seat} size={30} /> {name(seat)}
              <b>{String(total(seat)).replace("-", "−")}</b>
            </li>
          ))}
        </ul>
      )}
      <div className="row">
        <button type="button" className="button button-main grow" data-choice="sheet" onClick={onDone}>
          {t.final.sheet}
        </button>
        <button type="button" className="button" onClick={onAgain}>
          <Icon name="play" /> {t.final.watchAgain}
        </button>
      </div>
    </>
  );
}

const CARS = 4;
/** When it is heard, in milliseconds after the podium began to rise. */
const WHEELS = [1250, 1430, 1650, 1920, 2260, 2700];

/** The winner's train comes in; of several winners, cars of each. */
function Train({ winners, piece }: { winners: readonly number[]; piece: Play["piece"] }): ReactElement {
  const colours = (i: number) => {
    const seat = winners[i % winners.length] ?? 0;
    return { color: seatFill(seat), stroke: seatEdge(seat), strokeWidth: 1.6 };
  };
  const bus = piece === "bus";
  return (
    <div className="podium-train" aria-hidden="true">
      <span>
        {Array.from({ length: CARS }, (_, i) => (
          <svg
            key={i}
            viewBox="0 0 60 38"
            aria-hidden="true"
            style={bus ? { color: seatFill(winners[i % winners.length] ?? 0) } : colours(i)}
          >
            {bus ? (
              <g transform="translate(30 20) scale(3.6)">
                <Bus />
              </g>
            ) : (
              <Wagon />
            )}
          </svg>
        ))}
        {!bus && (
          <svg viewBox="0 0 60 38" className="podium-engine" aria-hidden="true">
            <g transform="translate(30 19) scale(3.9)">
              <Locomotive />
            </g>
          </svg>
        )}
      </span>
    </div>
  );
}

/** The way of a ticket shines on the board; of a lost one, the way that it would have been. */
function light(play: Play, act: Act, rate: number): () => void {
  const { model, board } = play;
  const ticket = model.facts.tickets[act.ticket ?? -1];
  const all = model.facts.tracks.map((_, number) => number);
  const way = ticket && wayOver(model.facts, act.done ? tracksOf(model.view, act.seat) : all, ticket);
  if (!way || !board.drawing) return () => undefined;
  const nothing = {} as Line extends Timeline<infer S> ? S : never;
  const line = new Timeline({ before: nothing, after: nothing, show: () => undefined, sound: () => undefined });
  const scenery = {
    me: model.me,
    facts: model.facts,
    drawing: board.drawing,
    piece: play.piece,
    calm: motionNow() !== "full",
  };
  const tracks = way.tracks.map((track) => model.facts.tracks[track]?.drawing ?? -1);
  glow(line, scenery, 0, tracks, way.from, { run: act.time * 0.5, stay: act.time * 0.5, lost: !act.done });
  line.ready();
  line.play(rate);
  // The trains of a way that is done stand out among the others.
  const trains = (act.done ? tracks : []).flatMap(
    (track) => document.querySelector(`.ceremony-board .tracks [data-track="${track}"]`) ?? [],
  );
  for (const train of trains) train.classList.add("track-onway");
  return () => {
    for (const train of trains) train.classList.remove("track-onway");
    line.finish();
  };
}

/** Paper falls for a while. */
function confetti(winners: readonly number[]): () => void {
  const stage = stageElement();
  if (!stage) return () => undefined;
  const pieces = Array.from({ length: 70 }, (_, i) => {
    const piece = document.createElement("i");
    piece.className = "confetti";
    piece.style.background = i % 3 === 0 ? "var(--gold)" : seatFill(winners[i % winners.length] ?? 0);
    piece.style.left = `${Math.random() * 100}%`;
    const drift = (Math.random() - 0.5) * 240;
    const fall = piece.animate(
      [
        { transform: "translate(0, -30px) rotate(0)", opacity: 1 },
        {
          transform: `translate(${drift}px, ${innerHeight + 40}px) rotate(${(Math.random() - 0.5) * 1400}deg)`,
          opacity: 1,
        },
      ],
      {
        duration: 1700 + Math.random() * 1600,
        delay: 300 + Math.random() * 700,
        easing: "cubic-bezier(.3,.2,.7,1)",
        fill: "both",
      },
    );
    fall.onfinish = () => piece.remove();
    stage.append(piece);
    return piece;
  });
  return () => {
    for (const piece of pieces) piece.remove();
  };
}
