import { expect, it } from "vitest";
import type { Facts, Way } from "../../protocol/messages";
import { facts } from "../testing";
import { beginning, leastOf, wayOf } from "./yard";

const game: Facts = {
  ...facts,
  actions: [
    { name: "trio", base: 100, texts: ["trio:red+blue+black", "trio:blue+black+white"] },
    { name: "row", base: 110, texts: ["row:1_red", "row:2_red", "row:3_red", "row:1_blue"] },
  ],
};
const way = (cards: Way["cards"], robbed: number[] = []): Way => ({
  actions: [112],
  cards,
  given: {},
  groups: 0,
  points: null,
  robbed,
});

it("names the action that chosen cards begin with", () => {
  expect(beginning(game, { red: 3, locomotive: 1 })).toBe(112);
  expect(beginning(game, { blue: 1, black: 1, white: 1 })).toBe(101);
  expect(beginning(game, { locomotive: 1 })).toBeNull();
  expect(beginning(game, { red: 1, blue: 1 })).toBeNull();
  expect(beginning(game, { blue: 1, black: 1, white: 1, locomotive: 1 })).toBeNull();
});

it("takes the way of exactly these cards from what the server lists", () => {
  const ways = [way({ red: 3 }), way({ red: 3, locomotive: 1 }, [1])];
  expect(wayOf(ways, { locomotive: 1, red: 3 })?.robbed).toEqual([1]);
  expect(wayOf(ways, { red: 2 })).toBeUndefined();
  expect(leastOf(ways)).toBe(3);
});
