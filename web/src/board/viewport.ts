/** Zoom and pan as plain numbers: a scale, and where the board's corner is on the stage. */

export interface View {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Room taken at the sides of the stage by things that float above it. */
export interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

export const NO_INSETS: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** The whole board in the middle of what is free of the stage. */
export function fit(board: Size, stage: Size, insets: Insets = NO_INSETS): View {
  const width = Math.max(1, stage.width - insets.left - insets.right);
  const height = Math.max(1, stage.height - insets.top - insets.bottom);
  const scale = Math.min(width / board.width, height / board.height);
  return {
    scale,
    x: insets.left + (width - board.width * scale) / 2,
    y: insets.top + (height - board.height * scale) / 2,
  };
}

export const mostScale = (least: number): number => Math.max(least * 4, 2.2);

const hold = (at: number, long: number, room: number, before: number): number => {
  // A board that fits stays where it fits; a larger one never leaves the stage empty.
  if (long <= room) return before;
  return Math.min(0, Math.max(room - long, at));
};

/** The nearest view that is allowed: not smaller than the fit, not lost outside of the stage. */
export function hemmed(view: View, board: Size, stage: Size, insets: Insets = NO_INSETS): View {
  const whole = fit(board, stage, insets);
  const scale = Math.min(mostScale(whole.scale), Math.max(whole.scale, view.scale));
  if (scale === whole.scale) return whole;
  const centred = (room: number, long: number, low: number, high: number): number =>
    low + (room - low - high - long) / 2;
  return {
    scale,
    x: hold(
      view.x,
      board.width * scale,
      stage.width,
      centred(stage.width, board.width * scale, insets.left, insets.right),
    ),
    y: hold(
      view.y,
      board.height * scale,
      stage.height,
      centred(stage.height, board.height * scale, insets.top, insets.bottom),
    ),
  };
}

/** Between which scales the board may be looked at. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

export function rangeOf(board: Size, stage: Size, insets: Insets = NO_INSETS): Range {
  const least = fit(board, stage, insets).scale;
  return { least, most: mostScale(least) };
}

/**
 * Zoom by a factor about a point of the stage, which stays where it is: also at the end of the range,
 * where less of the factor is left, or nothing.
 */
export function zoomed(view: View, factor: number, x: number, y: number, range?: Range): View {
  const scale = range
    ? Math.min(Math.max(range.most, view.scale), Math.max(Math.min(range.least, view.scale), view.scale * factor))
    : view.scale * factor;
  const by = scale / view.scale;
  return { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
}

export const panned = (view: View, dx: number, dy: number): View => ({
  ...view,
  x: view.x + dx,
  y: view.y + dy,
});

/** Two fingers from one pair of points to another: they zoom and pan at once. */
export function pinched(
  view: View,
  before: readonly [Touch, Touch],
  after: readonly [Touch, Touch],
  range?: Range,
): View {
  const far = (p: readonly [Touch, Touch]): number => Math.max(1, Math.hypot(p[1].x - p[0].x, p[1].y - p[0].y));
  const middle = (p: readonly [Touch, Touch]): Touch => ({
    x: (p[0].x + p[1].x) / 2,
    y: (p[0].y + p[1].y) / 2,
  });
  const [from, to] = [middle(before), middle(after)];
  const moved = panned(view, to.x - from.x, to.y - from.y);
  return zoomed(moved, far(after) / far(before), to.x, to.y, range);
}

export interface Touch {
  readonly x: number;
  readonly y: number;
}

/** So much of the stage, at most, is taken by what is looked at from near. */
const NEAR_ROOM = 0.7;
/** Less than this is not worth the move. */
const WORTH = 1.25;

/** A view from near with some points of the board in its middle; nothing where the board is near enough. */
export function nearer(
  points: readonly (readonly [number, number])[],
  wanted: number,
  board: Size,
  stage: Size,
  insets: Insets = NO_INSETS,
): View | null {
  if (points.length === 0) return null;
  const { least, most } = rangeOf(board, stage, insets);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, right] = [Math.min(...xs), Math.max(...xs)];
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)];
  const room = Math.min(
    (stage.width * NEAR_ROOM) / Math.max(1, right - left),
    (stage.height * NEAR_ROOM) / Math.max(1, bottom - top),
  );
  const scale = Math.min(most, wanted, room);
  if (scale < least * WORTH) return null;
  const view = {
    scale,
    x: stage.width / 2 - ((left + right) / 2) * scale,
    y: stage.height / 2 - ((top + bottom) / 2) * scale,
  };
  return hemmed(view, board, stage, insets);
}

/** Move a view as little as possible so that a point of the board can be seen. */
export function revealed(view: View, stage: Size, x: number, y: number, margin = 60): View {
  const [sx, sy] = [view.x + x * view.scale, view.y + y * view.scale];
  const shift = (at: number, room: number): number =>
    at < margin ? margin - at : at > room - margin ? room - margin - at : 0;
  return panned(view, shift(sx, stage.width), shift(sy, stage.height));
}
