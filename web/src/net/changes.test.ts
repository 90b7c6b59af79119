import { expect, it } from "vitest";
import type { Change, Update } from "../protocol/messages";
import { canonical, checksum, patched } from "./changes";
import { applied, merged } from "./socket";

it("reckons the same checksum as the server", () => {
  const view = { b: [1, { z: null, a: 'Łódź "x"' }], a: true, n: -3 };
  expect(canonical(view)).toBe('{"a":true,"b":[1,{"a":"Łódź \\"x\\"","z":null}],"n":-3}');
  expect(checksum(view)).toBe(1232379052);
});

it("makes changes in a view and leaves the rest as it is", () => {
  const before = { deck: 9, players: [{ cards: 1 }, { cards: 2 }], move: { claim: 3 } };
  const after = patched(before, [
    { path: ["deck"], value: 8 },
    { path: ["players", 1, "cards"], value: 3 },
    { path: ["move"] } as never,
    { path: ["market"], value: ["red"] },
  ]);
  expect(after).toEqual({ deck: 8, players: [{ cards: 1 }, { cards: 3 }], market: ["red"] });
  expect(after.players[0]).toBe(before.players[0]);
  expect(before.deck).toBe(9);
});

it("adds to a list behind its last", () => {
  const before = { claims: [{ track: 1 }] };
  const after = patched(before, [
    { path: ["claims", 1], value: { track: 2 } },
    { path: ["claims", 2], value: { track: 3 } },
  ]);
  expect(after).toEqual({ claims: [{ track: 1 }, { track: 2 }, { track: 3 }] });
  expect(after.claims).toBeInstanceOf(Array);
  expect(before.claims.length).toBe(1);
});

const update = {
  seat: 0,
  match: 1,
  line: 0,
  start: 0,
  number: 1,
  events: [{ event: "a" }],
  view: { deck: 9 },
  undo_at: null,
} as unknown as Update;
const change = {
  ...update,
  type: "change",
  start: 1,
  number: 2,
  events: [{ event: "b" }],
  patches: [{ path: ["deck"], value: 8 }],
  checksum: checksum({ deck: 8 }),
} as unknown as Change;

it("puts an update together from what changed", () => {
  const first = merged(undefined, update);
  const then = applied(first, change);
  expect(then?.view).toEqual({ deck: 8 });
  expect(then?.events.map((each) => each.event)).toEqual(["a", "b"]);
});

it("asks again when it does not fit", () => {
  const first = merged(undefined, update);
  expect(applied(undefined, change)).toBeNull();
  expect(applied(first, { ...change, match: 2 })).toBeNull();
  expect(applied(first, { ...change, checksum: 1 })).toBeNull();
  expect(applied(first, { ...change, start: 7 })).toBeNull();
});
