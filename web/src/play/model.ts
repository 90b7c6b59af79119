/** What a seat knows, put in order for the screen. Nothing here knows a game by name. */

import type { Seen } from "../net/socket";
import type { Cards, Choice, Facts, Kind, PlayerView, View } from "../protocol/messages";
import { KINDS } from "../ui/kinds";
import { helpful, type Network, networkOf, type Route, shortest } from "./network";

export interface TicketStatus {
  readonly ticket: number;
  readonly state: "open" | "done" | "impossible";
  readonly route: Route | null;
}

export interface Model {
  readonly facts: Facts;
  readonly view: View;
  readonly seen: Seen;
  /** My seat, or -1 for a spectator. */
  readonly me: number;
  readonly mine: PlayerView | null;
  readonly hand: Cards;
  readonly network: Network;
  /** What I may do now, by the family of actions. */
  readonly choices: ReadonlyMap<string, readonly Choice[]>;
  readonly claimable: ReadonlyMap<number, Choice>;
  readonly helps: ReadonlySet<number>;
  readonly tickets: readonly TicketStatus[];
  /** How many cards of each kind the shortest ways of my tickets want. */
  readonly wanted: Readonly<Record<Kind, number>>;
}

export const total = (cards: Cards | null | undefined): number =>
  Object.values(cards ?? {}).reduce((sum, count) => sum + count, 0);

export const kindsOf = (cards: Cards): Kind[] => KINDS.filter((kind) => (cards[kind] ?? 0) > 0);

/** Every card one by one, in the order of kinds. */
export const listed = (cards: Cards): Kind[] =>
  kindsOf(cards).flatMap((kind) => Array<Kind>(cards[kind] ?? 0).fill(kind));

/** The number of an action in its family, by the text it is written with. */
export function actionOf(facts: Facts, family: string, argument: number): number | null {
  const found = facts.actions.find((each) => each.name === family);
  return found && argument >= 0 && argument < found.texts.length ? found.base + argument : null;
}

function grouped(choices: readonly Choice[]): Map<string, Choice[]> {
  const found = new Map<string, Choice[]>();
  for (const choice of choices) {
    const group = found.get(choice.family);
    if (group) group.push(choice);
    else found.set(choice.family, [choice]);
  }
  return found;
}

export function ticketStatus(network: Network, ticket: number): TicketStatus {
  const facts = network.facts.tickets[ticket];
  if (!facts || facts.starts.length === 0) return { ticket, state: "open", route: null };
  const route = shortest(network, facts);
  if (!route) return { ticket, state: "impossible", route };
  return { ticket, state: route.tracks.length === 0 ? "done" : "open", route };
}

function wantedKinds(facts: Facts, tickets: readonly TicketStatus[]): Record<Kind, number> {
  const wanted = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>;
  const tracks = new Set(tickets.flatMap((ticket) => ticket.route?.tracks ?? []));
  for (const number of tracks) {
    const track = facts.tracks[number];
    if (!track) continue;
    if (track.colour !== "grey") wanted[track.colour as Kind] += track.length - track.locomotives;
    wanted.locomotive += track.locomotives;
  }
  for (const { ticket } of tickets) {
    const cards = facts.tickets[ticket]?.cards;
    if (cards) for (const kind of kindsOf(cards)) wanted[kind] += cards[kind] ?? 0;
  }
  return wanted;
}

export function modelOf(facts: Facts, seen: Seen): Model {
  const { view } = seen;
  const me = seen.seat;
  const mine = view.players.find((player) => player.seat === me) ?? null;
  const network = networkOf(facts, view, me);
  const choices = grouped(seen.decision?.choices ?? []);
  const kept = mine?.kept ?? [];
  const pieces = mine?.pieces ?? Infinity;
  const tickets = kept.map((ticket) => {
    const status = ticketStatus(network, ticket);
    const beyond = status.state === "open" && (status.route?.pieces ?? 0) > pieces;
    return beyond ? { ...status, state: "impossible" as const } : status;
  });
  const helps = new Set<number>();
  for (const { ticket, state } of tickets) {
    const found = facts.tickets[ticket];
    if (found && state === "open") for (const track of helpful(network, found)) helps.add(track);
  }
  return {
    facts,
    view,
    seen,
    me,
    mine,
    hand: mine?.hand ?? {},
    network,
    choices,
    claimable: new Map((choices.get("claim") ?? []).map((choice) => [choice.argument, choice])),
    helps,
    tickets,
    wanted: wantedKinds(
      facts,
      tickets.filter((ticket) => ticket.state === "open"),
    ),
  };
}
