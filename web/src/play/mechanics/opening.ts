/** What a technology would open on the board, told from the places and the spaces of a track. */

import type { Facts, TrackFacts } from "../../protocol/messages";
import type { Model } from "../model";

type Asks = (track: TrackFacts, countries: readonly string[]) => boolean;

/** Which technologies a track asks for, by their code. */
const ASKS: Readonly<Record<string, Asks>> = {
  wales: (_, countries) => countries.includes("Wales"),
  "ireland-france": (_, countries) => countries.includes("Ireland") || countries.includes("France"),
  scotland: (_, countries) => countries.includes("Scotland"),
  stoker: (track) => track.length === 3,
  boiler: (track) => track.length > 3,
  propellers: (track) => track.locomotives > 0,
};

/** The codes of all technologies that a track asks for. */
export function asked(facts: Facts, number: number): string[] {
  const track = facts.tracks[number];
  if (!track || track.free) return [];
  const countries = [track.start, track.end].map((place) => facts.places[place]?.country ?? "");
  return Object.keys(ASKS).filter((code) => ASKS[code]?.(track, countries));
}

/** Free tracks that I could not claim yet, and could with one technology more. */
export function opened(model: Model, technology: number | null): Set<number> {
  const found = new Set<number>();
  const shelf = model.view.mechanics.technology;
  if (!shelf || technology === null) return found;
  const held = new Set(shelf.held[model.me] ?? []);
  if (held.has(technology)) return found;
  const codes = new Map(shelf.shelf.map((each) => [each.code, each.technology]));
  model.facts.tracks.forEach((_, number) => {
    if (model.network.costs[number] === 0 || model.network.costs[number] === Infinity) return;
    const missing = asked(model.facts, number).filter((code) => !held.has(codes.get(code) ?? -1));
    if (missing.length === 1 && codes.get(missing[0] ?? "") === technology) found.add(number);
  });
  return found;
}
