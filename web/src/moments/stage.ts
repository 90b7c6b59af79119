/** The pieces that moments are made of: places to fly from and to, cards, trains, points, light. */

import { LIFTS } from "../board/Cars";
import { pageOf } from "../board/camera";
import { smoothPath } from "../board/paths";
import type { BoardDrawing, Point } from "../board/types";
import type { Facts, Kind } from "../protocol/messages";
import { seatEdge, seatFill } from "../ui/symbols";
import type { Piece } from "../ui/TrainCard";
import { faceOf } from "./faces";
import type { Shown } from "./shown";
import { EASE, type Timeline } from "./timeline";

export type Line = Timeline<Shown>;

/** What a moment knows of the table that it is shown at. */
export interface Scenery {
  readonly me: number;
  readonly facts: Facts;
  readonly drawing: BoardDrawing | null;
  readonly piece: Piece;
  /** Nothing travels: things fade in where they end up, in the same order and at the same pace. */
  readonly calm: boolean;
}

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const SVG = "http://www.w3.org/2000/svg";
/** The size of a card on the stage before it is scaled, and its shape everywhere. */
export const CARD = { w: 96, h: 152 };

export const stageElement = (): HTMLElement | null => document.querySelector(".moments-stage");
const layer = (name: string): SVGGElement | null => document.querySelector(`.board-play .${name}`);

/** The first of these places that can be seen. */
export function find(...names: string[]): HTMLElement | null {
  for (const name of names)
    for (const element of document.querySelectorAll<HTMLElement>(`[data-anchor="${name}"]`))
      if (element.checkVisibility?.() !== false && element.getClientRects().length > 0) return element;
  return null;
}

const boxOf = (element: Element): Rect => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left, y: top, w: width, h: height };
};

/** Where a place is; the middle of the page if it can't be seen. */
export function rectOf(...names: string[]): Rect {
  const element = find(...names);
  if (!element) return { x: innerWidth / 2 - 24, y: innerHeight / 2 - 38, w: 48, h: 76 };
  return atEdge(element, boxOf(element.querySelector(".card, .card-empty") ?? element));
}

/** What is scrolled out of its panel lies behind the panel's edge: that is where things come from and go to. */
function atEdge(element: Element, box: Rect): Rect {
  let [{ x, y }, { w, h }] = [box, box];
  for (let panel = element.parentElement; panel; panel = panel.parentElement) {
    if (panel.scrollHeight <= panel.clientHeight && panel.scrollWidth <= panel.clientWidth) continue;
    if (panel !== document.documentElement && getComputedStyle(panel).overflow === "visible") continue;
    const edge = panel === document.documentElement ? { x: 0, y: 0, w: innerWidth, h: innerHeight } : boxOf(panel);
    x = Math.min(edge.x + edge.w, Math.max(edge.x, x + w / 2)) - w / 2;
    y = Math.min(edge.y + edge.h, Math.max(edge.y, y + h / 2)) - h / 2;
  }
  return { x, y, w, h };
}

/** A card in the shape of a card, at the left of a place of another shape. */
export function cardIn(place: Rect, most = 120): Rect {
  const h = Math.min(place.h, most, (place.w * CARD.h) / CARD.w);
  const w = (h * CARD.w) / CARD.h;
  return { x: place.x + Math.min(6, Math.max(0, place.w - w)), y: place.y + (place.h - h) / 2, w, h };
}

/** Where cards of a seat go: my group of the kind, or the cards of another's panel. */
export function handOf(scenery: Scenery, seat: number, kind: Kind | null): Rect {
  if (seat === scenery.me && kind !== null)
    return cardIn(rectOf(`hand-${kind}`, "hand", `fan-${seat}`, `seat-${seat}`));
  const place = rectOf(`fan-${seat}`, `seat-${seat}`);
  return { x: place.x, y: place.y + place.h / 2 - 12, w: 15, h: 24 };
}

