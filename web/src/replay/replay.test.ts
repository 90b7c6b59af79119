import { describe, expect, it } from "vitest";
import type { Frame, GameEvent, Moment, View } from "../protocol/messages";
import { CHUNK, decisionAt, eventsTo, missing, pointsOver, seenAt, turnFrom } from "./course";
import { pack, unpack } from "./share";

const moment = (decision: number, turn: number, seat: number): Moment => ({ decision, turn, seat, actions: [] });

/** First tickets of two seats, then turns of one, two and one moments. */
const MOMENTS = [moment(1, 0, 0), moment(2, 0, 1), moment(5, 1, 0), moment(6, 2, 1), moment(7, 2, 1), moment(9, 3, 0)];

const view = (points: readonly number[], more: Partial<View> = {}): View =>
  ({
    viewer: -2,
    seat: 0,
    step: "turn",
    over: false,
    players: points.map((each, seat) => ({ seat, points: each, chosen: seat === 0 })),
    ...more,
  }) as View;

const frame = (decision: number, events: GameEvent[], more: Partial<View> = {}): Frame => ({
  decision,
  seat: 0,
  action: null,
  view: view([decision, 0], more),
  events,
});

const frames = (): Frame[] => Array.from({ length: 10 }, (_, i) => frame(i, [{ event: `e${i}` }]));

describe("the course of a match", () => {
  it("starts with the deal and ends with the last decision", () => {
    expect(decisionAt(MOMENTS, 0)).toBe(0);
    expect(decisionAt(MOMENTS, 1)).toBe(1);
    expect(decisionAt(MOMENTS, 6)).toBe(9);
    expect(decisionAt(MOMENTS, 99)).toBe(9);
    expect(decisionAt([], 0)).toBe(0);
  });

  it("goes by turns, and first tickets are one turn", () => {
    const on = [0];
    while ((on.at(-1) ?? 0) < MOMENTS.length) on.push(turnFrom(MOMENTS, on.at(-1) ?? 0, 1));
    expect(on).toEqual([0, 2, 3, 5, 6]);
    const back = [6];
    while ((back.at(-1) ?? 0) > 0) back.push(turnFrom(MOMENTS, back.at(-1) ?? 0, -1));
    expect(back).toEqual([6, 5, 3, 2, 0]);
    expect(turnFrom(MOMENTS, 6, 1)).toBe(6);
    expect(turnFrom(MOMENTS, 0, -1)).toBe(0);
  });

  it("asks for what is looked at first, and for nothing twice", () => {
    const decisions = CHUNK * 2 + 5;
    expect(missing([], decisions, 0)).toEqual([0, CHUNK, 2 * CHUNK]);
    expect(missing([], decisions, CHUNK + 7)).toEqual([CHUNK, 0, 2 * CHUNK]);
    const loaded: (Frame | undefined)[] = [];
    loaded[CHUNK] = frame(CHUNK, []);
    expect(missing(loaded, decisions, CHUNK)).toEqual([0, 2 * CHUNK]);
    expect(missing(frames(), 9, 3)).toEqual([]);
  });

  it("collects events up to a moment, and forgets those before a gap", () => {
    expect(eventsTo(frames(), 3).map((event) => event.event)).toEqual(["e0", "e1", "e2", "e3"]);
    const loaded: (Frame | undefined)[] = frames();
    loaded[1] = undefined;
    expect(eventsTo(loaded, 3).map((event) => event.event)).toEqual(["e2", "e3"]);
  });

  it("shows a moment as a table sees the present", () => {
    const seen = seenAt(frames(), MOMENTS, 3);
    expect(seen?.view.players[0]?.points).toBe(5);
    expect(seen?.events.length).toBe(6);
    expect(seen?.fresh).toBe(3); // decisions 3, 4 and 5
    expect(seen?.deciding).toEqual([0]);
    expect(seen?.decision).toBeNull();
    expect(seen?.seat).toBe(-1);
    expect(seenAt(frames(), MOMENTS, 0)?.fresh).toBe(0);
    expect(seenAt([], MOMENTS, 3)).toBeNull();
  });

  it("knows who still chooses first tickets, and that nobody decides at the end", () => {
    const choosing = [frame(0, [], { step: "first_tickets" })];
    expect(seenAt(choosing, MOMENTS, 0)?.deciding).toEqual([1]);
    const over = [frame(0, [], { over: true, seat: null, step: null })];
    expect(seenAt(over, MOMENTS, 0)?.deciding).toEqual([]);
  });

  it("draws the points of what is loaded", () => {
    const loaded: (Frame | undefined)[] = frames();
    loaded[2] = undefined;
    expect(pointsOver(loaded, MOMENTS, 2)[0]).toEqual([
      [0, 0],
      [1, 1],
      [3, 5],
      [4, 6],
      [5, 7],
      [6, 9],
    ]);
  });
});

describe("a match in a link", () => {
  const record = { format: "wagonik-record", game: "paris", seed: "7".repeat(40), actions: [1, [1, 2], 3] };

  it("survives the way there and back", async () => {
    const link = await pack({ record, names: ["Zosia", "Łucja"], colours: [4, 0] });
    expect(link).toMatch(/^[\w-]+$/);
    expect(await unpack(link)).toEqual({ record, names: ["Zosia", "Łucja"], colours: [4, 0] });
  });

  it("goes by the seats where colours are missing, unknown or twice", async () => {
    const links = [[], [9, 1], [2, 2], ["red"], null] as unknown as number[][];
    for (const colours of links) expect((await unpack(await pack({ record, names: [], colours }))).colours).toEqual([]);
  });

  it("keeps names short and leaves out what is no name", async () => {
    const link = await pack({ record, names: ["x".repeat(99), 5 as unknown as string], colours: [] });
    expect((await unpack(link)).names).toEqual(["x".repeat(24)]);
  });

  it.each(["", "!!!", "AAAA", "bm90IGRlZmxhdGVk"])("refuses the damaged link %j", async (link) => {
    await expect(unpack(link)).rejects.toThrow();
  });

  it("refuses what is not a record", async () => {
    for (const wrong of [[], null, "text"]) {
      const link = await pack({ record: wrong as unknown as Record<string, unknown>, names: [], colours: [] });
      await expect(unpack(link)).rejects.toThrow();
    }
  });

  it("refuses what unpacks to too much", async () => {
    const link = await pack({ record: { long: "a".repeat(2_000_000) }, names: [], colours: [] });
    await expect(unpack(link)).rejects.toThrow();
  });
});
