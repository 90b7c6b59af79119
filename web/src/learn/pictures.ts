/** The small pictures of the rules: rows of things that the client already knows how to draw. */

import type { Colour, Kind } from "../ui/kinds";

export interface TrackItem {
  readonly colour: Colour;
  readonly length: number;
  readonly locomotives?: readonly number[];
  readonly tunnel?: boolean;
  readonly bonus?: number;
  /** The seat whose train stands on it. */
  readonly owner?: number;
  readonly glow?: "claimable" | "helps";
  /** Places at its ends. */
  readonly ends?: boolean;
}

export type Item =
  | { readonly track: TrackItem }
  /** Cards in a line; `group` cards stand for something together, `match` ones are ringed. */
  | {
      readonly cards: readonly Kind[];
      readonly group?: boolean;
      readonly match?: readonly number[];
      readonly pale?: readonly number[];
    }
  | { readonly market: readonly Kind[] }
  | { readonly hand: readonly (readonly [Kind, number])[] }
  | { readonly sign: "=" | "+" | "→" | ">" }
  | { readonly points: number }
  | { readonly ticket: readonly [string, string, number]; readonly missing?: number }
  | { readonly needs: readonly [string, string, number]; readonly cards: readonly Kind[] }
  | {
      readonly yard: readonly (readonly [Colour, number, number])[];
      readonly stack?: number;
      readonly robbed?: boolean;
    }
  | { readonly share: readonly [string, number]; readonly seat: number };

export interface Picture {
  /** What the wild card shows; a train's locomotive unless said otherwise. */
  readonly piece?: "bus";
  /** Rows under each other. */
  readonly rows: readonly (readonly Item[])[];
}

const is = { sign: "=" } as const;
const and = { sign: "+" } as const;