export interface Flight {
  readonly kind: Kind | null;
  readonly from: Rect;
  readonly to: Rect;
  readonly at: number;
  readonly for: number;
  /** Turn the card over on its way. */
  readonly flip?: boolean;
  /** How far the way bends upwards, as a share of its length. */
  readonly arc?: number;
  readonly tilt?: number;
  /** Stay there so long after landing. */
  readonly stay?: number;
}

const place = (x: number, y: number, w: number, h: number, turn = 0): string =>
  `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${turn.toFixed(1)}deg) scale(${(w / CARD.w).toFixed(4)}, ${(h / CARD.h).toFixed(4)})`;

/** A card on its way; returns when it lands. Without a flip it shows its face, or its back when nobody knows it. */
export function fly(tl: Line, scenery: Scenery, flight: Flight): number {
  const { kind, from, to, at, arc = 0.16, stay = 0 } = flight;
  const stage = stageElement();
  if (!stage) return at;
  const element = document.createElement("div");
  element.className = "fly";
  element.style.opacity = "0";
  if (scenery.calm) {
    element.append(faceOf(kind, scenery.piece));
    element.style.transform = place(to.x, to.y, to.w, to.h);
    tl.own(element, stage);
    tl.animate(element, [{ opacity: 0 }, { opacity: 1 }], { at, for: 140 + stay, fill: "none", easing: "linear" });
    return at + 140;
  }
  const [inner, back, front] = ["div", "span", "span"].map((name) => document.createElement(name));
  if (!inner || !back || !front) return at;
  inner.className = "fly-in";
  front.className = "fly-front";
  back.append(faceOf(flight.flip ? null : kind, scenery.piece));
  front.append(faceOf(kind, scenery.piece));
  inner.append(back, front);
  element.append(inner);
  tl.own(element, stage);
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const bend = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 - far * arc - 12 };
  const steps = far < 2 ? 1 : 14;
  const frames = Array.from({ length: steps + 1 }, (_, i): Keyframe => {
    const t = i / steps;
    const u = 1 - t;
    const swell = far < 2 ? 1 : 1 + 0.14 * Math.sin(Math.PI * t);
    return {
      transform: place(
        u * u * from.x + 2 * u * t * bend.x + t * t * to.x,
        u * u * from.y + 2 * u * t * bend.y + t * t * to.y,
        (from.w + (to.w - from.w) * t) * swell,
        (from.h + (to.h - from.h) * t) * swell,
        far < 2 ? 0 : Math.sin(Math.PI * t) * (flight.tilt ?? (to.x > from.x ? 7 : -7)),
      ),
    };
  });
  tl.animate(element, frames, { at, for: flight.for, easing: EASE.inOut });
  tl.animate(element, [{ opacity: 1 }, { opacity: 1 }], { at, for: flight.for + stay, fill: "none" });
  if (flight.flip)
    tl.animate(inner, [{ transform: "rotateY(0)" }, { transform: "rotateY(180deg)" }], {
      at: at + flight.for * 0.22,
      for: flight.for * 0.56,
      easing: EASE.inOut,
    });
  return at + flight.for;
}

/** A place of the table itself swells for a moment. */
export function pulse(tl: Line, scenery: Scenery, at: number, ...names: string[]): void {
  const element = find(...names);
  if (!element || scenery.calm) return;
  tl.animate(element, [{ scale: 1 }, { scale: 1.1 }, { scale: 1 }], { at, for: 260, fill: "none" });
}

/* ---- Things on the board, in its own coordinates ---- */

/** A point of the board on the screen, where it will be if the board moves now. */
export function onScreen(x: number, y: number): Point {
  const filmed = pageOf([x, y]);
  if (filmed) return filmed;
  const svg = document.querySelector<SVGSVGElement>(".board-play");
  const matrix = svg?.getScreenCTM();
  if (!matrix) return [innerWidth / 2, innerHeight / 2];
  const { x: sx, y: sy } = new DOMPoint(x, y).matrixTransform(matrix);
  return [sx, sy];
}

