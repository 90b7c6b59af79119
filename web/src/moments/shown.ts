/** What the table shows: the state before a moment until the moment says otherwise. Only moments write it. */

import type { Seen } from "../net/socket";
import type { GameEvent, Kind, View } from "../protocol/messages";
import type { TunnelOutcome } from "./moments";

export interface TurnedCard {
  readonly card: Kind;
  readonly match: boolean;
}

/** A tunnel on the table. */
export interface TunnelShown {
  readonly seat: number;
  readonly track: number | null;
  readonly laid: readonly Kind[];
  readonly turned: readonly TurnedCard[];
  /** How many of the cards lie open. */
  readonly open: number;
  readonly state: "turning" | TunnelOutcome;
}

export interface Shown {
  readonly seat: number;
  readonly match: number;
  readonly line: number;
  /** How many events of the match are shown. */
  readonly number: number;
  readonly view: View;
  readonly deciding: readonly number[];
  readonly tunnel: TunnelShown | null;
}

const num = (value: unknown): number => (typeof value === "number" ? value : 0);

/** The tunnel that the last events are about. */
export function tunnelOf(events: readonly GameEvent[], track: number | null): Omit<TunnelShown, "open" | "state"> {
  const laid: Kind[] = [];
  const turned: TurnedCard[] = [];
  let seat = 0;
  for (const event of events) {
    if (event.event === "laid") {
      seat = event.seat ?? 0;
      for (let n = num(event["count"]); n > 0; n--) laid.push(event["card"] as Kind);
    } else if (event.event === "tunnel") {
      turned.push({ card: event["card"] as Kind, match: num(event["match"]) > 0 });
    }
  }
  return { seat, track, laid, turned };
}

/** The tunnel that is being decided, from the events up to now. */
export function openTunnel(seen: Seen): TunnelShown | null {
  if (!seen.view.mechanics.tunnel) return null;
  let from = seen.events.length;
  while (from > 0 && ["laid", "tunnel", "shuffled"].includes(seen.events[from - 1]!.event)) from--;
  const tunnel = tunnelOf(seen.events.slice(from), seen.view.move?.track ?? null);
  return tunnel.turned.length > 0 ? { ...tunnel, open: tunnel.turned.length, state: "choose" } : null;
}

/** Everything as the server has it. */
export const present = (seen: Seen): Shown => ({
  seat: seen.seat,
  match: seen.match,
  line: seen.line,
  number: seen.number,
  view: seen.view,
  deciding: seen.deciding,
  tunnel: openTunnel(seen),
});

/**
 * The match as it is shown: the view and the events of what is shown, but decisions as they are. What a
 * decision of mine is about (its step, the move, the tickets that are offered) is taken from the truth.
 */
export function seenAs(truth: Seen, shown: Shown | null): Seen {
  if (!shown || shown.seat !== truth.seat || shown.match !== truth.match || shown.line !== truth.line) return truth;
  if (shown.view === truth.view && shown.number === truth.number) return truth;
  return {
    ...truth,
    view: truth.decision ? forDecision(shown.view, truth.view, truth.seat) : shown.view,
    events: truth.events.slice(0, shown.number),
    number: shown.number,
    deciding: truth.decision ? truth.deciding : shown.deciding,
    result: shown.number === truth.number && shown.view.over ? truth.result : null,
  };
}

function forDecision(shown: View, truth: View, me: number): View {
  const mine = truth.players.find((each) => each.seat === me);
  const { move: _, ...rest } = shown;
  const { tunnel, technology } = truth.mechanics;
  return {
    ...rest,
    turn: truth.turn,
    seat: truth.seat,
    step: truth.step,
    drawn: truth.drawn,
    ...(truth.move ? { move: truth.move } : {}),
    players: shown.players.map((each) =>
      each.seat === me && mine
        ? { ...each, offer: mine.offer, offered: mine.offered, kept: mine.kept, tickets: mine.tickets }
        : each,
    ),
    mechanics: {
      ...shown.mechanics,
      ...(tunnel ? { tunnel } : {}),
      ...(technology && shown.mechanics.technology
        ? { technology: { ...shown.mechanics.technology, bought: technology.bought } }
        : {}),
    },
  };
}
