/** Putting cards into a yard: which action they make, or why they make none. */

import type { Cards, Kind } from "../../protocol/messages";
import type { Model } from "../model";
import { kindsOf, total } from "../model";

export type Problem =
  | { readonly why: "mixed" | "already" | "inYard" }
  | { readonly why: "needs"; readonly count: number };

export interface Placing {
  /** The first action; a row's locomotives may have to follow. */
  readonly action: number;
  readonly locomotives: number | null;
  /** Whose rows are robbed, and of which colour. */
  readonly robbed: readonly { seat: number; colour: Kind }[];
}

const LEAST = 2;

export function placing(model: Model, chosen: Cards): Placing | Problem | null {
  if (total(chosen) === 0) return null;
  const yards = model.view.mechanics.yards ?? [];
  const colours = kindsOf(chosen).filter((kind) => kind !== "locomotive");
  const locomotives = chosen.locomotive ?? 0;
  const size = (seat: number, colour: Kind): number => {
    const row = yards[seat]?.rows.find((each) => each.colour === colour);
    return row ? row.cards + row.locomotives : 0;
  };
  const others = yards.map((_, seat) => seat).filter((seat) => seat !== model.me);
  const colour = colours[0];
  if (colours.length === 1 && colour) {
    if (size(model.me, colour) > 0) return { why: "already" };
    const largest = Math.max(0, ...others.map((seat) => size(seat, colour)));
    const count = Math.max(LEAST, largest + 1);
    const text = `row:${chosen[colour]}_${colour}`;
    const choice = model.choices.get("row")?.find((each) => each.text === text);
    if (!choice || total(chosen) < count) return { why: "needs", count };
    const robbed = others.filter((seat) => size(seat, colour) > 0).map((seat) => ({ seat, colour }));
    return { action: choice.action, locomotives, robbed };
  }
  if (colours.length === 3 && total(chosen) === 3) {
    const text = `trio:${colours.join("+")}`;
    const choice = model.choices.get("trio")?.find((each) => each.text === text);
    return choice ? { action: choice.action, locomotives: null, robbed: [] } : { why: "inYard" };
  }
  return { why: "mixed" };
}
