/** The view of the board on this page, for moments that come nearer to what happens. */

import type { Point } from "./types";
import type { Viewport } from "./useViewport";

let present: Viewport | null = null;

/** The board that is shown; its own again when it goes. */
export function filming(viewport: Viewport): () => void {
  present = viewport;
  return () => {
    if (present === viewport) present = null;
  };
}

/** Come nearer to some points of the board, on demand only where it is small; whether it did. */
export const comeNearer = (points: readonly Point[], onlySmall: boolean): boolean =>
  present?.follow(points, onlySmall) ?? false;

/** Where panels take from the room of the board: do what changes them, and give it the room that it has then. */
export function makeRoom(change: () => void): void {
  if (!present?.small()) return;
  change();
  present.refit();
}

/** Back to the whole board, unless the person has taken over: now, or when nothing else follows. */
export const goBack = (now: boolean): void => present?.unfollow(now);

/** Where a point of the board will be on the page when the view stands still. */
export function pageOf([x, y]: Point): Point | null {
  const view = present?.view();
  const box = present?.stage.current?.getBoundingClientRect();
  return view && box ? [box.left + view.x + x * view.scale, box.top + view.y + y * view.scale] : null;
}
