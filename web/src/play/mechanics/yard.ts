/** Putting cards into a yard: the action that they would be; what is allowed the server says. */

import type { Cards, Facts, Kind, Way } from "../../protocol/messages";
import { kindsOf, total } from "../model";

const TRIO = 3;

/** The action that begins with these cards, or null where they are nothing that can be played. */
export function beginning(facts: Facts, chosen: Cards): number | null {
  const colours = kindsOf(chosen).filter((kind) => kind !== "locomotive");
  const colour = colours[0];
  if (colours.length === 1 && colour) return written(facts, "row", `row:${chosen[colour]}_${colour}`);
  if (colours.length === TRIO && total(chosen) === TRIO) return written(facts, "trio", `trio:${colours.join("+")}`);
  return null;
}

function written(facts: Facts, family: string, text: string): number | null {
  const found = facts.actions.find((each) => each.name === family);
  const argument = found?.texts.indexOf(text) ?? -1;
  return found && argument >= 0 ? found.base + argument : null;
}

/** The way that takes exactly these cards. */
export function wayOf(ways: readonly Way[], chosen: Cards): Way | undefined {
  const kinds = (cards: Cards): string =>
    kindsOf(cards)
      .map((kind: Kind) => `${cards[kind]} ${kind}`)
      .join();
  return ways.find((way) => kinds(way.cards) === kinds(chosen));
}

/** How many cards the smallest of these ways takes. */
export const leastOf = (ways: readonly Way[]): number => Math.min(...ways.map((way) => total(way.cards)));
