/** Shares by rank: most of them first, a tie to the lowest number. */

import type { ShareView } from "../../protocol/messages";

export const DUMMY = -1;

/** The holders of a railroad's shares, best first. */
export function ranking(share: ShareView): number[] {
  const holders = share.held.map((numbers, seat) => ({ seat, numbers: numbers ?? [] }));
  holders.push({ seat: DUMMY, numbers: share.dummy });
  return holders
    .filter(({ numbers }) => numbers.length > 0)
    .sort((a, b) => b.numbers.length - a.numbers.length || Math.min(...a.numbers) - Math.min(...b.numbers))
    .map(({ seat }) => seat);
}

export function pointsOf(share: ShareView, seat: number): number {
  const rank = ranking(share).indexOf(seat);
  return rank < 0 ? 0 : (share.points[rank] ?? 0);
}

/** The railroad as it would be if a seat took its next share. */
export function withNext(share: ShareView, seat: number): ShareView {
  const number = nextShare(share);
  return {
    ...share,
    left: share.left - 1,
    held: share.held.map((numbers, i) => (i === seat ? [...(numbers ?? []), number] : numbers)),
    dummy: seat === DUMMY ? [...share.dummy, number] : share.dummy,
  };
}

/** Shares are taken in order, so the next one follows from how many are gone. */
export function nextShare(share: ShareView, all?: number): number {
  const gone =
    share.held.reduce((sum, numbers) => sum + (numbers?.length ?? 0), 0) + share.dummy.length + share.face_down.length;
  return (all === undefined ? gone : all - share.left) + 1;
}
