/** Ways to pay: the server lists them, here they are put in groups and in order. */

import type { Cards, Choice, Facts, Kind, TrackFacts, Way, Ways } from "../protocol/messages";
import { KINDS } from "../ui/kinds";
import type { Model } from "./model";
import { kindsOf, total } from "./model";

/** Ways that differ only in the cards of an exchange. */
export interface PayGroup {
  readonly key: string;
  /** All fillings of the exchange, the best first. */
  readonly ways: readonly Way[];
  /** The cards that all of them take. */
  readonly fixed: Cards;
  /** How many locomotives the exchange stands for. */
  readonly groups: number;
}

/** What giving a card away costs me: more where my tickets want it, most for a locomotive. */
export function worth(model: Model, kind: Kind, spent: number): number {
  const held = model.hand[kind] ?? 0;
  const wanted = model.wanted[kind];
  if (kind === "locomotive") return 2.4 + (wanted > held - spent ? 1 : 0);
  return 1 + (wanted > 0 && held - spent < wanted ? 0.8 : 0) - Math.min(0.3, held * 0.03);
}

export function cost(model: Model, cards: Cards): number {
  return kindsOf(cards).reduce((sum, kind) => sum + (cards[kind] ?? 0) * worth(model, kind, cards[kind] ?? 0), 0);
}

const familyOf = (facts: Facts, action: number): string =>
  facts.actions.find((family) => action >= family.base && action < family.base + family.texts.length)?.name ?? "";

function exchanges(facts: Facts, actions: readonly number[]): number {
  const family = facts.actions.find((each) => each.name === "exchange");
  if (!family) return 0;
  const found = actions.find((action) => action >= family.base && action < family.base + family.texts.length);
  return found === undefined ? 0 : found - family.base;
}

/** The track that a way to pay is for, if it is for one. */
function claimed({ claimable, facts }: Model, actions: readonly number[]): TrackFacts | undefined {
  for (const [track, choice] of claimable) if (choice.action === actions[0]) return facts.tracks[track];
  return undefined;
}

/**
 * What is exchanged apart from what pays by itself. A step of which there is only one way is not told: then
 * cards of other colours are those of the exchange, and stand for the spaces that are left.
 */
function exchanged(track: TrackFacts | undefined, fixed: Cards, told: number): Pick<PayGroup, "fixed" | "groups"> {
  if (!track || track.colour === "grey") return { fixed, groups: told };
  const direct: Cards = {};
  for (const kind of kindsOf(fixed))
    if (kind === "locomotive" || kind === track.colour) direct[kind] = fixed[kind] as number;
  return { fixed: direct, groups: told || Math.max(0, track.length - total(direct)) };
}

export function payGroups(model: Model, ways: readonly Way[]): PayGroup[] {
  const { facts } = model;
  const groups = new Map<string, Way[]>();
  for (const way of ways) {
    const first = way.actions.findIndex((action) => familyOf(facts, action) === "give");
    const key = (first < 0 ? way.actions : way.actions.slice(0, first)).join(",");
    const group = groups.get(key);
    if (group) group.push(way);
    else groups.set(key, [way]);
  }
  const found = [...groups].map(([key, members]): PayGroup => {
    const sorted = [...members].sort((a, b) => cost(model, a.cards) - cost(model, b.cards));
    const fixed: Cards = {};
    for (const kind of kindsOf(sorted[0]?.cards ?? {})) {
      const least = Math.min(...members.map((way) => way.cards[kind] ?? 0));
      if (least > 0) fixed[kind] = least;
    }
    const first = members[0]?.actions ?? [];
    return { key, ways: sorted, ...exchanged(claimed(model, first), fixed, exchanges(facts, first)) };
  });
  const best = (group: PayGroup): number => (group.ways[0] ? cost(model, group.ways[0].cards) : Infinity);
  return distinct(found.sort((a, b) => best(a) - best(b) || a.groups - b.groups));
}

/** The same cards are one way to pay, however they are counted. */
function distinct(groups: readonly PayGroup[]): PayGroup[] {
  const known = new Set<string>();
  const fresh = (way: Way): boolean => {
    const key = kindsOf(way.cards)
      .map((kind) => `${kind}${way.cards[kind]}`)
      .join();
    if (known.has(key)) return false;
    known.add(key);
    return true;
  };
  return groups.map((group) => ({ ...group, ways: group.ways.filter(fresh) })).filter((group) => group.ways.length > 0);
}

export const minus = (cards: Cards, others: Cards): Cards => {
  const left: Cards = {};
  for (const kind of kindsOf(cards)) {
    const count = (cards[kind] ?? 0) - (others[kind] ?? 0);
    if (count > 0) left[kind] = count;
  }
  return left;
};

/** The next way that gives another card instead of this kind. */
export function swapped(group: PayGroup, now: Way, kind: Kind): Way {
  const near = group.ways.filter((way) => {
    const out = minus(now.cards, way.cards);
    return total(out) === 1 && (out[kind] ?? 0) === 1;
  });
  if (near.length === 0) return now;
  const given = (way: Way): string => kindsOf(minus(way.cards, now.cards))[0] ?? "";
  const start = KINDS.indexOf(kind);
  const turn = (way: Way): number => (KINDS.indexOf(given(way) as Kind) - start + KINDS.length) % KINDS.length;
  return [...near].sort((a, b) => turn(a) - turn(b))[0] ?? now;
}

type Explore = (actions: number[], after: number[] | null) => Promise<Ways>;
const MOST_QUESTIONS = 14;

/**
 * All ways that begin with these actions. Where there are too many for one answer, each choice is
 * asked for by itself, and the many fillings of one exchange page by page, as long as the server
 * may be asked.
 */
export async function allWays(explore: Explore, start: number[]): Promise<Way[]> {
  const found: Way[] = [];
  const open: { actions: number[]; after: number[] | null }[] = [{ actions: start, after: null }];
  for (let asked = 0; open.length > 0 && asked < MOST_QUESTIONS; asked++) {
    const { actions, after } = open.shift() as (typeof open)[0];
    const answer = await explore(actions, after);
    const giving = (answer.choices as Choice[]).some((choice) => choice.family === "give");
    if (!answer.complete && !giving && answer.choices.length > 0) {
      open.push(...answer.choices.map((choice) => ({ actions: [...actions, choice.action], after: null })));
      continue;
    }
    found.push(...answer.ways);
    const last = answer.ways.at(-1);
    // The first pages of all choices come before the second of any.
    if (!answer.complete && last) open.push({ actions, after: last.actions });
  }
  return found;
}