/** The board on the screen, or the yards as far as they can be seen: without the ribbon beside them. */
export function boardBox(): Rect {
  const board = document.querySelector(".board");
  if (board) return boxOf(board);
  const middle = document.querySelector(".table-middle");
  if (!middle) return { x: 0, y: 0, w: innerWidth, h: innerHeight };
  const { x, y, w, h } = boxOf(middle);
  const yards = document.querySelector(".yards");
  const top = yards ? Math.max(y, boxOf(yards).y) : y;
  return { x, y: top, w, h: y + h - top };
}

/** The middle line of a track from one of its ends: the place, the spaces, the other place. */
export function lineOf(drawing: BoardDrawing, track: number, from: number): Point[] {
  const drawn = drawing.tracks[track];
  if (!drawn) return [];
  const there = drawing.places[from];
  const other = drawing.places[drawn.start === from ? drawn.end : drawn.start];
  const spaces = drawn.spaces.map(([x, y]): Point => [x, y]);
  const far = (at: Point | undefined): number => (at && there ? Math.hypot(at[0] - there.x, at[1] - there.y) : 0);
  if (far(spaces[0]) > far(spaces[spaces.length - 1])) spaces.reverse();
  const ends = (each: typeof there): Point[] => (each ? [[each.x, each.y]] : []);
  return [...ends(there), ...spaces, ...ends(other)];
}

/** One line through all tracks of a way. */
export function wayLine(drawing: BoardDrawing, tracks: readonly number[], from: number): Point[] {
  let here = from;
  const points: Point[] = [];
  for (const track of tracks) {
    const line = lineOf(drawing, track, here);
    points.push(...(points.length > 0 ? line.slice(1) : line));
    const drawn = drawing.tracks[track];
    if (drawn) here = drawn.start === here ? drawn.end : drawn.start;
  }
  return points;
}

