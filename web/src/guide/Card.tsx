import {
  Fragment,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { around, type Box, bestSeat, type Seat, type Thing, within } from "./geometry";
import "./guide.css";
import { firstSeen, type Lit } from "./places";
import { boxOf, Spot, useLooking } from "./Spot";
import { type Common, filled } from "./texts";

interface CardProps {
  common: Common;
  /** How many cards there are, which one this is, and up to which they are done. */
  count: number;
  index: number;
  done: number;
  /** What is changed only when the card tells of something else. */
  topic: string;
  title: string;
  text: string;
  aside?: string | null;
  note?: string | null;
  lit: () => Lit;
  onLeave: () => void;
  /** Whether Escape means something else now. */
  busy: boolean;
  children: ReactNode;
}

const GAP = 12;
/** What weighs a target, what my turn needs, a sheet, what can wait, and the board, for each pixel that is covered. */
const WEIGHTS = { target: 1000, content: 1, sheet: 0.5, tabs: 0.15, board: 0.04 };

/** What stands in columns and bars, without the empty room below it. */
const CONTENT = ".mine > *, .turnbar, .broad-top, .panel-now, .final-buttons, .final-title";
const TABS = ".tabs > .segments, .tab-body > *";

/** Everything that had better be seen, and what it is worth. */
function things(lit: Lit): Thing[] {
  const all = (selector: string, weight: number): Thing[] =>
    [...document.querySelectorAll(selector)].map((each) => ({ box: boxOf(each), weight }));
  return [
    ...lit.boxes.map((each) => ({ box: boxOf(each, 4), weight: WEIGHTS.target })),
    ...[...lit.tracks, ...lit.clear].flatMap((track) => all(`.tracks [data-track="${track}"]`, WEIGHTS.target)),
    ...all(CONTENT, WEIGHTS.content),
    ...all(TABS, WEIGHTS.tabs),
    ...all(".sheet, .table-foot", WEIGHTS.sheet),
    ...all(".board-play, .yards, .final-board", WEIGHTS.board),
  ];
}

/** Where a card may be: in the free place of my column, over the board, or anywhere at the edge. */
function seatsFor(w: number, h: number): Seat[] {
  const page: Box = { x: 0, y: 0, w: innerWidth, h: innerHeight };
  const column = document.querySelector(".table-right");
  const middle = firstSeen([".table-middle", ".final"]);
  const at = column ? boxOf(column) : null;
  const found: Seat[] = at ? [{ box: { x: at.x + (at.w - w) / 2, y: at.y + at.h - h - GAP, w, h }, cost: 0 }] : [];
  if (middle) found.push(...around(boxOf(middle), w, h, GAP / 2).map((box) => ({ box, cost: 4000 })));
  found.push(...around(page, w, h, GAP / 2).map((box) => ({ box, cost: 6000 })));
  return found.map(({ box, cost }) => ({ box: within(box, page), cost }));
}

/** Text with **strong** words. */
export function Marked({ text }: { text: string }): ReactElement {
  return (
    <>
      {text.split("**").map((part, i) => (i % 2 === 1 ? <b key={i}>{part}</b> : <Fragment key={i}>{part}</Fragment>))}
    </>
  );
}

const TYPING = "input, textarea, select, dialog[open] *";

/**
 * A card that tells one thing. It is a dialog without a trap: the table stays usable. The focus comes to
 * it when it tells of something new, unless somebody writes, and goes back when it is put away.
 */
export function Card(props: CardProps): ReactElement {
  const { common, count, index, done, topic, title, text, aside, note, lit, onLeave, busy, children } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLElement | null>(null);
  const [at, setAt] = useState<{ x: number; y: number } | null>(null);

  const look = useCallback(() => {
    const card = box.current;
    if (!card) return;
    const seat = bestSeat(seatsFor(card.offsetWidth, card.offsetHeight), things(lit()));
    if (!seat) return;
    const [x, y] = [Math.round(seat.box.x), Math.round(seat.box.y)];
    setAt((now) => (now?.x === x && now.y === y ? now : { x, y }));
  }, [lit]);
  useLooking(look);
  useLayoutEffect(look, [look, topic, text]);

  const placed = at !== null;
  useEffect(() => {
    const card = box.current;
    const now = document.activeElement;
    if (!card || !placed || card.contains(now) || now?.matches(TYPING)) return;
    if (now instanceof HTMLElement && now !== document.body) before.current = now;
    card.focus({ preventScroll: true });
  }, [topic, placed]);
  const back = useCallback(() => {
    const home = [...document.querySelectorAll<HTMLElement>("[data-home]")].find((each) => each.checkVisibility());
    const last = before.current;
    (last?.isConnected && !last.matches(":disabled") ? last : home)?.focus({ preventScroll: true });
  }, []);
  // Whoever puts the card away is where they were before; a moment later it is gone with the focus.
  useLayoutEffect(() => {
    const card = box.current;
    return () => {
      if (card?.contains(document.activeElement)) back();
    };
  }, [back]);

  const leave = useRef({ onLeave, busy });
  leave.current = { onLeave, busy };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      const inside = box.current?.contains(event.target as Node) ?? false;
      if (!inside && (leave.current.busy || (event.target as Element).closest?.(TYPING))) return;
      if (document.querySelector("dialog[open]")) return;
      leave.current.onLeave();
    };
    // Before the table's own keys, which close what is open.
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, []);

  return createPortal(
    <>
      <Spot lit={lit} />
      <div
        ref={box}
        className="guide-card"
        role="dialog"
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
        tabIndex={-1}
        style={{ left: at?.x ?? 0, top: at?.y ?? 0, visibility: at ? "visible" : "hidden" }}
      >
        <p className="guide-where">
          <span className="guide-dots" aria-hidden="true">
            {Array.from({ length: count }, (_, i) => (
              <i key={i} className={i === index ? "guide-now" : i < done ? "guide-done" : ""} />
            ))}
          </span>
          <span className="hidden">{filled(common["step"] ?? "", { n: index + 1, all: count })}</span>
          {note && <small>{note}</small>}
        </p>
        <h2 id={`${id}-title`}>{title}</h2>
        <div id={`${id}-text`} className="guide-text" aria-live="polite">
          {aside && <p className="guide-aside">{aside}</p>}
          <p>
            <Marked text={text} />
          </p>
        </div>
        <div className="guide-buttons">{children}</div>
        <button type="button" className="guide-table" onClick={back}>
          {common["toTable"]}
        </button>
      </div>
    </>,
    document.body,
  );
}
