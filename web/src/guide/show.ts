/** "Show me": the table's own moves, one at a time, chosen as a careful beginner would. */

import type { Play } from "../play/context";
import { allWays, payGroups } from "../play/ways";
import { KINDS, type Kind } from "../ui/kinds";
import { claimableOnMyWay } from "./places";
import type { Showing } from "./script";

/** With so many cards in hand routes are claimed, on the way or not. */
const MANY = 7;

/**
 * How many cards of each kind the way of my first open ticket still wants. Of parallel tracks it is the
 * one for which the most cards are in my hand, or else in the market.
 */
export function lacking({ model }: Pick<Play, "model">): [Kind, number][] {
  const { facts, network, view, hand, tickets } = model;
  const way = tickets.find((each) => each.state === "open")?.route?.tracks ?? [];
  const held: Record<string, number> = { ...hand };
  const lacks = new Map<Kind, number>();
  for (const number of way) {
    const free = [number, ...(facts.tracks[number]?.parallel ?? [])].filter(
      (each) => !network.closed.has(each) && (network.owners[each]?.length ?? 0) === 0,
    );
    const options = [...new Set(free)].map((each) => {
      const track = facts.tracks[each];
      const colour = (track?.colour ?? "grey") as Kind;
      const lack = Math.max(0, (track?.length ?? 0) - (held[colour] ?? 0));
      return { colour, lack, length: track?.length ?? 0, open: view.market.filter((card) => card === colour).length };
    });
    const [best] = options.sort(
      (a, b) => a.lack - Math.min(a.lack, a.open) / 2 - (b.lack - Math.min(b.lack, b.open) / 2),
    );
    if (!best) continue;
    held[best.colour] = Math.max(0, (held[best.colour] ?? 0) - best.length);
    if (best.lack > 0) lacks.set(best.colour, (lacks.get(best.colour) ?? 0) + best.lack);
  }
  return KINDS.flatMap((kind): [Kind, number][] => (lacks.has(kind) ? [[kind, lacks.get(kind) ?? 0]] : []));
}

async function claim(play: Play, track: number): Promise<boolean> {
  const { model, socket } = play;
  const choice = model.claimable.get(track);
  const at = model.seen.decision?.at;
  if (!choice || at === undefined) return false;
  const ways = await allWays((actions, after) => socket.explore(model.me, at, actions, after), [choice.action]);
  const best = payGroups(model, ways)[0]?.ways[0];
  return best !== undefined && play.act(best.actions);
}

function draw(play: Play, wild: boolean): Promise<boolean> {
  const { choices } = play.model;
  const open = new Map((choices.get("market") ?? []).map((each) => [each.text.replace("take:", ""), each.action]));
  const lacks = lacking(play).map(([kind]) => kind as string);
  const wish = [...(wild ? ["locomotive"] : []), ...lacks].find((kind) => open.has(kind));
  const action =
    (wish === undefined ? undefined : open.get(wish)) ?? choices.get("deck")?.[0]?.action ?? [...open.values()][0];
  return action === undefined ? Promise.resolve(false) : play.act([action]);
}

const press = (selector: string): boolean => {
  const found = [...document.querySelectorAll<HTMLButtonElement>(selector)].find(
    (each) => !each.disabled && each.checkVisibility(),
  );
  found?.click();
  return found !== undefined;
};

/** Do what the step asks for, or what leads there; false where there is nothing to do now. */
export async function showMe(play: Play, what: Showing): Promise<boolean> {
  const { model, point } = play;
  if (what === "look") {
    const ticket = model.tickets.find((each) => each.state === "open") ?? model.tickets[0];
    if (!ticket) return false;
    point({ ticket: ticket.ticket, kind: null });
    return true;
  }
  if (!play.free) return false;
  if (model.choices.has("keep")) return press(".panel-now [data-confirm]");
  if (model.seen.decision?.step === "second_card") return draw(play, false);
  const tickets = model.choices.get("tickets")?.[0];
  if (what === "tickets" && tickets) return play.act([tickets.action]);
  if (what === "draw" || what === "wild") return draw(play, what === "wild");
  const [best] = claimableOnMyWay(play);
  if (best !== undefined) return claim(play, best);
  const cards = Object.values(model.hand).reduce((sum, count) => sum + count, 0);
  const waiting = model.tickets.some((each) => each.state === "open");
  if (what === "any" && (!waiting || cards >= MANY || model.view.last_turns !== null)) {
    const points = (track: number): number => model.facts.tracks[track]?.points ?? 0;
    const [dearest] = [...model.claimable.keys()].sort((a, b) => points(b) - points(a));
    if (dearest !== undefined) return claim(play, dearest);
  }
  if (model.choices.has("deck") || model.choices.has("market")) return draw(play, false);
  const [other] = model.claimable.keys();
  if (other !== undefined) return claim(play, other);
  const pass = model.choices.get("pass")?.[0] ?? tickets;
  return pass !== undefined && play.act([pass.action]);
}
