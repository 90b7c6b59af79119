/** Where names stand: they have a size on the screen, so every zoom has its own places for them. */

import type { BoardDrawing, PlaceDrawing } from "./types";

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The name of a place; in pixels, from the corner of the board at this zoom. */
export interface Name {
  readonly place: number;
  /** Its middle. */
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly strong: boolean;
  readonly lines: readonly string[];
  readonly box: Box;
}

export interface Lettering {
  /** Size of the letters in pixels. */
  readonly size: number;
  /** Radius of a place's disc in pixels. */
  readonly disc: number;
  /** Places that are named whatever comes, the most important one with the largest number. */
  readonly important: ReadonlyMap<number, number>;
  /** How wide a line is. */
  readonly measure: (line: string, size: number, strong: boolean) => number;
}

/** Of one line after the other, in sizes of a letter. */
export const LINE = 0.94;
/** What the board's author reckoned with when placing names. */
const DRAWN = { letter: 18, line: 16, wide: 0.5, gap: 9 };
/** Below this zoom a name that would hide much of the rows waits for a closer look. */
const FAR = 0.5;
const PATIENCE = 11;

export const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const around = (x: number, y: number, wide: number, high: number): Box => ({
  left: x - wide / 2,
  right: x + wide / 2,
  top: y - high / 2,
  bottom: y + high / 2,
});

/** A guess for where nothing can be measured. */
export const roughly = (line: string, size: number, strong: boolean): number =>
  line.length * size * (strong ? 0.53 : 0.5);

const SIDES: readonly (readonly [number, number])[] = [
  [1, 0],
  [-1, 0],
  [0, -1],
  [0, 1],
  [1, -1],
  [-1, -1],
  [1, 1],
  [-1, 1],
];

interface Spot {
  readonly x: number;
  readonly y: number;
  readonly box: Box;
  readonly lines: readonly string[];
  readonly cost: number;
}

/** Everything that a name has to mind at one zoom. */
class Ground {
  readonly discs: readonly Box[];
  /** Spaces: a name may cross them where nothing else is free. */
  readonly rows: readonly Box[];

  constructor(
    readonly drawing: BoardDrawing,
    readonly scale: number,
    readonly lettering: Lettering,
  ) {
    const disc = lettering.disc * 2 + 1;
    const space = Math.max(13 * scale, 5);
    this.discs = drawing.places.map(({ x, y }) => around(x * scale, y * scale, disc, disc));
    this.rows = drawing.tracks.flatMap(({ spaces }) =>
      spaces.map(([x, y]) => around(x * scale, y * scale, space, space)),
    );
  }

  /** Where the name of a place can stand, what the author chose first; the cheapest first. */
  spots(number: number, place: PlaceDrawing, strong: boolean): Spot[] {
    const { label } = place;
    if (!label) return [];
    const { scale, lettering } = this;
    const { disc } = lettering;
    const size = strong ? lettering.size + 0.5 : lettering.size;
    const [px, py] = [place.x * scale, place.y * scale];
    const whole: Box = { left: 0, top: 0, right: this.drawing.width * scale, bottom: this.drawing.height * scale };
    const found: Spot[] = [];
    const forms = label.lines.length > 1 ? [label.lines, [label.lines.join(" ")]] : [label.lines];
    forms.forEach((lines, form) => {
      const wide = Math.max(...lines.map((line) => lettering.measure(line, size, strong))) + 4;
      const high = lines.length * size * LINE + 2;
      const add = (x: number, y: number, cost: number): void => {
        const box = around(x, y, wide, high);
        if (box.left < whole.left || box.right > whole.right || box.top < whole.top || box.bottom > whole.bottom)
          return;
        let crossed = 0;
        for (const row of this.rows) if (overlap(row, box)) crossed++;
        let covered = 0;
        let own = 0;
        this.discs.forEach((other, i) => {
          if (!overlap(other, box)) return;
          if (i === number) own++;
          else covered++;
        });
        if (covered > 0 && !strong) return;
        found.push({ x, y, box, lines, cost: cost + form * 1.5 + crossed * 2 + covered * 12 + own * 3 });
      };
      // The author's side and distance, for letters of this size.
      const drawn = {
        wide: Math.max(...label.lines.map((line) => line.length)) * DRAWN.letter * DRAWN.wide,
        high: label.lines.length * DRAWN.line,
      };
      const [dx, dy] = [label.x - place.x, label.y - place.y];
      add(
        px + (dx * (disc + 2 + wide / 2)) / (DRAWN.gap + drawn.wide / 2),
        py + (dy * (disc + high / 2)) / (DRAWN.gap + drawn.high / 2),
        0,
      );
      SIDES.forEach(([sx, sy], i) => {
        const slant = sx !== 0 && sy !== 0;
        const near = slant ? disc * 0.75 : disc + 2;
        add(px + sx * (near + wide / 2), py + sy * (near + high / 2 - (sx === 0 ? 1 : 0)), 0.8 + i * 0.5);
      });
    });
    return found.sort((a, b) => a.cost - b.cost);
  }
}

