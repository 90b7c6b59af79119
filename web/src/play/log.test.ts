import { expect, it } from "vitest";
import type { GameEvent } from "../protocol/messages";
import { freshTracks, logLines, newFrom, sinceMine } from "./log";
import { statistics } from "./statistics";

const events: GameEvent[] = [
  { event: "drew", seat: 0, card: "red" },
  { event: "kept", seat: 0, count: 2 },
  { event: "turn", seat: 0, turn: 1 },
  { event: "took", seat: 0, card: "blue", slot: 1 },
  { event: "turned", slot: 1, card: "red" },
  { event: "drew", seat: 0, card: null },
  { event: "turn", seat: 1, turn: 2 },
  { event: "laid", seat: 1, card: "blue", count: 2 },
  { event: "tunnel", seat: 1, card: "blue", match: 1 },
  { event: "tunnel", seat: 1, card: "red", match: 0 },
  { event: "paid", seat: 1, card: "blue", count: 3 },
  { event: "claimed", seat: 1, track: 4, points: 7 },
  { event: "share", seat: 1, railroad: 2, number: 1 },
  { event: "turn", seat: 0, turn: 3 },
  { event: "row", seat: 0, card: "red", count: 2 },
  { event: "row_locomotives", seat: 0, count: 1 },
  { event: "robbed", seat: 1, card: "red", count: 2 },
  { event: "last_turns", turns: 2 },
];

it("makes one line of each deed", () => {
  const lines = logLines(events);
  expect(lines.map((line) => line.deed)).toEqual(["tickets", "drew", "claimed", "row", "last_turns"]);
  expect(lines[1]).toMatchObject({ seat: 0, cards: ["blue"], hidden: 1 });
  expect(lines[2]).toMatchObject({ track: 4, points: 7, shares: [{ railroad: 2, number: 1, dummy: false }] });
  expect(lines[2]?.tunnel).toEqual([
    { card: "blue", match: true },
    { card: "red", match: false },
  ]);
  expect(lines[3]).toMatchObject({ cards: ["red", "red", "locomotive"], robbed: [{ seat: 1, card: "red", count: 2 }] });
});

it("takes what happens to me by itself for no move of mine", () => {
  const lines = logLines([
    { event: "turn", seat: 0, turn: 1 },
    { event: "drew", seat: 0, card: "red" },
    { event: "turn", seat: 1, turn: 2 },
    { event: "drew", seat: 1, card: null },
    { event: "turn", seat: 0, turn: 3 },
    { event: "moved", seat: 0, card: "blue" },
  ]);
  expect(newFrom(lines, 0, null)).toBe(2);
});

it("makes one line of the cards of a turn, also when the deck is shuffled between them", () => {
  const draw: GameEvent = { event: "drew", seat: 1, card: null };
  const lines = logLines([
    { event: "turn", seat: 1, turn: 1 },
    draw,
    { event: "shuffled", cards: 20 },
    { event: "refreshed" },
    draw,
    { event: "turn", seat: 1, turn: 2 },
    draw,
  ]);
  expect(lines.map(({ deed, hidden }) => [deed, hidden])).toEqual([
    ["drew", 2],
    ["shuffled", 0],
    ["refreshed", 0],
    ["drew", 1],
  ]);
});

it("says what was paid for a claim and for a purchase", () => {
  const paid = (card: string, count: number): GameEvent => ({ event: "paid", seat: 0, card, count });
  const lines = logLines([
    { event: "turn", seat: 0, turn: 1 },
    { event: "bought", seat: 0, technology: 3 },
    paid("locomotive", 1),
    { event: "claimed", seat: 0, track: 4, points: 7 },
    paid("red", 3),
    paid("locomotive", 1),
  ]);
  expect(lines.map((line) => line.paid)).toEqual([
    [{ card: "locomotive", count: 1 }],
    [
      { card: "red", count: 3 },
      { card: "locomotive", count: 1 },
    ],
  ]);
});

it("tells by the book that something was taken, paid or moved, but not what", () => {
  const lines = logLines([
    { event: "turn", seat: 0, turn: 1 },
    { event: "took", seat: 0, card: null, slot: null },
    { event: "drew", seat: 0, card: null },
    { event: "turn", seat: 1, turn: 2 },
    { event: "claimed", seat: 1, track: 4, points: 7 },
    { event: "paid", seat: 1, card: null, count: null },
    { event: "share", seat: 1, railroad: null, number: null },
    { event: "turn", seat: 0, turn: 3 },
    { event: "moved", seat: 0, card: null },
    { event: "moved", seat: 0, card: null },
    { event: "row", seat: 0, card: null, count: null },
  ]);
  expect(lines[0]).toMatchObject({ deed: "drew", cards: [], faded: 1, hidden: 1 });
  expect(lines[1]).toMatchObject({ deed: "claimed", track: 4, paid: [], shares: [{ railroad: null }] });
  expect(lines[2]).toMatchObject({ deed: "moved", cards: [], faded: 2 });
  expect(lines[3]).toMatchObject({ deed: "row", cards: [], faded: 1 });
});

it("keeps the draws of two turns apart", () => {
  const draw: GameEvent = { event: "drew", seat: 0, card: null };
  const lines = logLines([{ event: "turn", seat: 0, turn: 1 }, draw, draw, { event: "turn", seat: 0, turn: 2 }, draw]);
  expect(lines.map((line) => line.hidden)).toEqual([2, 1]);
});

it("knows the last claim", () => {
  expect(freshTracks(events)).toEqual([4]);
  expect(freshTracks([])).toEqual([]);
});

it("adds up points, cards and routes", () => {
  expect(statistics(events, 2)).toEqual({
    points: [
      [0, 0, 0, 0],
      [0, 0, 7, 7],
    ],
    cards: [2, 0],
    routes: [0, 1],
  });
});

it("tells of events that it does not know in a general form", () => {
  const events = [
    { event: "paid", seat: 0, card: "red", count: 2 },
    { event: "fireworks", seat: 1, rockets: 3 },
  ] as GameEvent[];
  const lines = logLines(events);
  expect(lines.map((line) => line.deed)).toEqual(["unknown"]);
  expect(lines[0]?.event).toEqual(events[1]);
});

it("knows what the others did since my last move", () => {
  const lines = logLines(events.slice(0, 13));
  expect(sinceMine(lines, 0, 2).map((line) => [line.seat, line.deed])).toEqual([[1, "claimed"]]);
  expect(sinceMine(lines, 1, 2).map((line) => [line.seat, line.deed])).toEqual([
    [0, "tickets"],
    [0, "drew"],
  ]);
  expect(sinceMine(lines.slice(0, 2), 0, 2)).toEqual([]);
  expect(sinceMine(lines, -1, 2)).toHaveLength(2);
  // Whoever begins the last round has one chip for the move, and none for that.
  expect(sinceMine(logLines(events), -1, 9).map((line) => line.deed)).not.toContain("last_turns");
});

it("marks everything since I last looked, not the newest line alone", () => {
  const lines = logLines(events);
  const marked = (me: number, looked: number | null): string[] =>
    lines.filter((line) => line.key >= newFrom(lines, me, looked)).map((line) => line.deed);
  expect(marked(1, null)).toEqual(["row", "last_turns"]);
  // What the others did stays marked while I move.
  expect(marked(0, null)).toEqual(["claimed", "row", "last_turns"]);
  expect(marked(0, 4)).toEqual(["claimed", "row", "last_turns"]);
  expect(marked(-1, null)).toEqual([]);
  expect(marked(-1, 4)).toEqual(["claimed", "row", "last_turns"]);
});
