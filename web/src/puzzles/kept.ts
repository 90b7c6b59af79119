/** What this device remembers of puzzles. */

import { recall, remember } from "../net/storage";
import { createStore } from "../net/store";
import { nameOfDay, type Outcome } from "./daily";

interface Kept {
  /** The first answer to each puzzle. */
  readonly answers: Readonly<Record<string, Outcome>>;
  /** What became of the puzzles of each day: right if one of them was. */
  readonly days: Readonly<Record<string, Outcome>>;
}

export const solved = createStore<Kept>({ answers: {}, days: {}, ...recall<Partial<Kept>>("puzzles", {}) });

/** An answer; only the first one counts, and that of today's puzzle for the day. */
export function keepAnswer(puzzle: string, outcome: Outcome, day: number | null): void {
  const { answers, days } = solved.get();
  if (puzzle in answers) return;
  const name = day === null ? null : nameOfDay(day);
  const next: Kept = {
    answers: { ...answers, [puzzle]: outcome },
    days: name === null || days[name] === "right" ? days : { ...days, [name]: outcome },
  };
  solved.set(next);
  remember("puzzles", next);
}