const named = (place: number, spot: Spot, { size }: Lettering, strong: boolean): Name => ({
  place,
  x: spot.x,
  y: spot.y,
  size: strong ? size + 0.5 : size,
  strong,
  lines: spot.lines,
  box: spot.box,
});

/**
 * The names that can be read at this zoom, none over another: the important places first, then those
 * with the most routes. A name that fits nowhere waits for a closer look.
 */
export function placeNames(drawing: BoardDrawing, scale: number, lettering: Lettering): Name[] {
  const ground = new Ground(drawing, scale, lettering);
  const routes = drawing.places.map(() => 0);
  for (const { start, end } of drawing.tracks) for (const place of [start, end]) routes[place]! += 1;
  const weight = (place: number): number => (lettering.important.get(place) ?? 0) * 100 + routes[place]!;
  const order = drawing.places.map((_, i) => i).sort((a, b) => weight(b) - weight(a) || a - b);
  const names: Name[] = [];
  for (const number of order) {
    const strong = lettering.important.has(number);
    const spot = ground
      .spots(number, drawing.places[number]!, strong)
      .find(({ box }) => !names.some((name) => overlap(name.box, box)));
    if (!spot || (scale < FAR && !strong && spot.cost > PATIENCE)) continue;
    names.push(named(number, spot, lettering, strong));
  }
  return names;
}

/** A sign beside a row, such as the code of a railroad. */
export interface Sign {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly size: number;
  readonly wide: number;
  readonly lit: boolean;
}

/** From this zoom on all signs are shown, below only those of the rows that are looked at. */
const NEAR = 1.05;
const SMALLEST_SIGN = 11;

export function placeSigns(
  drawing: BoardDrawing,
  scale: number,
  looked: readonly number[],
  names: readonly Name[],
): Sign[] {
  const size = Math.max(SMALLEST_SIGN, 9.5 * scale);
  return drawing.bundles.flatMap((bundle) => {
    const lit = bundle.tracks.some((track) => looked.includes(track));
    if (!lit && scale < NEAR) return [];
    return bundle.badges.flatMap(({ x, y, angle, text }) => {
      const wide = text.length * size * 0.56 + 7;
      const box = around(x * scale, y * scale, wide, size * 1.24);
      if (!lit && names.some((name) => overlap(name.box, box))) return [];
      return [{ text, x: x * scale, y: y * scale, angle, size, wide, lit }];
    });
  });
}

/**
 * The same names and those of places that are looked at for a moment. What stands there stays where
 * it is; only what would lie under a new name goes.
 */
export function withNames(
  drawing: BoardDrawing,
  scale: number,
  lettering: Lettering,
  names: readonly Name[],
  more: readonly number[],
): readonly Name[] {
  const missing = more.filter((place) => !names.some((name) => name.place === place));
  if (missing.length === 0) return names;
  const ground = new Ground(drawing, scale, lettering);
  let all = [...names];
  for (const number of missing) {
    const place = drawing.places[number];
    if (!place) continue;
    const kept = (box: Box): number =>
      all.reduce((sum, name) => sum + (overlap(name.box, box) ? (more.includes(name.place) ? 1000 : 20) : 0), 0);
    const [best] = ground
      .spots(number, place, true)
      .map((spot) => ({ spot, cost: spot.cost + kept(spot.box) }))
      .sort((a, b) => a.cost - b.cost);
    if (!best) continue;
    all = all.filter((name) => !overlap(name.box, best.spot.box));
    all.push(named(number, best.spot, lettering, true));
  }
  return all;
}
