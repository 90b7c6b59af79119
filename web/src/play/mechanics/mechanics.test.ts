import { expect, it } from "vitest";
import type { ShareView } from "../../protocol/messages";
import { modelOf } from "../model";
import { facts, seen } from "../testing";
import { DUMMY, nextShare, pointsOf, ranking, withNext } from "./shares";
import { placing } from "./yard";

const share: ShareView = {
  railroad: 0,
  code: "X",
  name: "X",
  points: [10, 6, 3],
  left: 5,
  held: [[2], [1, 4]],
  dummy: [3],
  face_down: [],
  ranks: [1, 0, -1],
  worth: [6, 10],
  next: null,
};

it("ranks shares by how many, then by the lowest number", () => {
  expect(ranking(share)).toEqual([1, 0, DUMMY]);
  expect([0, 1].map((seat) => pointsOf(share, seat))).toEqual([6, 10]);
  expect(nextShare(share)).toBe(5);
  expect(ranking(withNext(share, 0))).toEqual([1, 0, DUMMY]);
  expect(ranking(withNext(withNext(share, 0), 0))[0]).toBe(0);
});

const yards = [
  { rows: [{ colour: "green", cards: 2, locomotives: 0 }], stack: 0, stack_cards: null, completed: [] },
  { rows: [{ colour: "red", cards: 2, locomotives: 1 }], stack: 0, stack_cards: null, completed: [] },
];
const base = seen([], [], { hand: { red: 3, green: 2, blue: 1, black: 1, white: 1, locomotive: 1 } });
const choices = ["row:3_red", "row:1_blue", "trio:blue+black+white"].map((text, i) => ({
  action: 100 + i,
  family: text.split(":")[0] as string,
  argument: i,
  text,
}));
const model = modelOf(facts, {
  ...base,
  view: { ...base.view, mechanics: { yards } } as typeof base.view,
  decision: { at: 1, step: "turn", private: false, choices },
});

it("names the action of chosen cards, and whom it robs", () => {
  expect(placing(model, { red: 3, locomotive: 1 })).toEqual({
    action: 100,
    locomotives: 1,
    robbed: [{ seat: 1, colour: "red" }],
  });
  expect(placing(model, { blue: 1, black: 1, white: 1 })).toEqual({ action: 102, locomotives: null, robbed: [] });
  expect(placing(model, {})).toBeNull();
});

it("says why chosen cards make no action", () => {
  expect(placing(model, { red: 3 })).toEqual({ why: "needs", count: 4 });
  expect(placing(model, { green: 2 })).toEqual({ why: "already" });
  expect(placing(model, { red: 1, blue: 1 })).toEqual({ why: "mixed" });
  expect(placing(model, { red: 1, blue: 1, black: 1 })).toEqual({ why: "inYard" });
  expect(placing(model, { locomotive: 1 })).toEqual({ why: "mixed" });
});
