/** What happened, cut into moments: each is shown as a whole, one after the other. */

import type { GameEvent } from "../protocol/messages";

export type MomentKind =
  | "turn"
  | "draw"
  | "fill"
  | "sweep"
  | "shuffle"
  | "offer"
  | "kept"
  | "tunnel"
  | "withdrew"
  | "claim"
  | "share"
  | "flag"
  | "bonus"
  | "bought"
  | "row"
  | "moved"
  | "completed"
  | "new_deck"
  | "last_turns"
  | "passed"
  | "over"
  | "other";

export interface Moment {
  readonly kind: MomentKind;
  readonly seat: number | null;
  /** The number of its first event in the match. */
  readonly from: number;
  readonly events: readonly GameEvent[];
  /** What became of a tunnel as far as the same update tells. */
  readonly outcome?: TunnelOutcome;
}

/**
 * Nothing more is asked; more was paid; the cards went back because that was chosen, or because more
 * could not be paid; or its owner still chooses.
 */
export type TunnelOutcome = "through" | "paid" | "back" | "forced" | "choose";

/** By the event that a moment begins with: its kind, and the events that belong to it when they follow. */
export const BEGINNINGS: Readonly<Record<string, readonly [MomentKind, ...string[]]>> = {
  turn: ["turn"],
  drew: ["draw"],
  took: ["draw", "turned"],
  turned: ["fill", "turned"],
  refreshed: ["sweep", "turned", "refreshed"],
  shuffled: ["shuffle"],
  offered: ["offer", "offered_ticket"],
  kept: ["kept", "kept", "kept_ticket"],
  laid: ["tunnel", "laid", "tunnel", "shuffled", "withdrew"],
  withdrew: ["withdrew"],
  claimed: ["claim", "paid", "flag_card"],
  share: ["share", "share", "dummy_share"],
  dummy_share: ["share", "dummy_share"],
  flag: ["flag"],
  bonus: ["bonus"],
  bought: ["bought", "paid"],
  row: ["row", "row", "row_locomotives", "robbed"],
  moved: ["moved", "moved"],
  completed: ["completed", "completed"],
  new_deck: ["new_deck", "drew", "turned", "refreshed", "shuffled"],
  last_turns: ["last_turns"],
  passed: ["passed"],
  over: ["over"],
};

/** After these nothing more belongs to the moment, whatever comes. */
const ENDS = new Set(["withdrew"]);

/** The events of an update, the first of which is number `from` of the match, as moments in order. */
export function momentsOf(events: readonly GameEvent[], from: number): Moment[] {
  const found: Moment[] = [];
  for (let i = 0; i < events.length; ) {
    const first = events[i] as GameEvent;
    const [kind, ...members] = BEGINNINGS[first.event] ?? (["other"] as const);
    let end = i + 1;
    while (end < events.length && !ENDS.has(events[end - 1]!.event) && members.includes(events[end]!.event as never))
      end++;
    const own = events.slice(i, end);
    const moment: Moment = { kind, seat: first.seat ?? null, from: from + i, events: own };
    found.push(kind === "tunnel" ? { ...moment, outcome: outcomeOf(own, events[end]) } : moment);
    i = end;
  }
  return found;
}

function outcomeOf(events: readonly GameEvent[], next: GameEvent | undefined): TunnelOutcome {
  // Whoever may choose is asked after the cards were turned: together they come where nobody could.
  if (events.some((event) => event.event === "withdrew")) return "forced";
  const extra = events.reduce((sum, event) => sum + (event.event === "tunnel" ? Number(event["match"]) : 0), 0);
  if (next?.event === "claimed") return extra === 0 ? "through" : "paid";
  return "choose";
}
