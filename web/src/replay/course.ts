/** The course of a match: positions that a slider goes through. Position 0 is the deal. */

import type { Seen } from "../net/socket";
import type { Frame, GameEvent, Moment, View } from "../protocol/messages";

/** How many frames are asked for at once. */
export const CHUNK = 100;

/** The number of decisions made at a position. */
export function decisionAt(moments: readonly Moment[], position: number): number {
  return position <= 0 ? 0 : (moments[Math.min(position, moments.length) - 1]?.decision ?? 0);
}

/** The position where the turn before or after begins, or the end of the course. */
export function turnFrom(moments: readonly Moment[], position: number, direction: 1 | -1): number {
  const turn = (at: number): string => {
    const moment = moments[at - 1];
    return moment ? `${moment.turn}/${moment.turn === 0 ? 0 : moment.seat}` : "";
  };
  let next = position + direction;
  // Turns are looked at from their end: what a seat did is then to be seen.
  while (next > 0 && next < moments.length && turn(next) === turn(next + 1)) next += direction;
  return Math.min(Math.max(next, 0), moments.length);
}

/** Which parts of the frames are missing, the one that is wanted first. */
export function missing(loaded: readonly (Frame | undefined)[], decisions: number, wanted: number): number[] {
  const starts: number[] = [];
  for (let start = 0; start <= decisions; start += CHUNK) if (!loaded[start]) starts.push(start);
  const first = Math.floor(wanted / CHUNK) * CHUNK;
  return starts.sort((a, b) => Number(b === first) - Number(a === first) || a - b);
}

/** Events up to a decision, as far as they are loaded without a gap. */
export function eventsTo(loaded: readonly (Frame | undefined)[], decision: number): GameEvent[] {
  const events: GameEvent[] = [];
  for (let i = 0; i <= decision; i++) {
    const frame = loaded[i];
    if (!frame) events.length = 0;
    else events.push(...frame.events);
  }
  return events;
}

const deciding = (view: View): number[] => {
  if (view.over || view.seat === null) return [];
  if (view.step !== "first_tickets") return [view.seat];
  return view.players.filter((player) => !player.chosen).map((player) => player.seat);
};

/** A moment in the form in which a table sees the present. */
export function seenAt(
  loaded: readonly (Frame | undefined)[],
  moments: readonly Moment[],
  position: number,
): Seen | null {
  const decision = decisionAt(moments, position);
  const frame = loaded[decision];
  if (!frame) return null;
  const before = decisionAt(moments, position - 1);
  const events = eventsTo(loaded, decision);
  const fresh = position > 0 ? eventsTo(loaded.slice(before + 1, decision + 1), decision - before - 1).length : 0;
  return {
    seat: Math.max(frame.view.viewer, -1),
    match: 0,
    line: 0,
    number: events.length,
    events,
    fresh,
    view: frame.view,
    deciding: deciding(frame.view),
    decision: null,
    undoAt: null,
    deadline: null,
    heldUntil: null,
    result: null,
  };
}

/** For each seat its points at every position that is loaded. */
export function pointsOver(
  loaded: readonly (Frame | undefined)[],
  moments: readonly Moment[],
  seats: number,
): [number, number][][] {
  const curves: [number, number][][] = Array.from({ length: seats }, () => []);
  for (let position = 0; position <= moments.length; position++) {
    const view = loaded[decisionAt(moments, position)]?.view;
    view?.players.forEach((player) => curves[player.seat]?.push([position, player.points]));
  }
  return curves;
}
