import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Seen } from "../net/socket";
import type { View } from "../protocol/messages";
import { Director, type House } from "./director";
import type { Moment } from "./moments";
import { merge, type Recorded, recorded } from "./recorded";
import { seenAs } from "./shown";

const matches = recorded();
let frames: ((now: number) => void)[] = [];
const nextFrame = (now: number): void => {
  const due = frames;
  frames = [];
  for (const each of due) each(now);
};
beforeEach(() => {
  frames = [];
  vi.stubGlobal("requestAnimationFrame", (work: (now: number) => void) => frames.push(work));
  vi.stubGlobal("cancelAnimationFrame", () => {
    frames = [];
  });
  vi.stubGlobal("performance", { now: () => 0 });
});

/** The updates that a seat gets in a recorded match. */
function updates({ eyes }: Recorded, viewer = 0): Seen[] {
  const { view, steps } = eyes.find((each) => each.viewer === viewer)!;
  const first: Seen = {
    seat: viewer,
    match: 1,
    line: 0,
    number: 0,
    events: [],
    fresh: 0,
    view,
    deciding: [],
    decision: null,
    undoAt: null,
    deadline: null,
    heldUntil: null,
    result: null,
  };
  const found = [first];
  for (const [events, change] of steps) {
    const before = found[found.length - 1]!;
    const all = [...before.events, ...events];
    found.push({ ...first, events: all, number: all.length, view: merge(before.view, change) as View });
  }
  return found;
}

const quiet = (match: Recorded): House => ({
  facts: () => match.facts,
  rate: () => 1,
  watched: () => true,
  build: (timeline) => timeline.hold(100),
  tell: () => undefined,
  sound: () => undefined,
});

function staged(match: Recorded, rate = 1): { director: Director; told: Moment[] } {
  const told: Moment[] = [];
  const house: House = { ...quiet(match), rate: () => rate, tell: (moment) => told.push(moment) };
  return { director: new Director(house), told };
}

describe("after all moments the table shows what the server says", () => {
  for (const match of matches) {
    test(`${match.game}, ${match.players} players`, () => {
      const { director, told } = staged(match);
      const all = updates(match);
      director.present(all[0]!);
      let now = 0;
      for (const seen of all.slice(1)) {
        director.receive(seen);
        for (let i = 0; i < 200 && director.playing.get().moment; i++) {
          now += 60;
          nextFrame(now);
        }
        expect(director.shown.get()!.view).toBe(seen.view);
        expect(seenAs(seen, director.shown.get())).toBe(seen);
      }
      expect(director.blemishes).toEqual([]);
      expect(told.some((moment) => moment.kind === "over")).toBe(true);
    });
  }
});

const [nordic] = matches as [Recorded];

test("before a moment has played, the table shows what was before", () => {
  const { director } = staged(nordic);
  const all = updates(nordic);
  const i = all.findIndex((seen) => seen.events[seen.number - 1]?.event === "turned");
  director.present(all[i - 1]!);
  director.receive(all[i]!);
  expect(seenAs(all[i]!, director.shown.get()).view.market).toEqual(all[i - 1]!.view.market);
  expect(seenAs(all[i]!, director.shown.get()).events).toHaveLength(all[i - 1]!.number);
  director.skip();
  expect(director.shown.get()!.view).toBe(all[i]!.view);
});

test("too many waiting moments are shown at once, and acting ends them all", () => {
  const { director } = staged(nordic);
  const all = updates(nordic);
  director.present(all[3]!);
  for (const seen of all.slice(4, 6)) director.receive(seen);
  expect(director.playing.get().moment).not.toBeNull();
  director.finishAll();
  expect(director.shown.get()!.view).toBe(all[5]!.view);
  for (const seen of all.slice(6, 30)) director.receive(seen);
  expect(director.playing.get().waiting).toBeLessThanOrEqual(6);
});

test("what waits for its owner stays, however much happens meanwhile", () => {
  const all = updates(nordic);
  let first = true;
  const director = new Director({
    ...quiet(nordic),
    build: (timeline) => {
      timeline.hold(100);
      timeline.waits = first;
      first = false;
    },
  });
  director.present(all[7]!);
  for (const seen of all.slice(8, 20)) director.receive(seen);
  const { moment } = director.playing.get();
  expect(moment?.from).toBe(all[7]!.number);
  expect(director.playing.get().waiting).toBeGreaterThan(6);
  director.goOn();
  expect(director.playing.get().waiting).toBeLessThanOrEqual(6);
  expect(director.shown.get()!.view).toBe(all[19]!.view);
});

test("who has stopped what is shown sees it until it goes on", () => {
  const { director } = staged(nordic);
  const all = updates(nordic);
  director.present(all[7]!);
  director.receive(all[8]!);
  director.pause();
  const { moment } = director.playing.get();
  for (const seen of all.slice(9, 20)) director.receive(seen);
  expect(director.playing.get().moment).toBe(moment);
  director.resume();
  expect(director.playing.get().waiting).toBeLessThanOrEqual(6);
  expect(director.shown.get()!.view).toBe(all[19]!.view);
});

test("a move taken back drops what was not shown yet", () => {
  const { director } = staged(nordic);
  const all = updates(nordic);
  director.present(all[3]!);
  director.receive(all[4]!);
  const back: Seen = { ...all[3]!, line: 1 };
  director.receive(back);
  expect(director.playing.get().moment).toBeNull();
  expect(director.shown.get()!.view).toBe(back.view);
});

test("paused, nothing goes on; then it does", () => {
  const { director } = staged(nordic);
  const all = updates(nordic);
  director.present(all[3]!);
  director.pause();
  director.receive(all[4]!);
  for (let now = 0; now < 5000; now += 100) nextFrame(now);
  expect(director.shown.get()!.number).toBeLessThan(all[4]!.number);
  director.resume();
  for (let now = 0; now < 5000; now += 100) nextFrame(now);
  expect(director.shown.get()!.view).toBe(all[4]!.view);
});

test("without motion an update is shown at once, and told", () => {
  const { director, told } = staged(nordic, 0);
  const all = updates(nordic);
  director.present(all[3]!);
  director.receive(all[4]!);
  expect(director.shown.get()!.view).toBe(all[4]!.view);
  expect(told.length).toBeGreaterThan(0);
});

test("a moment that fails leaves the table right", () => {
  const all = updates(nordic);
  const director = new Director({
    ...quiet(nordic),
    build: () => {
      throw new Error("broken");
    },
  });
  director.present(all[3]!);
  director.receive(all[4]!);
  expect(director.shown.get()!.view).toBe(all[4]!.view);
  expect(director.blemishes.join()).toContain("broken");
});
