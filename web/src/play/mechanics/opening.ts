/** What a technology would open on the board: tracks tell what they ask for. */

import type { Model } from "../model";

/** Free tracks that I could not claim yet, and could with one technology more. */
export function opened(model: Model, technology: number | null): Set<number> {
  const found = new Set<number>();
  const shelf = model.view.mechanics.technology;
  if (!shelf || technology === null) return found;
  const held = new Set(shelf.held[model.me] ?? []);
  if (held.has(technology)) return found;
  const codes = new Map(shelf.shelf.map((each) => [each.code, each.technology]));
  model.facts.tracks.forEach((track, number) => {
    if (model.network.costs[number] === 0 || model.network.costs[number] === Infinity) return;
    const missing = track.asks.filter((code) => !held.has(codes.get(code) ?? -1));
    if (missing.length === 1 && codes.get(missing[0] ?? "") === technology) found.add(number);
  });
  return found;
}
