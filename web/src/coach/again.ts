/** A moment as a question: which moves are right. */

import type { KeyMoment } from "../protocol/messages";

/** How far behind the best a move may be and still be right, as a share of a win. */
export const RIGHT = 0.015;

export type Verdict = "best" | "right" | "little" | "same" | "wrong";

/** What to say to a choice. */
export function judged(moment: KeyMoment, action: number): Verdict {
  const gainOf = (each: number): number => moment.candidates.find((one) => one.action === each)?.gain ?? 0;
  const best = Math.max(...moment.candidates.map((each) => each.gain));
  if (moment.better[0] === action) return "best";
  if (moment.better.includes(action) || best - gainOf(action) <= RIGHT) return "right";
  if (action === moment.played) return "same";
  return gainOf(action) > 0 ? "little" : "wrong";
}

/** The moves to choose from, in an order that does not tell which is best. */
export const choicesOf = (moment: KeyMoment, text: (action: number) => string): number[] =>
  [...new Set([...moment.candidates.map((each) => each.action), ...moment.better, moment.played])].sort((a, b) =>
    text(a).localeCompare(text(b)),
  );
