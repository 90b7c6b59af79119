/** Which routes shine, and how: strongly what helps, on demand the rest, never everything at once. */

import type { Glow } from "../board";
import type { Kind } from "../protocol/messages";
import type { Model } from "./model";

interface Shine {
  /** I can claim it now. */
  readonly can: boolean;
  /** It lies on a shortest way of an open ticket of mine. */
  readonly helps: boolean;
  /** Whether the kind that was tapped in my hand pays for it; null if none was. */
  readonly pays: boolean | null;
  /** Whether the ticket that is looked at needs it; null if none is. */
  readonly way: boolean | null;
}

/** How a route is shown; with `all` every route that I can claim, with `quiet` not even dots. */
export function lights(shine: Shine, all: boolean, quiet: boolean): { glow: Glow | null; muted: boolean } {
  if (shine.pays !== null) return { glow: shine.pays ? "strong" : null, muted: !shine.pays };
  if (shine.way !== null) return { glow: null, muted: !shine.way };
  if (shine.can && shine.helps) return { glow: "strong", muted: false };
  if (all) return { glow: shine.can ? "thin" : null, muted: !shine.can };
  return { glow: shine.can && !quiet ? "dot" : null, muted: false };
}

/** The routes that I can claim now and that cards of this kind pay for. */
export function payableWith(model: Model, kind: Kind): number[] {
  const { facts, hand } = model;
  const held = (hand[kind] ?? 0) + (kind === "locomotive" ? 0 : (hand.locomotive ?? 0));
  return [...model.claimable.keys()].filter((number) => {
    const track = facts.tracks[number];
    if (!track) return false;
    if (kind === "locomotive") return track.locomotives > 0 || held >= track.length;
    return track.colour === kind || (track.colour === "grey" && held >= track.length);
  });
}
