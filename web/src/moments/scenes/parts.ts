/** What scenes have in common: a word on the board, something that flies, cards that are paid. */

import type { Texts } from "../../i18n";
import type { Seen } from "../../net/socket";
import type { GameEvent, Kind } from "../../protocol/messages";
import { seatEdge, seatFill } from "../../ui/symbols";
import { fold } from "../fold";
import type { Moment } from "../moments";
import type { Shown } from "../shown";
import {
  boardBox,
  cardIn,
  find,
  fly,
  handOf,
  type Line,
  type Rect,
  rectOf,
  type Scenery,
  stageElement,
} from "../stage";
import { EASE } from "../timeline";

export interface Scene extends Scenery {
  /** The board comes nearer for what others build. */
  readonly follow: () => boolean;
  readonly t: Texts;
  name(seat: number): string;
  ticket(ticket: number): string;
  /** What I was choosing is done with: panels and board are as they will be while it is shown. */
  settle(): void;
}

export const num = (value: unknown): number => (typeof value === "number" ? value : 0);
export const kindOf = (event: GameEvent): Kind | null =>
  typeof event["card"] === "string" ? (event["card"] as Kind) : null;

/** What an event changes, at its time. */
export const folding =
  (scene: Scenery, ...events: GameEvent[]) =>
  (shown: Shown): Shown => ({
    ...shown,
    view: events.reduce((view, event) => fold(view, event, scene.facts), shown.view),
  });

export type Build = (tl: Line, moment: Moment, scene: Scene, target: Seen) => void;

/** A word about what happens, in the colour of its seat, at the top of the board. */
export function note(tl: Line, scene: Scene, at: number, text: string, seat: number | null, long = 1500): number {
  const stage = stageElement();
  if (!stage) return at;
  const box = boardBox();
  const element = document.createElement("div");
  element.className = "moment-note";
  element.textContent = text;
  element.style.opacity = "0";
  if (seat !== null && seat >= 0) {
    element.style.setProperty("--seat", seatFill(seat));
    element.style.setProperty("--seat-rim", seatEdge(seat));
  }
  // The announcement of the last round lies there, too, and stays readable.
  const banner = document.querySelector(".last-round")?.getBoundingClientRect();
  element.style.left = `${box.x + box.w / 2}px`;
  element.style.top = `${Math.max(box.y + 18, banner ? banner.bottom + 8 : 0)}px`;
  tl.own(element, stage);
  const drop = scene.calm ? "0 0" : "0 -14px";
  tl.animate(
    element,
    [
      { opacity: 0, translate: drop },
      { opacity: 1, translate: "0 0", offset: 0.12 },
      { opacity: 1, translate: "0 0", offset: 0.88 },
      { opacity: 0, translate: "0 0" },
    ],
    { at, for: long, fill: "none", easing: "linear" },
  );
  return at + long;
}

/** Something that is no card flies from one place to another: a share, a technology, a ticket. */
export function token(
  tl: Line,
  scene: Scene,
  at: number,
  look: string,
  text: string,
  from: Rect,
  to: Rect,
  long = 620,
): number {
  const stage = stageElement();
  if (!stage) return at;
  const element = document.createElement("div");
  element.className = `moment-token ${look}`;
  element.textContent = text;
  element.style.opacity = "0";
  tl.own(element, stage);
  const [w, h] = [element.offsetWidth / 2, element.offsetHeight / 2];
  const middle = (place: Rect, scale: number): string =>
    `translate(${place.x + place.w / 2 - w}px, ${place.y + place.h / 2 - h}px) scale(${scale})`;
  if (scene.calm) element.style.transform = middle(to, 1);
  else
    tl.animate(
      element,
      [{ transform: middle(from, 1) }, { transform: middle(from, 1.3), offset: 0.3 }, { transform: middle(to, 0.6) }],
      {
        at,
        for: long,
        easing: EASE.inOut,
      },
    );
  tl.animate(element, [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], {
    at,
    for: long,
    fill: "none",
    easing: "linear",
  });
  return at + long;
}

export const DECK = ["deck", "bar-draw", "market"];
export const PILE = ["discard", "discards"];
/** The pile of tickets; on a phone my own lie behind a button. */
export const TICKETS = ["tickets", "bar-tickets"];

/** Cards leave a hand for the discards, or where none lie, into the route. */
export function spend(
  tl: Line,
  scene: Scene,
  at: number,
  events: readonly GameEvent[],
  spot: readonly [number, number],
): number {
  const pile = find(...PILE) ? cardIn(rectOf(...PILE)) : { x: spot[0] - 14, y: spot[1] - 22, w: 28, h: 44 };
  let i = 0;
  for (const event of events) {
    const kind = kindOf(event);
    const seat = event.seat ?? -1;
    tl.cue(at + i * 75, folding(scene, event));
    for (let n = 0; n < num(event["count"]); n++, i++) {
      const from = handOf(scene, seat, kind);
      const start = at + i * 75;
      fly(tl, scene, {
        kind,
        from: { ...from, x: from.x + n * 3 },
        to: pile,
        at: start,
        for: 420,
        arc: seat === scene.me ? 0.28 : 0.12,
      });
      tl.sound(start, "card");
    }
  }
  return i;
}
