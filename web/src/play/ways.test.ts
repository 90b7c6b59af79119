import { expect, it } from "vitest";
import type { Way, Ways } from "../protocol/messages";
import { modelOf } from "./model";
import { facts, seen } from "./testing";
import { allWays, payGroups, swapped } from "./ways";

const model = modelOf(facts, seen([], [], { hand: { red: 3, blue: 2, white: 1, locomotive: 2 } }));
const way = (actions: number[], cards: Way["cards"]): Way => ({ actions, cards, points: 2, robbed: [] });

it("puts the way that keeps locomotives first", () => {
  const groups = payGroups(model, [way([11, 28], { locomotive: 2 }), way([11, 20], { red: 2 })]);
  expect(groups.map((group) => group.ways[0]?.cards)).toEqual([{ red: 2 }, { locomotive: 2 }]);
});

it("joins ways that differ only in what is given", () => {
  const groups = payGroups(model, [
    way([11, 20, 41, 50], { red: 1, locomotive: 1 }),
    way([11, 20, 41, 54], { blue: 1, locomotive: 1 }),
    way([11, 20, 41, 57], { white: 1, locomotive: 1 }),
  ]);
  expect(groups).toHaveLength(1);
  expect(groups[0]?.fixed).toEqual({ locomotive: 1 });
  expect(groups[0]?.groups).toBe(1);
  const first = groups[0]!.ways[0]!;
  const kind = Object.keys(first.cards).find((each) => each !== "locomotive") as "red";
  expect(swapped(groups[0]!, first, kind).cards).not.toEqual(first.cards);
  expect(swapped(groups[0]!, first, "black")).toBe(first);
});

it("shows the same cards once", () => {
  const groups = payGroups(model, [way([11, 21, 41], { red: 1, blue: 1 }), way([11, 24, 41], { red: 1, blue: 1 })]);
  expect(groups.map((group) => group.ways.length)).toEqual([1]);
});

it("asks on where one answer is not enough", async () => {
  const choice = (action: number, family: string) => ({ action, family, argument: 0, text: "" });
  const answers: Record<string, Partial<Ways>> = {
    "11": { choices: [choice(20, "pay"), choice(21, "pay")], ways: [way([11, 20], {})], complete: false },
    "11,20": { choices: [], ways: [way([11, 20], { red: 2 })], complete: true },
    "11,21": { choices: [choice(50, "give")], ways: [way([11, 21, 50], { blue: 2 })], complete: false },
  };
  const more: Ways = {
    choices: [choice(50, "give")],
    ways: [way([11, 21, 51], { blue: 1, white: 1 })],
    complete: true,
  } as unknown as Ways;
  const found = await allWays(async (actions, after) => (after ? more : answers[actions.join(",")]) as Ways, [11]);
  expect(found.map((each) => each.actions)).toEqual([
    [11, 20],
    [11, 21, 50],
    [11, 21, 51],
  ]);
});

it("tells an exchange apart where the server has not asked for it", () => {
  const claim = { action: 11, family: "claim", argument: 0, text: "" };
  const track = { ...facts.tracks[0]!, colour: "black", length: 3 };
  const ferry = { ...model, facts: { ...facts, tracks: [track] }, claimable: new Map([[0, claim]]) };
  const [group] = payGroups(ferry, [
    way([11, 50], { red: 3, locomotive: 2 }),
    way([11, 54], { red: 2, blue: 1, locomotive: 2 }),
  ]);
  expect(group?.fixed).toEqual({ locomotive: 2 });
  expect(group?.groups).toBe(1);
  const [plain] = payGroups(ferry, [way([11], { black: 2, locomotive: 1 })]);
  expect(plain?.fixed).toEqual({ black: 2, locomotive: 1 });
  expect(plain?.groups).toBe(0);
});
