/** The kinds of cards in the order of the engine's integers; a track may also be grey. */
export const KINDS = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "locomotive"] as const;

export type Kind = (typeof KINDS)[number];
export type Colour = Exclude<Kind, "locomotive"> | "grey";

/** Green the kind and green the park are two tokens. */
const token = (kind: Kind | "grey"): string => (kind === "green" ? "green-kind" : kind);

export const fillOf = (kind: Kind | "grey"): string => `var(--${token(kind)})`;
export const edgeOf = (kind: Kind | "grey"): string => `var(--${token(kind)}-edge)`;
export const inkOf = (kind: Kind | "grey"): string => `var(--${token(kind)}-ink)`;
