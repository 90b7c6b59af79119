/**
 * What one event changes of a view. What is shown is folded event by event, so that a number changes
 * when the thing that causes it lands; when the moments of an update are over, the server's own view
 * takes its place, so a fold that falls short is a blemish for a second and never a wrong table.
 */

import type { Cards, Facts, GameEvent, Kind, PlayerView, View } from "../protocol/messages";
import { KINDS } from "../ui/kinds";

const num = (value: unknown): number => (typeof value === "number" ? value : 0);
const kindOf = (event: GameEvent): Kind | null => (typeof event["card"] === "string" ? (event["card"] as Kind) : null);

/** Some cards more or fewer; kinds of which there are none are not listed. */
export function add(cards: Cards, kind: Kind, count: number): Cards {
  const next = { ...cards, [kind]: Math.max(0, (cards[kind] ?? 0) + count) };
  if (!next[kind]) delete next[kind];
  return next;
}

const player = (view: View, seat: number | undefined, change: (player: PlayerView) => PlayerView): View => ({
  ...view,
  players: view.players.map((each) => (each.seat === seat ? change(each) : each)),
});

/** Cards lie down on the discards or are taken from them; by the book only their number is seen. */
const discard = (view: View, kind: Kind, count: number): View => ({
  ...view,
  discarded: view.discarded + count,
  discards: view.discards && add(view.discards, kind, count),
});

const sorted = (list: readonly number[], more: number): number[] => [...list, more].sort((a, b) => a - b);

/** Cards come to a player or leave them; what everybody knew of the hand goes first. */
function gained(each: PlayerView, kind: Kind | null, count: number, open: boolean): PlayerView {
  const known =
    kind && (open || count < 0) && (count > 0 || (each.known[kind] ?? 0) > 0)
      ? add(each.known, kind, Math.max(count, -(each.known[kind] ?? 0)))
      : each.known;
  return {
    ...each,
    cards: each.cards + count,
    known,
    hand: each.hand && kind ? add(each.hand, kind, count) : each.hand,
  };
}

const slots = (view: View, slot: number, kind: Kind | null): View => ({
  ...view,
  market: view.market.map((each, i) => (i === slot ? kind : each)),
});

const at = <T>(list: readonly T[], place: number, change: (each: T) => T): T[] =>
  list.map((each, i) => (i === place ? change(each) : each));

type Change = (view: View, event: GameEvent, facts: Facts) => View;

