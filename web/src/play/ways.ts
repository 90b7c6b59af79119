/** Ways to pay: the server lists them and says what they exchange, here they are put in order. */

import type { Cards, Choice, Kind, Way, Ways } from "../protocol/messages";
import { KINDS } from "../ui/kinds";
import type { Model } from "./model";
import { kindsOf, listed, total } from "./model";

/** Ways that differ only in the cards of an exchange. */
export interface PayGroup {
  readonly key: string;
  /** All fillings of the exchange, the best first. */
  readonly ways: readonly Way[];
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

export function payGroups(model: Model, ways: readonly Way[]): PayGroup[] {
  const groups = new Map<string, Way[]>();
  for (const way of ways) {
    const key = `${way.groups} ${listed(minus(way.cards, way.given))}`;
    const group = groups.get(key);
    if (group) group.push(way);
    else groups.set(key, [way]);
  }
  const found = [...groups].map(
    ([key, members]): PayGroup => ({
      key,
      ways: members.sort((a, b) => cost(model, a.cards) - cost(model, b.cards)),
      groups: members[0]?.groups ?? 0,
    }),
  );
  const best = (group: PayGroup): number => (group.ways[0] ? cost(model, group.ways[0].cards) : Infinity);
  return distinct(found.sort((a, b) => best(a) - best(b) || a.groups - b.groups));
}

/** The same cards are one way to pay, however they are counted. */
function distinct(groups: readonly PayGroup[]): PayGroup[] {
  const known = new Set<string>();
  const fresh = (way: Way): boolean => {
    const key = listed(way.cards).join();
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

/** The next way that gives another card instead of this kind, or another pair where pairs are given. */
export function swapped(group: PayGroup, now: Way, kind: Kind): Way {
  const least = Math.min(...group.ways.filter((way) => way !== now).map((way) => total(minus(now.cards, way.cards))));
  const near = group.ways.filter((way) => {
    const out = minus(now.cards, way.cards);
    return total(out) === least && out[kind] === least;
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
