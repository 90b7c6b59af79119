/** A small board for tests: four places in a square with a diagonal, and a double track. */

import type { Seen } from "../net/socket";
import type { Facts, PlayerView, TrackFacts, View } from "../protocol/messages";

const track = (start: number, end: number, length: number, more: Partial<TrackFacts> = {}): TrackFacts => ({
  start,
  end,
  colour: "grey",
  length,
  points: length,
  kind: "ordinary",
  locomotives: 0,
  tunnel: false,
  bonus: 0,
  exchange: 0,
  free: false,
  railroads: [],
  asks: [],
  parallel: [],
  usable: 1,
  text: `${start}-${end}`,
  drawing: 0,
  ...more,
});

const place = (name: string) => ({ name, country: "", region: "", arctic: false, junction: false, exit: false });

export const facts = {
  game: "test",
  board: "Test",
  board_pl: "Test",
  piece: "train",
  players: 2,
  options: [],
  version: 1,
  actions: [
    { name: "claim", base: 10, texts: ["a", "b", "c", "d", "e", "f"] },
    { name: "pay", base: 20, texts: Array.from({ length: 9 }, (_, i) => `pay:${i}`) },
    { name: "exchange", base: 40, texts: ["exchange:0", "exchange:1"] },
    { name: "give", base: 50, texts: Array.from({ length: 9 }, (_, i) => `give:${i}`) },
  ],
  steps: [],
  events: [],
  numbers: {
    pieces: 20,
    hand: 4,
    first_tickets: 3,
    first_keep: 2,
    draw_tickets: 3,
    draw_keep: 1,
    market: 5,
    last_turns_at: 2,
  },
  deck: {},
  places: [place("A"), place("B"), place("C"), place("D")],
  tracks: [
    track(0, 1, 2, { colour: "red" }),
    track(1, 2, 3, { colour: "blue" }),
    track(2, 3, 1),
    track(0, 2, 6),
    track(0, 3, 2, { parallel: [5] }),
    track(0, 3, 2, { parallel: [4] }),
  ],
  tickets: [
    { start: "A", end: "C", starts: [0], ends: [2], points: 5, cards: null },
    { start: "B", end: "D", starts: [1], ends: [3], points: 7, cards: null },
  ],
  railroads: [],
  cities: [],
  drawn: true,
} as unknown as Facts;

const player = (seat: number, tracks: number[], more: Partial<PlayerView> = {}): PlayerView => ({
  seat,
  points: 0,
  cards: 0,
  known: {},
  tickets: 0,
  offered: 0,
  chosen: true,
  hand: null,
  kept: null,
  offer: null,
  pieces: 20,
  tracks,
  ...more,
});

export function seen(mine: number[], theirs: number[], more: Partial<PlayerView> = {}): Seen {
  const view = {
    game: "test",
    seats: 2,
    players: [player(0, mine, { hand: {}, kept: [0], ...more }), player(1, theirs)],
    mechanics: {},
  } as unknown as View;
  return {
    seat: 0,
    match: 1,
    line: 0,
    number: 0,
    events: [],
    fresh: 0,
    view,
    deciding: [0],
    decision: {
      at: 3,
      step: "turn",
      private: false,
      choices: [{ action: 12, family: "claim", argument: 2, text: "c" }],
    },
    undoAt: null,
    deadline: null,
    heldUntil: null,
    result: null,
  };
}
