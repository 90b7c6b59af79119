/** The geometry of the graph, and the order in which its moments are walked. */

import type { Analysis, KeyMoment } from "../protocol/messages";

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const xAt = (frame: Frame, decision: number, decisions: number): number =>
  frame.left + (decisions === 0 ? 0 : decision / decisions) * (frame.width - frame.left - frame.right);

export const yAt = (frame: Frame, chance: number): number =>
  frame.top + (1 - Math.min(1, Math.max(0, chance))) * (frame.height - frame.top - frame.bottom);

/** The line of a seat; where something is not known yet, it has a gap. */
export function linePath(frame: Frame, chances: readonly (readonly number[])[], seat: number): string {
  let pen = "M";
  let path = "";
  chances.forEach((row, decision) => {
    const chance = row[seat];
    if (chance === undefined) {
      pen = "M";
      return;
    }
    path += `${pen}${xAt(frame, decision, chances.length - 1).toFixed(1)} ${yAt(frame, chance).toFixed(1)}`;
    pen = "L";
  });
  return path;
}

/** Decisions with which turns begin that are written on the axis, about so many. */
export function ticks(turns: readonly number[], most: number): { decision: number; turn: number }[] {
  const last = turns.at(-1) ?? 0;
  const step = [5, 10, 20, 50, 100, 200].find((each) => last / each <= most) ?? 500;
  const found: { decision: number; turn: number }[] = [];
  turns.forEach((turn, decision) => {
    if (turn % step === 0 && turn !== turns[decision - 1]) found.push({ decision, turn });
  });
  return found.filter(({ turn }, i) => i === 0 || found[i - 1]?.turn !== turn);
}

/** Places of labels and marks along a line: wanted ones, moved apart. */
export function apart(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const placed = [...wanted];
  let free = low;
  for (const i of order) {
    placed[i] = Math.max(placed[i] ?? 0, free);
    free = (placed[i] ?? 0) + gap;
  }
  let ceiling = high;
  for (const i of [...order].reverse()) {
    placed[i] = Math.min(placed[i] ?? 0, ceiling);
    ceiling = (placed[i] ?? 0) - gap;
  }
  return placed;
}

/** The moments of some seats, in the order of the match. */
export const momentsOf = (analysis: Analysis, seats: readonly number[]): KeyMoment[] =>
  analysis.moments.filter((moment) => seats.includes(moment.seat)).sort((a, b) => a.decision - b.decision);

/** The moment that a key leads to; the ends are ends. */
export function walked(key: string, now: number | null, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowRight" || key === "ArrowDown") return now === null ? 0 : Math.min(count - 1, now + 1);
  if (key === "ArrowLeft" || key === "ArrowUp") return now === null ? count - 1 : Math.max(0, now - 1);
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

/** A move costs so much more than its seat had on the open table: that wants a word. */
const ODD = 0.2;

/**
 * The chance on the open table where a move, judged on what its seat could know, costs far more than that; else nothing.
 * What lay hidden had decided already.
 */
export function openChance(analysis: Analysis, moment: KeyMoment): number | null {
  const chance = analysis.chances[moment.decision]?.[moment.seat];
  return chance !== undefined && moment.loss - chance > ODD ? chance : null;
}

/** All turns to which the advice of a moment applied, in order. */
export const turnsOf = (analysis: Analysis, moment: KeyMoment): number[] =>
  [...new Set([moment.turn, ...moment.again.map((decision) => analysis.turns[decision] ?? 0)])].sort((a, b) => a - b);

/** Chances at the end of every turn, for the table behind the graph. */
export function byTurns(analysis: Analysis): { turn: number; chances: readonly number[] }[] {
  const found: { turn: number; chances: readonly number[] }[] = [];
  analysis.turns.forEach((turn, decision) => {
    const chances = analysis.chances[decision] ?? [];
    if (chances.length > 0 && found.at(-1)?.turn !== turn) found.push({ turn, chances });
  });
  return found;
}

/** The pieces of the waterfall: where each begins and ends, as shares of a win. */
export function waterfall(parts: readonly number[]): { from: number; to: number }[] {
  let sum = 0;
  return parts.map((part) => {
    const from = sum;
    sum += part;
    return { from, to: sum };
  });
}
