/** What a lesson needs to know of the match: counts of what I did, and what is possible. */

import type { Play, Pointing } from "../play/context";
import { logLines } from "../play/log";
import type { GameEvent } from "../protocol/messages";
import { claimableOnMyWay } from "./places";
import type { Situation } from "./script";

/** How often each event happened to a seat. */
function countsOf(events: readonly GameEvent[], seat: number): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const event of events) if (event.seat === seat) counts[event.event] = (counts[event.event] ?? 0) + 1;
  return counts;
}

/** Turns that a seat has finished: another one has begun since, or the match is over. */
function turnsOf(events: readonly GameEvent[], seat: number, over: boolean): number {
  const turns = events.filter((event) => event.event === "turn");
  const mine = turns.filter((event) => event.seat === seat).length;
  return mine - Number(!over && turns.at(-1)?.seat === seat);
}

export function situationOf(play: Play, pointing: Pointing, looked: boolean): Situation {
  const { model } = play;
  const { seen, view, me, choices } = model;
  const over = seen.result !== null;
  const second = seen.decision?.step === "second_card";
  const drew = logLines(seen.events).filter((line) => line.deed === "drew" && line.seat === me).length;
  return {
    events: countsOf(seen.events, me),
    draws: drew - Number(second),
    turns: turnsOf(seen.events, me, over),
    looked,
    ending: view.last_turns !== null || over,
    over,
    conditions: {
      claimable: claimableOnMyWay(play).length > 0,
      pinned: pointing.pinned !== null && model.claimable.has(pointing.pinned),
      wild: choices.get("market")?.some((choice) => choice.text === "take:locomotive") ?? false,
      second,
      offered: choices.has("keep"),
      ending: view.last_turns !== null,
    },
  };
}