export const PICTURES: Readonly<Record<string, Picture>> = {
  market: { rows: [[{ market: ["purple", "locomotive", "green", "red", "black"] }]] },
  "market-two": { rows: [[{ market: ["locomotive", "yellow", "green", "locomotive", "white"] }]] },
  "market-bus": { piece: "bus", rows: [[{ market: ["white", "locomotive", "green", "red", "yellow"] }]] },
  "pay-colour": { rows: [[{ track: { colour: "blue", length: 3 } }, is, { cards: ["blue", "blue", "blue"] }]] },
  "pay-grey": { rows: [[{ track: { colour: "grey", length: 3 } }, is, { cards: ["green", "green", "green"] }]] },
  "pay-wild": { rows: [[{ track: { colour: "red", length: 3 } }, is, { cards: ["red", "red", "locomotive"] }]] },
  "nordic-joined": {
    rows: [
      [
        { track: { colour: "blue", length: 4, owner: 0, ends: true } },
        { track: { colour: "red", length: 3, owner: 0, ends: true } },
      ],
      [{ ticket: ["Stockholm", "Umeå", 7] }],
    ],
  },
  "lights-joined": {
    rows: [
      [
        { track: { colour: "green", length: 3, owner: 0, ends: true } },
        { track: { colour: "black", length: 4, owner: 0, ends: true } },
      ],
      [{ ticket: ["Bergen", "Stockholm", 5] }],
    ],
  },
  "pennsylvania-joined": {
    rows: [
      [
        { track: { colour: "white", length: 3, owner: 0, ends: true } },
        { track: { colour: "orange", length: 4, owner: 0, ends: true } },
      ],
      [{ ticket: ["Altoona", "Binghamton", 9] }],
    ],
  },
  "kingdom-joined": {
    rows: [
      [
        { track: { colour: "yellow", length: 2, owner: 0, ends: true } },
        { track: { colour: "blue", length: 2, owner: 0, ends: true } },
      ],
      [{ ticket: ["Aberdeen", "Glasgow", 5] }],
    ],
  },
  "ticket-open": { rows: [[{ ticket: ["Turku", "Trondheim", 10], missing: 3 }]] },
  hand: {
    rows: [
      [
        {
          hand: [
            ["red", 3],
            ["blue", 2],
            ["locomotive", 1],
          ],
        },
      ],
    ],
  },
  "claim-lights": {
    rows: [
      [
        { track: { colour: "orange", length: 2, glow: "claimable" } },
        { track: { colour: "blue", length: 3, glow: "helps" } },
        { track: { colour: "green", length: 2, owner: 0 } },
      ],
    ],
  },
  "nordic-ferry": {
    rows: [
      [{ track: { colour: "orange", length: 3, locomotives: [1] } }, is, { cards: ["locomotive", "orange", "orange"] }],
    ],
  },
  "nordic-ferry-swap": {
    rows: [
      [
        { track: { colour: "orange", length: 3, locomotives: [1] } },
        is,
        { cards: ["red", "yellow", "black"], group: true },
        and,
        { cards: ["orange", "orange"] },
      ],
    ],
  },
  "nordic-tunnel": {
    rows: [
      [{ track: { colour: "green", length: 2, tunnel: true } }, is, { cards: ["green", "green"] }],
      [{ cards: ["green", "red", "white"], match: [0], pale: [1, 2] }, { sign: "→" }, and, { cards: ["green"] }],
    ],
  },
  "nordic-long": {
    rows: [
      [{ track: { colour: "grey", length: 9 } }],
      [
        { cards: ["green", "green", "green", "green", "green", "green", "green"] },
        and,
        { cards: ["red", "red", "white", "locomotive"], group: true },
        and,
        { cards: ["blue", "yellow", "black", "black"], group: true },
      ],
    ],
  },
  "lights-ferry": {
    rows: [
      [{ track: { colour: "grey", length: 4, locomotives: [1, 2], bonus: 2 } }],
      [{ cards: ["locomotive"] }, and, { cards: ["red", "red"], group: true }, and, { cards: ["blue", "blue"] }],
    ],
  },
  "lights-bonus": {
    rows: [[{ track: { colour: "grey", length: 2, locomotives: [0], bonus: 1, glow: "claimable" } }]],
  },
  "kingdom-swap": {
    rows: [[{ cards: ["red", "green", "green", "white"], group: true }, is, { cards: ["locomotive"] }]],
  },
  "kingdom-ferry": {
    rows: [
      [{ track: { colour: "grey", length: 3, locomotives: [1] } }, is, { cards: ["locomotive", "purple", "purple"] }],
    ],
  },
  "pennsylvania-ferry": {
    rows: [
      [
        { track: { colour: "grey", length: 3, locomotives: [0, 2] } },
        is,
        { cards: ["locomotive", "locomotive", "yellow"] },
      ],
    ],
  },
  "pennsylvania-shares": {
    rows: [
      [
        { share: ["B&O", 1], seat: 0 },
        { share: ["B&O", 2], seat: 1 },
        { share: ["B&O", 3], seat: 0 },
      ],
    ],
  },
  "paris-pay": {
    piece: "bus",
    rows: [[{ track: { colour: "green", length: 3 } }, is, { cards: ["green", "green", "locomotive"] }]],
  },
  "paris-joined": {
    piece: "bus",
    rows: [
      [
        { track: { colour: "red", length: 1, owner: 0, ends: true } },
        { track: { colour: "blue", length: 1, owner: 0, ends: true } },
      ],
      [{ ticket: ["Louvre", "Panthéon", 2] }],
    ],
  },
  "paris-flag": { piece: "bus", rows: [[{ cards: ["blue", "white", "red"] }, is, { points: 4 }]] },
  "card-ticket": {
    rows: [[{ needs: ["Los Angeles", "Pittsburgh", 18], cards: ["white", "blue", "blue", "purple"] }]],
  },
  "card-yard": {
    rows: [
      [
        {
          yard: [
            ["green", 3, 1],
            ["blue", 2, 0],
            ["purple", 1, 0],
          ],
          stack: 9,
        },
      ],
    ],
  },
  "card-robbery": {
    rows: [[{ yard: [["blue", 1, 0]], robbed: true }, { sign: ">" }, { yard: [["blue", 3, 0]] }]],
  },
};
