/** What the events of a match add up to. */

import type { GameEvent } from "../protocol/messages";

export interface Statistics {
  /** For each seat its points after each turn, and at the end. */
  readonly points: readonly (readonly number[])[];
  readonly cards: readonly number[];
  readonly routes: readonly number[];
}

/** With the score sheets, the curves end where the result does: after what was counted at the end. */
export function statistics(
  events: readonly GameEvent[],
  seats: number,
  scores: readonly { readonly seat: number; readonly total: number }[] = [],
): Statistics {
  const now = Array<number>(seats).fill(0);
  const points: number[][] = now.map(() => [0]);
  const cards = Array<number>(seats).fill(0);
  const routes = Array<number>(seats).fill(0);
  let begun = false;
  for (const event of events) {
    const seat = event.seat ?? -1;
    const add = (list: number[], value: number): void => {
      if (seat >= 0 && seat < seats) list[seat] = (list[seat] ?? 0) + value;
    };
    if (event.event === "turn") {
      if (begun) points.forEach((curve, i) => curve.push(now[i] ?? 0));
      begun = true;
    } else if ((event.event === "drew" || event.event === "took") && begun) add(cards, 1);
    else if (event.event === "claimed") {
      add(routes, 1);
      add(now, typeof event["points"] === "number" ? event["points"] : 0);
    } else if (event.event === "flag") add(now, typeof event["points"] === "number" ? event["points"] : 0);
  }
  points.forEach((curve, i) => curve.push(now[i] ?? 0));
  for (const { seat, total } of scores) points[seat]?.push(total);
  return { points, cards, routes };
}