const CHANGES: Readonly<Record<string, Change>> = {
  turn: (view, event) => {
    const { move: _, ...rest } = view;
    return {
      ...rest,
      turn: num(event["turn"]),
      seat: event.seat ?? view.seat,
      step: "turn",
      drawn: 0,
    };
  },
  drew: (view, event) => ({
    ...player(view, event.seat, (each) => gained(each, kindOf(event), 1, false)),
    deck: view.deck - 1,
  }),
  took: (view, event) => {
    const kind = kindOf(event);
    const slot = typeof event["slot"] === "number" ? event["slot"] : view.market.indexOf(kind);
    return player(slots(view, slot, null), event.seat, (each) => gained(each, kind, 1, true));
  },
  turned: (view, event) => ({ ...slots(view, num(event["slot"]), kindOf(event)), deck: view.deck - 1 }),
  refreshed: (view) => ({
    ...view.market.reduce((now, kind) => (kind ? discard(now, kind, 1) : now), view),
    market: view.market.map(() => null),
  }),
  shuffled: (view, event) => ({
    ...view,
    deck: num(event["cards"]),
    discarded: 0,
    discards: view.discards && {},
  }),
  new_deck: (view, event) => ({ ...view, deck: num(event["cards"]) }),
  offered: (view, event) =>
    player({ ...view, ticket_deck: view.ticket_deck - num(event["count"]) }, event.seat, (each) => ({
      ...each,
      offered: num(event["count"]),
      offer: each.offer ? [] : each.offer,
    })),
  offered_ticket: (view, event) =>
    player(view, event.seat, (each) => ({
      ...each,
      offer: each.offer && event["ticket"] !== null ? [...each.offer, num(event["ticket"])] : each.offer,
    })),
  kept: (view, event) =>
    player(view, event.seat, (each) => ({
      ...each,
      tickets: each.tickets + num(event["count"]),
      offered: 0,
      chosen: true,
      offer: each.offer ? [] : each.offer,
    })),
  kept_ticket: (view, event) =>
    player(view, event.seat, (each) => ({
      ...each,
      kept: each.kept && event["ticket"] !== null ? sorted(each.kept, num(event["ticket"])) : each.kept,
    })),
  paid: (view, event) => {
    const kind = kindOf(event);
    if (!kind) return view;
    const count = num(event["count"]);
    return discard(
      player(view, event.seat, (each) => gained(each, kind, -count, true)),
      kind,
      count,
    );
  },
  claimed: (view, event, facts) => {
    const track = num(event["track"]);
    return player(view, event.seat, (each) => ({
      ...each,
      points: each.points + num(event["points"]),
      pieces: (each.pieces ?? 0) - (facts.tracks[track]?.length ?? 0),
      tracks: sorted(each.tracks ?? [], track),
    }));
  },
  laid: (view, event) => {
    // What is laid is seen by all, and stays in the hand until it is paid.
    const kind = kindOf(event);
    const count = num(event["count"]);
    return kind
      ? player(view, event.seat, (each) => ({
          ...each,
          known: add(each.known, kind, Math.max(0, count - (each.known[kind] ?? 0))),
        }))
      : view;
  },
  tunnel: (view, event) => {
    const kind = kindOf(event);
    const { tunnel = { turned: {}, extra: 0 } } = view.mechanics;
    if (!kind) return view;
    const next = { turned: add(tunnel.turned, kind, 1), extra: tunnel.extra + num(event["match"]) };
    return { ...view, deck: view.deck - 1, mechanics: { ...view.mechanics, tunnel: next } };
  },
  share: (view, event) =>
    shares(view, event, (held, seat, number) => at(held, seat, (mine) => mine && sorted(mine, number))),
  dummy_share: (view, event) => shares(view, event, (held) => held, true),
  flag_card: (view, event) => {
    const kind = kindOf(event);
    const { flags } = view.mechanics;
    if (!kind || !flags) return view;
    const next = at(flags, event.seat ?? -1, (flag) => ({ ...flag, cards: inOrder([...flag.cards, kind]) }));
    return { ...discard(view, kind, -1), mechanics: { ...view.mechanics, flags: next } };
  },
  flag: (view, event) => {
    const { flags } = view.mechanics;
    if (!flags) return view;
    const points = num(event["points"]);
    const kept = flags[event.seat ?? -1]?.cards ?? [];
    const next = at(flags, event.seat ?? -1, (flag) => ({ cards: [], points: flag.points + points }));
    return {
      ...kept.reduce(
        (now, kind) => discard(now, kind, 1),
        player(view, event.seat, (each) => ({ ...each, points: each.points + points })),
      ),
      mechanics: { ...view.mechanics, flags: next },
    };
  },
  bought: (view, event) => {
    const { technology } = view.mechanics;
    if (!technology) return view;
    const number = num(event["technology"]);
    const next = {
      shelf: technology.shelf.map((each) => (each.technology === number ? { ...each, copies: each.copies - 1 } : each)),
      held: at(technology.held, event.seat ?? -1, (held) => sorted(held, number)),
      bought: number,
    };
    return { ...view, mechanics: { ...view.mechanics, technology: next } };
  },
  row: (view, event) => rows(view, event, num(event["count"]), 0),
  row_locomotives: (view, event) => rows(view, event, 0, num(event["count"])),
  robbed: (view, event) => {
    const kind = kindOf(event);
    const { yards } = view.mechanics;
    if (!kind || !yards) return view;
    const robbed = yards[event.seat ?? -1]?.rows.find((row) => row.colour === kind);
    const next = at(yards, event.seat ?? -1, (yard) => ({
      ...yard,
      rows: yard.rows.filter((row) => row.colour !== kind),
    }));
    const after = robbed ? discard(discard(view, kind, robbed.cards), "locomotive", robbed.locomotives) : view;
    return { ...after, mechanics: { ...view.mechanics, yards: next } };
  },
  moved,
  completed: (view, event) => {
    const { yards } = view.mechanics;
    if (!yards) return view;
    const ticket = num(event["ticket"]);
    const next = at(yards, event.seat ?? -1, (yard) => ({ ...yard, completed: sorted(yard.completed, ticket) }));
    return player({ ...view, mechanics: { ...view.mechanics, yards: next } }, event.seat, (each) => ({
      ...each,
      tickets: each.tickets - 1,
    }));
  },
  last_turns: (view, event) => ({ ...view, last_turns: num(event["turns"]) }),
  over: (view) => ({ ...view, over: true, seat: null, step: null }),
};

/** The tunnel's cards leave the table with the move that they were turned for. */
const ENDS_TUNNEL = new Set(["claimed", "withdrew"]);

const ORDER: readonly Kind[] = ["blue", "white", "red"];
const inOrder = (cards: Kind[]): Kind[] => cards.sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

function shares(
  view: View,
  event: GameEvent,
  change: (held: (number[] | null)[], seat: number, number: number) => (number[] | null)[],
  dummy = false,
): View {
  const { shares: found } = view.mechanics;
  if (!found) return view;
  const number = num(event["number"]);
  const next = found.map((each) =>
    each.railroad === num(event["railroad"])
      ? {
          ...each,
          left: each.left - 1,
          held: change(each.held, event.seat ?? -1, number),
          dummy: dummy && each.dummy ? sorted(each.dummy, number) : each.dummy,
        }
      : each,
  );
  return { ...view, mechanics: { ...view.mechanics, shares: next } };
}

