/** Which puzzle a day has, and how many days in a row were solved. */

export type Outcome = "right" | "wrong";

/** A day as a number, by the calendar of this device. */
export const dayOf = (date: Date): number =>
  Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000);

/** The same day as it is kept: 2026-11-18. */
export const nameOfDay = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** So many puzzles lie between those of two days; a prime, so that all have their day before one comes again. */
const STRIDE = 7919;

/** The puzzle of a day: the same for all who have the same puzzles. */
export function dailyOf<T>(puzzles: readonly T[], day: number): T | null {
  return puzzles.length === 0 ? null : (puzzles[(day * STRIDE) % puzzles.length] ?? null);
}

/** Days in a row with a puzzle solved, up to today; today may still come. */
export function streakOf(days: Readonly<Record<string, Outcome>>, today: number): number {
  const solved = (day: number): boolean => days[nameOfDay(day)] === "right";
  let last = solved(today) ? today : today - 1;
  let count = 0;
  while (solved(last)) {
    count++;
    last--;
  }
  return count;
}

/** The weeks of the month of a day, from Monday; nothing where a week has days of other months. */
export function monthOf(day: number): (number | null)[][] {
  const date = new Date(day * 86_400_000);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  const first = Math.round(Date.UTC(year, month, 1) / 86_400_000);
  const length = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const before = (new Date(first * 86_400_000).getUTCDay() + 6) % 7;
  const cells: (number | null)[] = [...Array<null>(before).fill(null)];
  for (let i = 0; i < length; i++) cells.push(first + i);
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
