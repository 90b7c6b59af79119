import { expect, it } from "vitest";
import type { Way, Ways } from "../protocol/messages";
import { modelOf } from "./model";
import { facts, seen } from "./testing";
import { allWays, payGroups, swapped } from "./ways";

const model = modelOf(facts, seen([], [], { hand: { red: 3, blue: 2, white: 1, locomotive: 2 } }));
const way = (actions: number[], cards: Way["cards"], given: Way["cards"] = {}, groups = 0): Way => ({
  actions,
  cards,
  given,
  groups,
  points: 2,
  robbed: [],
});

it("puts the way that keeps locomotives first", () => {
  const groups = payGroups(model, [way([11, 28], { locomotive: 2 }), way([11, 20], { red: 2 })]);
  expect(groups.map((group) => group.ways[0]?.cards)).toEqual([{ red: 2 }, { locomotive: 2 }]);
});

it("joins ways that differ only in what is given", () => {
  const groups = payGroups(model, [
    way([11, 20, 41, 50], { red: 1, locomotive: 1 }, { red: 1 }, 1),
    way([11, 20, 41, 54], { blue: 1, locomotive: 1 }, { blue: 1 }, 1),
    way([11, 20, 41, 57], { white: 1, locomotive: 1 }, { white: 1 }, 1),
  ]);
  expect(groups).toHaveLength(1);
  expect(groups[0]?.groups).toBe(1);
  const first = groups[0]!.ways[0]!;
  const kind = Object.keys(first.given)[0] as "red";
  expect(swapped(groups[0]!, first, kind).cards).not.toEqual(first.cards);
  expect(swapped(groups[0]!, first, "black")).toBe(first);
});

it("swaps pairs where pairs are given", () => {
  const pairs = [
    way([11, 41, 50, 50], { red: 4 }, { red: 4 }, 2),
    way([11, 41, 50, 54], { red: 2, blue: 2 }, { red: 2, blue: 2 }, 2),
    way([11, 41, 54, 54], { blue: 4 }, { blue: 4 }, 2),
  ];
  const [group] = payGroups(model, pairs);
  expect(swapped(group!, pairs[0]!, "red")).toBe(pairs[1]);
  expect(swapped(group!, pairs[1]!, "red")).toBe(pairs[2]);
});

it("keeps apart what is exchanged for another number of locomotives", () => {
  const groups = payGroups(model, [
    way([11, 20], { red: 3, locomotive: 2 }, { red: 3 }, 1),
    way([11, 21], { red: 2, blue: 4 }, { blue: 4 }, 2),
  ]);
  expect(groups.map((group) => group.groups).sort()).toEqual([1, 2]);
});

it("shows the same cards once", () => {
  const groups = payGroups(model, [
    way([11, 21, 41], { red: 1, blue: 1 }, { blue: 1 }, 1),
    way([11, 24, 41], { red: 1, blue: 1 }, { red: 1 }, 1),
  ]);
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