function path(d: string, attributes: Record<string, string>): SVGPathElement {
  const element = document.createElementNS(SVG, "path");
  element.setAttribute("d", d);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** How far apart the points are by which a line is known. */
const SAMPLED = 3;

/** Where something on a line is, by its distance along it. Each question to the browser is dear: they are asked once. */
interface Measured {
  readonly whole: number;
  at(distance: number): Point;
  /** The distance of the point of the line that is nearest to another. */
  near(point: Point): number;
}

function measured(line: SVGPathElement): Measured {
  const whole = line.getTotalLength();
  const count = Math.max(1, Math.ceil(whole / SAMPLED));
  const step = whole / count;
  const points = Array.from({ length: count + 1 }, (_, i): Point => {
    const { x, y } = line.getPointAtLength(i * step);
    return [x, y];
  });
  const at = (distance: number): Point => {
    const along = Math.min(whole, Math.max(0, distance)) / step;
    const before = Math.min(count - 1, Math.floor(along));
    const [a, b] = [points[before]!, points[before + 1]!];
    const part = along - before;
    return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
  };
  const near = ([x, y]: Point): number => {
    let best = 0;
    let least = Infinity;
    for (let i = 0; i < count; i++) {
      // The nearest point of the straight piece from here to the next one.
      const [[ax, ay], [bx, by]] = [points[i]!, points[i + 1]!];
      const [dx, dy] = [bx - ax, by - ay];
      const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
      const far = (ax + dx * part - x) ** 2 + (ay + dy * part - y) ** 2;
      if (far < least) [least, best] = [far, (i + part) * step];
    }
    return best;
  };
  return { whole, at, near };
}

/** Cars roll out of a city one after another, the farthest first; returns when the last one stands. */
export function roll(tl: Line, scenery: Scenery, at: number, track: number, seat: number, from: number): number {
  const { drawing, calm } = scenery;
  const parent = layer("board-moments");
  if (!drawing || !parent) return at;
  const points = lineOf(drawing, track, from);
  const line = measured(path(smoothPath(points), {}));
  const stops = points.slice(1, -1).map((point) => ({ point, stop: line.near(point) }));
  const group = tl.own(document.createElementNS(SVG, "g"), parent);
  const bed = path(smoothPath(points.slice(1, -1).length > 1 ? points.slice(1, -1) : points), {
    fill: "none",
    stroke: seatFill(seat),
    "stroke-width": "20",
    "stroke-linecap": "round",
    opacity: "0",
  });
  group.append(bed);
  const lit = { at: Math.max(0, at - 120), for: 700 + stops.length * 130, fill: "none", easing: "linear" } as const;
  tl.animate(
    bed,
    [{ opacity: 0 }, { opacity: 0.34, offset: 0.25 }, { opacity: 0.34, offset: 0.7 }, { opacity: 0 }],
    lit,
  );
  const defs = parent.getAttribute("data-defs") ?? "";
  const cars: { y: number; layers: SVGGElement[] }[] = [];
  let end = at;
  [...stops]
    .sort((a, b) => b.stop - a.stop)
    .forEach(({ point, stop }, i) => {
      const begin = at + i * 120;
      const long = calm ? 160 : 300 + stop * 1.15;
      // Where the car is and how it is turned; its layers are drawn one above the other there.
      const stand = (distance: number): readonly [number, number, number] => {
        const [x, y] = line.at(distance);
        const [[ax, ay], [bx, by]] = [line.at(distance - 4), line.at(distance + 4)];
        return [x, y, (Math.atan2(by - ay, bx - ax) * 180) / Math.PI];
      };
      const over = Math.min(line.whole, stop + 3.5);
      const steps = Math.max(6, Math.round(stop / 22));
      // Fast out of the city, slow at its place, a little too far, and back.
      const way = Array.from({ length: steps + 1 }, (_, k) => k / steps).map((t) => ({
        offset: t * 0.82,
        stand: stand(2 + (over - 2) * (1 - (1 - t) ** 2.4)),
      }));
      const last = stand(stop);
      const layers = LIFTS.map((lift, n) => {
        const g = document.createElementNS(SVG, "g");
        const car = document.createElementNS(SVG, "use");
        car.setAttribute("class", "space");
        car.setAttribute("href", `#${defs}-car-${seat % 8}-${n}`);
        g.append(car);
        g.style.opacity = "0";
        const put = ([x, y, turn]: readonly [number, number, number]): string =>
          `translate(${x.toFixed(2)}px, ${(y + lift).toFixed(2)}px) rotate(${turn.toFixed(2)}deg)`;
        if (calm) g.style.transform = put(last);
        else {
          const frames = way.map(({ offset, stand: here }): Keyframe => ({ transform: put(here), offset }));
          tl.animate(g, [...frames, { transform: put(last), offset: 1 }], { at: begin, for: long, easing: "linear" });
        }
        tl.animate(
          g,
          calm ? [{ opacity: 0 }, { opacity: 1 }] : [{ opacity: 0 }, { opacity: 1, offset: 0.12 }, { opacity: 1 }],
          {
            at: begin,
            for: long,
            easing: "linear",
          },
        );
        return g;
      });
      cars.push({ y: point[1], layers });
      end = Math.max(end, begin + long);
      tl.sound(begin, "wheel");
      tl.sound(begin + long * 0.8, "couple");
    });
  for (const car of cars.sort((a, b) => a.y - b.y)) group.append(...car.layers);
  return end;
}

/** From the end on the board draws the train; the rolling one leaves in the same frame. */
export function hideAfter(tl: Line, at: number): void {
  const group = layer("board-moments")?.lastElementChild;
  if (group) tl.animate(group, [{ opacity: 1 }, { opacity: 0 }], { at, for: 1, easing: "steps(1)" });
}

/** Points rise from somewhere and fly to the seat's number; returns when they land. */
export function points(tl: Line, scenery: Scenery, at: number, from: Point, seat: number, gained: number): number {
  const stage = stageElement();
  if (!stage) return at;
  const element = document.createElement("div");
  element.className = "gain";
  element.textContent = gained < 0 ? `−${-gained}` : `+${gained}`;
  element.style.background = seatFill(seat);
  element.style.borderColor = seatEdge(seat);
  element.style.opacity = "0";
  tl.own(element, stage);
  const [w, h] = [element.offsetWidth / 2, element.offsetHeight / 2];
  const goal = rectOf(`points-${seat}`, `seat-${seat}`);
  const [fx, fy] = [from[0] - w, from[1] - h - 34];
  const [tx, ty] = [goal.x + goal.w / 2 - w, goal.y + goal.h / 2 - h];
  if (scenery.calm) {
    element.style.transform = `translate(${fx}px, ${fy}px)`;
    const frames = [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }];
    tl.animate(element, frames, { at, for: 1000, fill: "none", easing: "linear" });
    return at + 160;
  }
  const [rise, hold, flight] = [300, 320, 480];
  const still = `translate(${fx}px, ${fy}px) scale(1.18)`;
  tl.animate(
    element,
    [
      { transform: `translate(${fx}px, ${fy + 26}px) scale(.3)`, easing: EASE.settle },
      { transform: still, offset: rise / (rise + hold) },
      { transform: still },
    ],
    { at, for: rise + hold, easing: "linear" },
  );
  const bend = { x: (fx + tx) / 2, y: Math.min(fy, ty) - 60 };
  const frames = Array.from({ length: 13 }, (_, i): Keyframe => {
    const t = i / 12;
    const u = 1 - t;
    return {
      transform: `translate(${u * u * fx + 2 * u * t * bend.x + t * t * tx}px, ${u * u * fy + 2 * u * t * bend.y + t * t * ty}px) scale(${1.18 - 0.6 * t})`,
    };
  });
  tl.animate(element, frames, { at: at + rise + hold, for: flight, easing: EASE.inOut, fill: "forwards" });
  const end = at + rise + hold + flight;
  tl.animate(element, [{ opacity: 0 }, { opacity: 1, offset: 0.08 }, { opacity: 1 }], {
    at,
    for: end - at,
    fill: "none",
    easing: "linear",
  });
  tl.sound(end, "points");
  pulse(tl, scenery, end, `points-${seat}`);
  return end;
}

