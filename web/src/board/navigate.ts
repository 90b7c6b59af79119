/** Going over the board by keys: from place to place, and round the tracks of a place. */

import type { BoardDrawing } from "./types";

export type Arrow = "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight";

const WAYS: Record<Arrow, readonly [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export const isArrow = (key: string): key is Arrow => key in WAYS;

/** The tracks of a place, clockwise from the top, parallel ones side by side. */
export function tracksOf(drawing: BoardDrawing, place: number): number[] {
  const here = drawing.places[place];
  if (!here) return [];
  const found: { track: number; angle: number }[] = [];
  drawing.tracks.forEach((track, number) => {
    if (track.start !== place && track.end !== place) return;
    const near = track.start === place ? track.spaces[0] : track.spaces[track.spaces.length - 1];
    const angle = near ? Math.atan2(near[0] - here.x, here.y - near[1]) : 0;
    found.push({ track: number, angle: angle < 0 ? angle + 2 * Math.PI : angle });
  });
  return found.sort((a, b) => a.angle - b.angle || a.track - b.track).map(({ track }) => track);
}

/**
 * The place that an arrow leads to: the best of those joined to this one, else the nearest that
 * lies that way. A place straight ahead is better than one aside.
 */
export function neighbour(drawing: BoardDrawing, place: number, arrow: Arrow): number {
  const here = drawing.places[place];
  if (!here) return place;
  const [wx, wy] = WAYS[arrow];
  const joined = new Set(
    tracksOf(drawing, place).map((number) => {
      const track = drawing.tracks[number]!;
      return track.start === place ? track.end : track.start;
    }),
  );
  let best = place;
  let least = Infinity;
  drawing.places.forEach((other, number) => {
    if (number === place) return;
    const [dx, dy] = [other.x - here.x, other.y - here.y];
    const ahead = dx * wx + dy * wy;
    const aside = Math.abs(dx * wy - dy * wx);
    if (ahead <= 0 || aside > ahead * 1.6) return;
    const cost = (ahead + 2 * aside) * (joined.has(number) ? 1 : 2.5);
    if (cost < least) [best, least] = [number, cost];
  });
  return best;
}

/** The next of some tracks after the one that has the focus, round and round. */
export function following(tracks: readonly number[], now: number | null, back = false): number | null {
  if (!tracks.length) return null;
  const at = now === null ? -1 : tracks.indexOf(now);
  if (at < 0) return tracks[back ? tracks.length - 1 : 0]!;
  return tracks[(at + (back ? tracks.length - 1 : 1)) % tracks.length]!;
}
