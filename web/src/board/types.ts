/** What the server sends of a board: see wagonik.drawing.drawing. */

import type { Colour } from "../ui/kinds";

export type Point = readonly [number, number];
/** Centre x and y, and the angle in degrees. */
export type Space = readonly [number, number, number];

export interface PlaceDrawing {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly junction: boolean;
  readonly label: { readonly x: number; readonly y: number; readonly lines: readonly string[] } | null;
}

export interface TrackDrawing {
  readonly start: number;
  readonly end: number;
  readonly colour: Colour;
  readonly length: number;
  /** Which spaces show a locomotive. */
  readonly locomotives: readonly number[];
  readonly tunnel: boolean;
  readonly bonus: number;
  readonly spaces: readonly Space[];
}

export interface BadgeDrawing {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly width: number;
  readonly text: string;
}

/** Parallel tracks side by side, with what they share. */
export interface BundleDrawing {
  readonly tracks: readonly number[];
  readonly ferry: boolean;
  readonly width: number;
  readonly path: readonly Point[];
  readonly links: readonly (readonly Point[])[];
  readonly badges: readonly BadgeDrawing[];
}

export interface BoardDrawing {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly quiet: string;
  readonly piece: string;
  readonly places: readonly PlaceDrawing[];
  readonly tracks: readonly TrackDrawing[];
  readonly bundles: readonly BundleDrawing[];
}

/** A ring of arcs; a negative number is an arc backwards. */
export type Ring = readonly number[];

/** Of a water or a land, by languages, English at least; a name in two lines has a line break. */
export interface MapName {
  readonly [language: string]: string | number | boolean | undefined;
  readonly en: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly angle?: number;
  /** Whether it is a land. */
  readonly land?: boolean;
}

/** The map under a board, made by tools/geography.mjs. */
export interface Geography {
  /** Whether there is land everywhere, as in the middle of a town. */
  readonly ground: boolean;
  readonly arcs: readonly string[];
  /** Rings at four distances from the coast, the farthest first. */
  readonly shelves?: readonly (readonly Ring[])[];
  readonly areas?: readonly { readonly tint: number; readonly rings: readonly Ring[]; readonly clip?: boolean }[];
  readonly coast?: readonly number[];
  readonly borders?: readonly number[];
  readonly inner?: readonly number[];
  readonly lakes?: readonly Ring[];
  readonly rivers?: readonly number[];
  readonly streams?: readonly { readonly arc: number; readonly width: number }[];
  readonly islands?: readonly Ring[];
  readonly greens?: readonly Ring[];
  readonly roads?: readonly number[];
  readonly circles?: readonly number[];
  readonly names?: readonly MapName[];
}

/**
 * How a track looks now. Of the free ones: nothing special, can't be claimed now, can be claimed,
 * helps my tickets, or closed for the rest of the match.
 */
export type TrackState = "free" | "dim" | "claimable" | "helps" | "closed";

/** How a track shines: a gold ring, a thin outline, or a dot at its end; nothing if that is null. */
export type Glow = "strong" | "thin" | "dot";

export interface TrackLook {
  readonly state: TrackState;
  /** Told by the state where this says nothing. */
  readonly glow?: Glow | null | undefined;
  /** Quiet beside others that are looked for; its outline stays. */
  readonly muted?: boolean | undefined;
  /** The seat whose train stands on it. */
  readonly owner?: number | undefined;
  /** Further seats that use the same track. */
  readonly others?: readonly number[] | undefined;
  /** What is being bought would open it. */
  readonly opens?: boolean | undefined;
  /** Claimed a moment ago. */
  readonly fresh?: boolean | undefined;
  /** Pointed at from elsewhere, such as a line of the log. */
  readonly marked?: boolean | undefined;
  /** Part of the shortest way of a ticket. */
  readonly way?: boolean | undefined;
  /** Part of that way, and built. */
  readonly built?: boolean | undefined;
  /** What a screen reader says. */
  readonly label: string;
}

/** A track that somebody speaks of, and the word beside it (none for further ones of the same). */
export interface TrackMark {
  readonly track: number;
  readonly kind: "better" | "played" | "hint";
  readonly word: string;
}

export interface PlaceLook {
  /** An end of the ticket that is being looked at, or a neighbour of it. */
  readonly mark?: "end" | "done" | undefined;
  /** Lies in the Arctic, where rules ask for that. */
  readonly arctic?: boolean | undefined;
  readonly label: string;
}
