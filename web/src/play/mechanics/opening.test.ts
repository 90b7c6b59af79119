import { expect, it } from "vitest";
import type { Facts, View } from "../../protocol/messages";
import { modelOf } from "../model";
import { facts, seen } from "../testing";
import { opened } from "./opening";

const ASKS = [
  ["scotland"],
  ["stoker"],
  ["wales"],
  ["scotland", "boiler"],
  ["wales", "scotland"],
  ["wales", "scotland"],
];
const kingdom: Facts = {
  ...facts,
  tracks: facts.tracks.map((track, i) => ({ ...track, asks: ASKS[i] ?? [] })),
};
const CODES = ["wales", "ireland-france", "scotland", "stoker", "boiler", "propellers", "booster"];
const shelf = CODES.map((code, technology) => ({ technology, code, name: code, cost: 1, copies: 1 }));

const model = (held: number[], mine: number[] = []) => {
  const now = seen(mine, []);
  return modelOf(kingdom, {
    ...now,
    view: { ...now.view, mechanics: { technology: { shelf, held: [held, []], bought: null } } } as View,
  });
};
const code = (name: string): number => CODES.indexOf(name);

it("shows what one technology more would open", () => {
  expect([...opened(model([]), code("scotland"))]).toEqual([0]);
  expect([...opened(model([code("wales")]), code("scotland"))]).toEqual([0, 4, 5]);
  expect([...opened(model([code("boiler")]), code("scotland"))]).toEqual([0, 3]);
  expect([...opened(model([]), code("booster"))]).toEqual([]);
});

it("leaves out what I have and where a train stands", () => {
  expect([...opened(model([code("scotland")]), code("scotland"))]).toEqual([]);
  expect([...opened(model([], [0]), code("scotland"))]).toEqual([]);
});
