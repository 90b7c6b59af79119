/** Which tracks a finger may mean. */

import type { BoardDrawing } from "./types";
import type { View } from "./viewport";

/** How far from a row a finger still means it, in pixels: twice that is the width of the target. */
export const REACH = 14;
/** A second track this much farther away is not meant. */
const CLEAR = 7;
/** So many tracks are offered at most. */
const MOST = 5;
const HALF_SPACE = 17;

/** How far a point of the stage is from the middle line of a row, in pixels. */
export function distance(drawing: BoardDrawing, track: number, view: View, x: number, y: number): number {
  let least = Infinity;
  for (const [sx, sy, angle] of drawing.tracks[track]?.spaces ?? []) {
    const turn = (angle * Math.PI) / 180;
    const [dx, dy] = [x - (view.x + sx * view.scale), y - (view.y + sy * view.scale)];
    const along = Math.abs(dx * Math.cos(turn) + dy * Math.sin(turn));
    const across = Math.abs(dy * Math.cos(turn) - dx * Math.sin(turn));
    least = Math.min(least, Math.hypot(Math.max(0, along - HALF_SPACE * view.scale), across));
  }
  return least;
}

export type Tap =
  | { readonly kind: "tracks"; readonly tracks: readonly number[] }
  | { readonly kind: "place"; readonly place: number }
  | { readonly kind: "nothing" };

/**
 * What is meant: one track, several of which one has to be chosen (the nearest first), a place, or
 * nothing. A place is meant where the finger is nearer to it than to any row.
 */
export function tapped(drawing: BoardDrawing, view: View, x: number, y: number): Tap {
  const near = drawing.tracks
    .map((_, track) => ({ track, far: distance(drawing, track, view, x, y) }))
    .filter(({ far }) => far <= REACH)
    .sort((a, b) => a.far - b.far);
  let place = -1;
  let least = REACH;
  drawing.places.forEach((each, i) => {
    const far = Math.hypot(x - view.x - each.x * view.scale, y - view.y - each.y * view.scale);
    if (far < least) [place, least] = [i, far];
  });
  const first = near[0];
  if (place >= 0 && (!first || least < first.far)) return { kind: "place", place };
  if (!first) return { kind: "nothing" };
  const meant = near.filter(({ far }) => far - first.far <= CLEAR).slice(0, MOST);
  return { kind: "tracks", tracks: meant.map(({ track }) => track) };
}
