/** Moments as places in a match: who may look at them, and where a replay finds them. */

import type { Seen } from "../net/socket";
import type { Frame, Moment, SeatInfo } from "../protocol/messages";

/** A position in the form in which a table sees the present. */
export const seenOf = (frame: Frame): Seen => ({
  seat: Math.max(frame.view.viewer, -1),
  match: 0,
  line: 0,
  number: 0,
  events: [],
  fresh: 0,
  view: frame.view,
  deciding: frame.view.seat === null ? [] : [frame.view.seat],
  decision: null,
  undoAt: null,
  deadline: null,
  heldUntil: null,
  result: null,
});

/** Seats whose moments may be seen: mine, those of bots, and of people who show them. */
export const opened = (
  seats: readonly Pick<SeatInfo, "seat" | "kind">[],
  mine: readonly number[],
  shown: readonly number[],
): number[] =>
  seats
    .filter(({ seat, kind }) => kind !== "person" || mine.includes(seat) || shown.includes(seat))
    .map(({ seat }) => seat);

/** The last position of a replay at which no more decisions had been made than these. */
export function positionBefore(moments: readonly Moment[], decision: number): number {
  let found = 0;
  moments.forEach((moment, i) => {
    if (moment.decision <= decision) found = i + 1;
  });
  return found;
}
