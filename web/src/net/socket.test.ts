import { expect, it } from "vitest";
import type { Update } from "../protocol/messages";
import { backoff, joined, merged } from "./socket";

const update = (start: number, events: string[], match = 1): Update =>
  ({
    seat: 0,
    match,
    line: 0,
    start,
    number: start + events.length,
    events: events.map((event) => ({ event })),
    undo_at: null,
  }) as unknown as Update;

it("replaces the events from the start of an update on", () => {
  const first = merged(undefined, update(0, ["a", "b", "c"]));
  expect(first.events.map((each) => each.event)).toEqual(["a", "b", "c"]);
  const then = merged(first, update(1, ["x"]));
  expect(then.events.map((each) => each.event)).toEqual(["a", "x"]);
  expect(merged(then, update(0, ["n"], 2)).events.map((each) => each.event)).toEqual(["n"]);
});

it("waits longer from one attempt to the next, but not for ever", () => {
  expect(backoff(0, 0.5)).toBe(500);
  expect(backoff(3, 0.5)).toBe(4000);
  expect(backoff(30, 1)).toBeLessThanOrEqual(18_750);
});

it("has every chat line once and in order", () => {
  const line = (number: number) => ({ number, at: 0, seat: null, name: null, text: String(number) });
  expect(joined([line(1), line(2)], [line(2), line(3)]).map((each) => each.number)).toEqual([1, 2, 3]);
});
