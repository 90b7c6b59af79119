/** Ways over a seat's own tracks: which tickets a claim finished, and the way to light up. */

import { ticketStatus } from "../play/model";
import { networkOf } from "../play/network";
import type { Facts, TicketFacts, View } from "../protocol/messages";

export interface Way {
  readonly from: number;
  readonly tracks: readonly number[];
}

/** The shortest way of a ticket over some tracks, each by its length; nothing if they don't join its ends. */
export function wayOver(facts: Facts, tracks: Iterable<number>, ticket: TicketFacts): Way | null {
  const at = new Map<number, [number, number][]>();
  for (const number of tracks) {
    const track = facts.tracks[number];
    if (!track) continue;
    for (const [a, b] of [
      [track.start, track.end],
      [track.end, track.start],
    ] as const)
      at.set(a, [...(at.get(a) ?? []), [number, b]]);
  }
  const far = new Map<number, number>(ticket.starts.map((place) => [place, 0]));
  const back = new Map<number, [number, number]>();
  const left = new Set(ticket.starts);
  while (left.size > 0) {
    const here = [...left].reduce((a, b) => ((far.get(b) ?? 0) < (far.get(a) ?? 0) ? b : a));
    left.delete(here);
    for (const [number, there] of at.get(here) ?? []) {
      const total = (far.get(here) ?? 0) + (facts.tracks[number]?.length ?? 1);
      if (total >= (far.get(there) ?? Infinity)) continue;
      far.set(there, total);
      back.set(there, [number, here]);
      left.add(there);
    }
  }
  const ends = ticket.ends.filter((place) => far.has(place)).sort((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0));
  let here = ends[0];
  if (here === undefined) return null;
  const found: number[] = [];
  for (let step = back.get(here); step; step = back.get(here)) {
    found.push(step[0]);
    here = step[1];
  }
  return { from: here, tracks: found.reverse() };
}

/** Tracks that a seat's tickets may use. */
export const tracksOf = (view: View, seat: number): readonly number[] =>
  view.players.find((player) => player.seat === seat)?.tracks ?? [];

/** The tickets of mine that were open before and are done after. */
export function finished(facts: Facts, before: View, after: View, me: number): number[] {
  const kept = after.players.find((player) => player.seat === me)?.kept ?? [];
  const [one, two] = [networkOf(facts, before, me), networkOf(facts, after, me)];
  return kept.filter(
    (ticket) => ticketStatus(one, ticket).state !== "done" && ticketStatus(two, ticket).state === "done",
  );
}

/** The end of a track from which its train comes: a place that is the seat's already, if one is. */
export function cameFrom(facts: Facts, view: View, seat: number, track: number): number {
  const { start = 0, end = 0 } = facts.tracks[track] ?? {};
  const mine = new Set(tracksOf(view, seat).flatMap((each) => [facts.tracks[each]?.start, facts.tracks[each]?.end]));
  return !mine.has(start) && mine.has(end) ? end : start;
}
