/** Tracks as a network: which tickets are done, and the shortest way still open for the others. */

import type { Facts, TicketFacts, View } from "../protocol/messages";

/** What a track costs me: nothing where my train stands, its length where I may still go. */
export interface Network {
  readonly facts: Facts;
  /** Who stands on each track, the first claim first. */
  readonly owners: readonly (readonly number[])[];
  /** Free tracks that are closed to me. */
  readonly closed: ReadonlySet<number>;
  /** Cost of each track for me; Infinity where there is no way. */
  readonly costs: readonly number[];
}

export interface Route {
  /** Tracks that are missing. */
  readonly tracks: readonly number[];
  /** Tracks on it that are mine already. */
  readonly own: readonly number[];
  readonly pieces: number;
}

export function ownersOf(facts: Facts, view: View): number[][] {
  const owners: number[][] = facts.tracks.map(() => []);
  for (const player of view.players) for (const track of player.tracks ?? []) owners[track]?.push(player.seat);
  return owners;
}

/** Free tracks that I can no longer claim, as the view says; for who only watches, those that nobody can. */
export function closedTo(view: View, me: number): ReadonlySet<number> {
  const mine = view.players.find((player) => player.seat === me);
  if (mine) return new Set(mine.closed);
  const [first, ...others] = view.players;
  return new Set((first?.closed ?? []).filter((track) => others.every((player) => player.closed?.includes(track))));
}

export function networkOf(facts: Facts, view: View, me: number): Network {
  const owners = ownersOf(facts, view);
  const closed = closedTo(view, me);
  const costs = facts.tracks.map((track, number) => {
    const here = owners[number] ?? [];
    if (here.includes(me)) return 0;
    if (here.length > 0 || closed.has(number)) return Infinity;
    return track.length;
  });
  return { facts, owners, closed, costs };
}

/** The same network after one more claim of mine. */
export function after(network: Network, track: number): Network {
  // Parallel tracks lead to the same places: whether they stay open changes no way.
  return { ...network, costs: network.costs.map((cost, number) => (number === track ? 0 : cost)) };
}

/** A missing track counts a little beside its pieces, so that of equal ways the one with fewer
 * claims is taken. */
const CLAIM = 1 / 64;

/** Distances from some places, and the track that leads back from each. */
function distances(network: Network, from: readonly number[]): { far: number[]; back: number[] } {
  const { tracks, places } = network.facts;
  const far = places.map(() => Infinity);
  const back = places.map(() => -1);
  const left = new Set<number>(from);
  for (const place of from) far[place] = 0;
  const at: number[][] = places.map(() => []);
  tracks.forEach((track, number) => {
    at[track.start]?.push(number);
    at[track.end]?.push(number);
  });
  while (left.size > 0) {
    let here = -1;
    for (const place of left) if (here < 0 || (far[place] ?? 0) < (far[here] ?? 0)) here = place;
    left.delete(here);
    for (const number of at[here] ?? []) {
      const track = tracks[number];
      const cost = network.costs[number] ?? Infinity;
      if (!track || cost === Infinity) continue;
      const there = track.start === here ? track.end : track.start;
      const total = (far[here] ?? 0) + cost + (cost > 0 ? CLAIM : 0);
      if (total < (far[there] ?? Infinity) - 1e-9) {
        far[there] = total;
        back[there] = number;
        left.add(there);
      }
    }
  }
  return { far, back };
}

/** The shortest way for a ticket; null when there is none any more. */
export function shortest(network: Network, ticket: TicketFacts): Route | null {
  const { far, back } = distances(network, ticket.starts);
  let end = -1;
  for (const place of ticket.ends) if (end < 0 || (far[place] ?? Infinity) < (far[end] ?? Infinity)) end = place;
  if (end < 0 || far[end] === Infinity) return null;
  const tracks: number[] = [];
  const own: number[] = [];
  let pieces = 0;
  let here = end;
  while (back[here] !== undefined && back[here] !== -1) {
    const number = back[here] as number;
    const track = network.facts.tracks[number];
    if (!track) break;
    const cost = network.costs[number] ?? 0;
    if (cost > 0) {
      tracks.push(number);
      pieces += cost;
    } else own.push(number);
    here = track.start === here ? track.end : track.start;
  }
  return { tracks: tracks.reverse(), own: own.reverse(), pieces };
}

/** All tracks that lie on some shortest way of a ticket. */
export function helpful(network: Network, ticket: TicketFacts): Set<number> {
  const there = distances(network, ticket.starts).far;
  const back = distances(network, ticket.ends).far;
  const best = Math.min(...ticket.ends.map((place) => there[place] ?? Infinity));
  const found = new Set<number>();
  if (best === Infinity) return found;
  network.facts.tracks.forEach((track, number) => {
    const cost = network.costs[number] ?? Infinity;
    if (cost === 0 || cost === Infinity) return;
    const through = (a: number, b: number): number => (there[a] ?? Infinity) + cost + CLAIM + (back[b] ?? Infinity);
    if (Math.min(through(track.start, track.end), through(track.end, track.start)) <= best + 1e-6) found.add(number);
  });
  return found;
}
