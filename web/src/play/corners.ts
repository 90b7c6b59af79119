/** Where a card lies above the board: in the corner where it covers least of what it is about. */

export const CORNERS = ["top-left", "top-right", "bottom-right", "bottom-left"] as const;
export type Corner = (typeof CORNERS)[number];

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels between a card and the edge of the board. */
const EDGE = 14;
/** Pixels between a card and what it is about. */
const GAP = 10;

/** Where the left and the upper edge of a card are in a corner of its room. */
export function inCorner(corner: Corner, room: Box, size: Size): { left: number; top: number } {
  return {
    left: corner.endsWith("left") ? room.left + EDGE : room.right - EDGE - size.width,
    top: corner.startsWith("top") ? room.top + EDGE : room.bottom - EDGE - size.height,
  };
}

/** The corner in which a card covers the fewest of some boxes; of those that are as good, its home, or the first. */
export function freeCorner(home: Corner, room: Box, size: Size, boxes: readonly Box[]): Corner {
  const covered = (corner: Corner): number => {
    const { left, top } = inCorner(corner, room, size);
    return boxes.filter(
      (one) =>
        one.left < left + size.width + GAP &&
        one.right > left - GAP &&
        one.top < top + size.height + GAP &&
        one.bottom > top - GAP,
    ).length;
  };
  const order = [home, ...CORNERS.filter((each) => each !== home)];
  return order.reduce((best, each) => (covered(each) < covered(best) ? each : best));
}