/** Light runs along a way; a lost one is dashed. Returns when it has gone out. */
export function glow(
  tl: Line,
  scenery: Scenery,
  at: number,
  tracks: readonly number[],
  from: number,
  { run = 1000, stay = 1500, lost = false }: { run?: number; stay?: number; lost?: boolean } = {},
): number {
  const { drawing, calm } = scenery;
  const [below, above] = [layer("board-lights"), layer("board-moments")];
  if (!drawing || !below || !above || tracks.length === 0) return at;
  const d = smoothPath(wayLine(drawing, tracks, from));
  for (const [width, opacity] of [
    [34, 0.45],
    [23, 1],
  ] as const) {
    const line = path(d, {
      fill: "none",
      class: lost ? "way-lost" : "way-lit",
      "stroke-width": String(lost ? width * 0.45 : width),
      pathLength: "1",
      "stroke-dasharray": lost ? "0.03 0.022" : "1 1",
    });
    line.style.opacity = "0";
    tl.own(line, lost ? above : below);
    if (!lost && !calm)
      tl.animate(line, [{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], { at, for: run, easing: EASE.inOut });
    const frames = [{ opacity: 0 }, { opacity, offset: 0.06 }, { opacity, offset: 0.86 }, { opacity: 0 }];
    tl.animate(line, frames, { at, for: run + stay, fill: "none", easing: "linear" });
  }
  if (!lost && !calm) {
    // A lamp rides ahead of the light.
    const lamp = document.createElementNS(SVG, "circle");
    lamp.setAttribute("r", "12");
    lamp.setAttribute("class", "way-lamp");
    lamp.style.opacity = "0";
    tl.own(lamp, above);
    const line = path(d, {});
    const whole = line.getTotalLength();
    const frames = Array.from({ length: 31 }, (_, i): Keyframe => {
      const at = line.getPointAtLength((whole * i) / 30);
      return { transform: `translate(${at.x}px, ${at.y}px)` };
    });
    tl.animate(lamp, frames, { at, for: run, easing: EASE.inOut });
    tl.animate(lamp, [{ opacity: 1 }, { opacity: 1 }], { at, for: run, fill: "none" });
  }
  return at + run + stay;
}