/** Cards go from a hand into a row of the yard; locomotives onto the row that was laid last. */
function rows(view: View, event: GameEvent, cards: number, locomotives: number): View {
  const { yards } = view.mechanics;
  const colour = kindOf(event) ?? last.get(view);
  if (!yards || !colour) return view;
  const next = at(yards, event.seat ?? -1, (yard) => {
    const old = yard.rows.find((row) => row.colour === colour) ?? { colour, cards: 0, locomotives: 0 };
    const row = { ...old, cards: old.cards + cards, locomotives: old.locomotives + locomotives };
    const others = yard.rows.filter((each) => each.colour !== colour);
    return { ...yard, rows: [...others, row].sort((a, b) => KINDS.indexOf(a.colour) - KINDS.indexOf(b.colour)) };
  });
  const laid = { ...view, mechanics: { ...view.mechanics, yards: next } };
  const after = player(laid, event.seat, (each) =>
    gained(each, locomotives > 0 ? "locomotive" : colour, -(cards + locomotives), true),
  );
  last.set(after, colour);
  return after;
}

/** One card of each row goes onto the stack, in the order of colours and a locomotive before its row. */
function moved(view: View, event: GameEvent): View {
  const kind = kindOf(event);
  const { yards } = view.mechanics;
  if (!kind || !yards) return view;
  const before = last.get(view);
  const wild = kind === "locomotive";
  let colour: Kind | undefined;
  const next = at(yards, event.seat ?? -1, (yard) => {
    const from = yard.rows.find((row) =>
      wild
        ? row.locomotives > 0 && (!before || KINDS.indexOf(row.colour) > KINDS.indexOf(before))
        : row.colour === kind,
    );
    colour = from?.colour;
    const rest = yard.rows
      .map((row) =>
        row !== from ? row : wild ? { ...row, locomotives: row.locomotives - 1 } : { ...row, cards: row.cards - 1 },
      )
      .filter((row) => row.cards + row.locomotives > 0);
    return {
      ...yard,
      rows: rest,
      stack: yard.stack + 1,
      stack_cards: yard.stack_cards && add(yard.stack_cards, kind, 1),
    };
  });
  const after = { ...view, mechanics: { ...view.mechanics, yards: next } };
  if (colour) last.set(after, colour);
  return after;
}

/** Of a view just folded: the colour of the row that the event was about. The next event may go on from it. */
const last = new WeakMap<View, Kind>();

/** The view after an event. */
export function fold(view: View, event: GameEvent, facts: Facts): View {
  let next = CHANGES[event.event]?.(view, event, facts) ?? view;
  const { tunnel } = next.mechanics;
  if (tunnel && ENDS_TUNNEL.has(event.event)) {
    const { tunnel: _, ...mechanics } = next.mechanics;
    const after = Object.entries(tunnel.turned).reduce<View>(
      (now, [kind, count]) => discard(now, kind as Kind, count),
      next,
    );
    next = { ...after, mechanics };
  }
  // By the book nobody is shown what others were seen to take.
  if (next !== view && next.memory === "book")
    next = { ...next, players: next.players.map((each) => ({ ...each, known: {} })) };
  return next;
}

export const foldAll = (view: View, events: readonly GameEvent[], facts: Facts): View =>
  events.reduce((now, event) => fold(now, event, facts), view);

/** What events say of a view. The rest (whose decision it is, goals, what the end reveals) only the view tells. */
function told(view: View): Record<string, unknown> {
  const { flags, shares, technology, yards, tunnel } = view.mechanics;
  // What was kept face down by the book lies open at the end.
  const laidOpen = view.over && view.memory === "book";
  return {
    market: view.market,
    deck: view.deck,
    discarded: view.discarded,
    discards: laidOpen ? null : view.discards,
    players: view.players.map((each) => ({
      points: each.points,
      cards: each.cards,
      tickets: each.tickets,
      hand: view.over ? null : each.hand,
      kept: view.over ? null : each.kept,
      pieces: each.pieces,
      tracks: each.tracks,
    })),
    flags,
    shares: shares?.map(({ left, held }) => ({ left, held: laidOpen ? null : held })),
    technology: technology && { shelf: technology.shelf, held: technology.held },
    yards: yards?.map(({ rows, stack, completed }) => ({ rows, stack, completed })),
    tunnel,
  };
}

/** Where two views differ in what events say: nothing, if every moment was told right. */
export function differences(a: unknown, b: unknown, path = ""): string[] {
  if (Object.is(a, b)) return [];
  if (typeof a !== "object" || typeof b !== "object" || !a || !b) return [path];
  const [one, two] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(one), ...Object.keys(two)])].flatMap((key) =>
    differences(one[key], two[key], path ? `${path}.${key}` : key),
  );
}

export const misses = (shown: View, view: View): string[] => differences(told(shown), told(view));
