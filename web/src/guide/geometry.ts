/** Where a card finds room: it covers nothing that it speaks of, and little else. */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)) *
  Math.max(0, Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y));

/** A place for the card, and what it costs to be there at all. */
export interface Seat {
  readonly box: Box;
  readonly cost: number;
}

/** What a card may lie over, and how much that is worth avoiding. */
export interface Thing {
  readonly box: Box;
  readonly weight: number;
}

/** The seat that covers the least. */
export function bestSeat(seats: readonly Seat[], things: readonly Thing[]): Seat | null {
  let [best, least]: [Seat | null, number] = [null, Infinity];
  for (const seat of seats) {
    const covered = things.reduce((sum, thing) => sum + thing.weight * overlap(seat.box, thing.box), 0);
    if (seat.cost + covered < least) [best, least] = [seat, seat.cost + covered];
  }
  return best;
}

/** A card of this size at the four corners and on the edges of a box, inside of it. */
export function around(inside: Box, w: number, h: number, gap: number): Box[] {
  const left = inside.x + gap;
  const right = inside.x + inside.w - w - gap;
  const top = inside.y + gap;
  const bottom = inside.y + inside.h - h - gap;
  return [
    { x: right, y: bottom, w, h },
    { x: left, y: bottom, w, h },
    { x: right, y: top, w, h },
    { x: left, y: top, w, h },
  ];
}

export const within = (box: Box, page: Box): Box => ({
  ...box,
  x: Math.max(page.x, Math.min(box.x, page.x + page.w - box.w)),
  y: Math.max(page.y, Math.min(box.y, page.y + page.h - box.h)),
});
