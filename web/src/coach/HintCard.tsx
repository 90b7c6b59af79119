import { type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { TrackMark } from "../board";
import { usePlay } from "../play/context";
import { freeCorner, inCorner } from "../play/corners";
import { problemText } from "../play/refusals";
import type { Hinted } from "../protocol/messages";
import { Icon } from "../ui/icons";
import "./coach.css";
import { Candidates } from "./Moments";
import { actionAt, capital, deed, gain, reasonsText, type Speaker, trackOf } from "./say";
import { closeHint, decisionKey, hintMarks, pressHint } from "./table";
import { useSpeaker } from "./useCoach";

/** Of the moves that were tried, so many are shown. */
const SHOWN = 5;
/** On a phone the card is a sheet at the foot, or lies over the board if that is not what it is about. */
const SHEET = "(max-width: 560px)";
/** Pixels between the card and the edge of the screen. */
const EDGE = 8;
type Found = Hinted["hint"];

/** What was given up early is not shown where its few samples can't tell it from the best. */
export const worthy = (found: Found): Found["candidates"] =>
  found.candidates.filter((each, i) => i === 0 || found.equal.includes(each.action) || each.gain < -0.0005);

/** The first of them, and the one that the best move is compared with. */
export function shown(found: Found): Found["candidates"] {
  const first = worthy(found).slice(0, SHOWN);
  const beside = found.candidates.find((each) => each.action === found.beside);
  return !beside || first.includes(beside) ? first : [...first.slice(0, SHOWN - 1), beside];
}

/** Tracks to look at: those of the best moves, without saying which is best; or the best one. */
export function hinted(speaker: Speaker, found: Found, more: boolean): TrackMark[] {
  const best = found.candidates[0]?.action;
  const others = more ? found.equal : worthy(found).map((each) => each.action);
  const moves = best === undefined ? [] : [best, ...others].slice(0, 3);
  if (best === undefined || (!more && trackOf(speaker.facts, best) === null)) return [];
  const marks: TrackMark[] = [];
  for (const action of moves) {
    const track = trackOf(speaker.facts, action);
    const place = track === null ? undefined : speaker.facts.tracks[track]?.drawing;
    if (place !== undefined && !marks.some((mark) => mark.track === place))
      marks.push({ track: place, kind: "hint", word: marks.length === 0 ? speaker.words.markHint : "" });
  }
  return marks;
}

/** Which part of the table the best move belongs to. */
export function whereOf(speaker: Speaker, action: number): "board" | "market" | "tickets" | "other" {
  const { family } = actionAt(speaker.facts, action);
  if (family === "claim") return "board";
  if (family === "deck" || family === "market") return "market";
  return family === "tickets" || family === "keep" ? "tickets" : "other";
}

/** What the coach would do: first where to look, then the move, the others beside it, and why. */
export default function HintCard({ more }: { more: boolean }): ReactElement {
  const play = usePlay();
  const { model, socket, t, name, act, point, free } = play;
  const speaker = useSpeaker(model.facts, name);
  const { words, language } = speaker;
  const [found, setFound] = useState<Found | null>(null);
  const [problem, setProblem] = useState("");
  const key = decisionKey(play);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which decision is meant
  useEffect(() => {
    let current = true;
    const at = model.seen.decision?.at ?? 0;
    socket.ask({ type: "hint", seat: model.me, at }).then(
      (answer) => current && setFound((answer as Hinted).hint),
      (refusal) => current && setProblem(problemText(play, refusal)),
    );
    return () => {
      current = false;
      hintMarks.set([]);
    };
  }, [key]);
  const marks = useMemo(() => (found ? hinted(speaker, found, more) : []), [speaker, found, more]);
  useEffect(() => hintMarks.set(marks), [marks]);
  const card = useRef<HTMLElement>(null);
  const [at, setAt] = useState<{ left?: number; top: number } | null>(null);
  useLayoutEffect(() => {
    const choose = (): void => {
      const room = document.querySelector(".board, .yards")?.getBoundingClientRect();
      const size = card.current?.getBoundingClientRect();
      const boxes = marks.flatMap(
        ({ track }) => document.querySelector(`.tracks [data-track="${track}"]`)?.getBoundingClientRect() ?? [],
      );
      if (!room || !size) setAt(null);
      else if (matchMedia(SHEET).matches) setAt(boxes.length === 0 ? { top: room.top } : null);
      else {
        const { left, top } = inCorner(freeCorner("bottom-left", room, size, boxes), room, size);
        setAt({ left, top: Math.max(EDGE, Math.min(top, innerHeight - size.height - EDGE)) });
      }
    };
    choose();
    window.addEventListener("resize", choose);
    return () => window.removeEventListener("resize", choose);
  }, [marks, found, more]);

  const rows = found ? shown(found) : [];
  const best = found?.candidates[0]?.action;
  const offer = model.mine?.offer ?? null;
  const track = best === undefined ? null : trackOf(model.facts, best);
  const why = found ? reasonsText(speaker, found.reasons) : "";
  const move = best === undefined ? "" : capital(deed(speaker, "todo", best, offer));
  const title = best === undefined ? words.hint : more ? move : words.hintFirst;
  const doIt = (): void => {
    if (best === undefined) return;
    if (track !== null) point({ pinned: track, near: [], claiming: null, buying: null });
    else void act([best]);
    closeHint();
  };
  return (
    <section
      ref={card}
      className={at && at.left === undefined ? "hint-card hint-above" : "hint-card"}
      style={at ? { ...at, bottom: "auto" } : undefined}
      aria-label={words.hint}
      aria-live="polite"
    >
      <header>
        <Icon name="bulb" size={26} />
        <h2>{title}</h2>
        <button type="button" className="icon-button" aria-label={t.common.close} onClick={closeHint}>
          <Icon name="cross" />
        </button>
      </header>
      {problem && <p role="alert">{problem}</p>}
      {!found && !problem && <p className="quiet">{words.hintWait}</p>}
      {found && best !== undefined && !more && (
        <>
          <p>{words.where[whereOf(speaker, best)]}</p>
          <button type="button" className="button button-main" onClick={() => pressHint(play)}>
            {words.hintMore}
          </button>
        </>
      )}
      {found && best !== undefined && more && (
        <>
          {why && <p>{why}</p>}
          {found.beside !== null && (
            <p className="quiet">{words.comparedWith(deed(speaker, "todo", found.beside, offer))}</p>
          )}
          {found.beside === null && rows.length > 1 && <p>{words.allEqual}</p>}
          {rows.length > 1 && (
            <Candidates
              rows={rows.map((each, i) => ({
                action: each.action,
                gain: each.gain,
                text: capital(deed(speaker, "todo", each.action, offer)),
                note: i > 0 && found.equal.includes(each.action) ? words.asGood : "",
                number: i === 0 ? words.best : gain(language, each.gain),
              }))}
            />
          )}
          <footer>
            <button type="button" className="button button-main" disabled={!free} onClick={doIt}>
              {words.doIt}
            </button>
            {found.playouts > 0 && <small>{words.samples(found.playouts)}</small>}
          </footer>
        </>
      )}
    </section>
  );
}
