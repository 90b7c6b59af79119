import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../i18n/languages";
import { around, bestSeat, overlap, within } from "./geometry";
import type { Progress } from "./kept";
import { PLACES } from "./places";
import { advanced, minutesLeft, otherwise, type Script, type Situation, skipped, started, variant } from "./script";
import { counted, filled, type LessonTexts, type Stop } from "./texts";
import { TOURS } from "./tours";

const read = <T>(name: string): T => JSON.parse(readFileSync(join(__dirname, name), "utf8")) as T;
const names = (folder: string): string[] => readdirSync(join(__dirname, folder));
const LESSONS = names("lessons").map((name) => name.replace(".json", ""));
const CODES = Object.keys(LANGUAGES);

const NOTHING: Situation = {
  events: {},
  draws: 0,
  turns: 0,
  looked: false,
  ending: false,
  over: false,
  conditions: {},
};
const START: Progress = { step: 0, turns: 0, early: false };

const script: Script = {
  minutes: 4,
  steps: [
    { key: "keep", at: [], until: { event: "kept" } },
    { key: "look", at: [], until: { looked: true }, turn: true },
    { key: "draw", at: [], until: { draws: 1 }, when: ["second"] },
    { key: "claim", at: [], until: { event: "claimed" } },
    { key: "end", at: [], until: { over: true }, opens: "ending" },
    { key: "score", at: [], until: { pressed: true }, opens: "over" },
  ],
};
const next = (from: Progress, part: Partial<Situation>): Progress => advanced(script, from, { ...NOTHING, ...part });

describe("a lesson", () => {
  it("waits for the deed of each step", () => {
    expect(next(START, {})).toBe(START);
    const look = next(START, { events: { kept: 1 } });
    expect(look).toEqual({ step: 1, turns: 0, early: false });
    expect(next(look, { events: { kept: 1 } })).toBe(look);
    const draw = next(look, { events: { kept: 1 }, looked: true });
    expect(draw.step).toBe(2);
    expect(next(draw, { events: { kept: 1 }, draws: 1, turns: 1 }).step).toBe(3);
  });

  it("goes on by any turn where nothing must be done", () => {
    const look: Progress = { step: 1, turns: 2, early: false };
    expect(next(look, { turns: 2 }).step).toBe(1);
    expect(next(look, { turns: 3 }).step).toBe(2);
  });

  it("waits on, and says so, where another move was made", () => {
    const draw: Progress = { step: 2, turns: 0, early: false };
    const moved: Situation = { ...NOTHING, turns: 1, events: { kept: 2 } };
    expect(advanced(script, draw, moved)).toBe(draw);
    expect(otherwise(script.steps[2]!, draw, moved)).toBe(true);
    expect(otherwise(script.steps[2]!, draw, NOTHING)).toBe(false);
  });

  it("tells of what was done early, and goes on with the next turn or by the button", () => {
    const draw: Progress = { step: 2, turns: 1, early: false };
    const now: Situation = { ...NOTHING, turns: 2, draws: 1, events: { claimed: 1 } };
    const claim = advanced(script, draw, now);
    expect(claim).toEqual({ step: 3, turns: 2, early: true });
    expect(variant(script.steps[3]!, claim, now)).toBe("early");
    expect(advanced(script, claim, now)).toBe(claim);
    expect(advanced(script, claim, { ...now, turns: 3 }).step).toBe(4);
    expect(skipped(script, claim, now).step).toBe(4);
  });

  it("is at the last turns and at the score as soon as the match is", () => {
    expect(next(START, { ending: true }).step).toBe(4);
    expect(next({ step: 2, turns: 5, early: false }, { ending: true, over: true }).step).toBe(5);
    expect(next({ step: 5, turns: 5, early: false }, { ending: true, over: true }).step).toBe(5);
    expect(skipped(script, { step: 5, turns: 5, early: false }, NOTHING).step).toBe(5);
  });

  it("is begun in the middle by who has no memory of it", () => {
    expect(started(script, NOTHING)).toEqual(START);
    expect(started(script, { ...NOTHING, events: { kept: 1 }, looked: true, turns: 3 })).toEqual({
      step: 2,
      turns: 3,
      early: false,
    });
  });

  it("chooses the text that fits", () => {
    const draw: Progress = { step: 2, turns: 0, early: false };
    expect(variant(script.steps[2]!, draw, NOTHING)).toBe("text");
    expect(variant(script.steps[2]!, draw, { ...NOTHING, conditions: { second: true } })).toBe("second");
    expect([0, 3, 5].map((step) => minutesLeft(script, step))).toEqual([4, 2, 1]);
  });
});

describe("the texts", () => {
  it.each(LESSONS)("the lesson of %s is told in every language", (game) => {
    const { steps } = read<Script>(`lessons/${game}.json`);
    for (const language of CODES) {
      const texts = read<LessonTexts>(`texts/lesson.${game}.${language}.json`);
      expect(Object.keys(texts)).toEqual(steps.map((step) => step.key));
      for (const step of steps) {
        const words = texts[step.key]!;
        const countable = step.until.event !== undefined || step.until.draws !== undefined;
        // The first step can't have been done before.
        const early = countable && step !== steps[0] ? ["early"] : [];
        expect(Object.keys(words).sort(), step.key).toEqual(["title", "text", ...(step.when ?? []), ...early].sort());
        for (const place of step.at) expect(PLACES, place).toContain(place);
        for (const text of Object.values(words)) expect(text.split("**").length % 2, text).toBe(1);
      }
    }
  });

  it.each([...TOURS])("the tour of %s has three to five cards, the same in every language", (game) => {
    const places = CODES.map((language) => {
      const stops = read<Stop[]>(`texts/tour.${game}.${language}.json`);
      expect(stops.length).toBeGreaterThanOrEqual(3);
      expect(stops.length).toBeLessThanOrEqual(5);
      for (const stop of stops) {
        for (const place of stop.at) expect(PLACES, place).toContain(place);
        expect(stop.text.split("**").length % 2, stop.text).toBe(1);
      }
      return stops.map((stop) => stop.at);
    });
    for (const each of places) expect(each).toEqual(places[0]);
  });

  it("the words of the card are written in every language", () => {
    const keys = CODES.map((language) => Object.keys(read<object>(`texts/common.${language}.json`)));
    for (const each of keys) expect(each).toEqual(keys[0]);
  });

  it("values stand in their places", () => {
    expect(filled("{a} of {b}, {c}", { a: 1, b: "two" })).toBe("1 of two, {c}");
    const forms = { one: "{n} minuta", few: "{n} minuty", many: "{n} minut", other: "{n} minuty" };
    expect([1, 2, 5].map((n) => counted(forms, n, "pl"))).toEqual(["1 minuta", "2 minuty", "5 minut"]);
  });
});

describe("the place of a card", () => {
  const page = { x: 0, y: 0, w: 400, h: 800 };

  it("covers nothing that it speaks of", () => {
    const seats = around(page, 380, 200, 10).map((box) => ({ box, cost: 0 }));
    const below = { x: 0, y: 500, w: 400, h: 300 };
    const above = { x: 0, y: 0, w: 400, h: 300 };
    expect(bestSeat(seats, [{ box: below, weight: 1 }])?.box.y).toBe(10);
    expect(bestSeat(seats, [{ box: above, weight: 1 }])?.box.y).toBe(590);
  });

  it("takes the cheaper of two that cover the same", () => {
    const [dear, cheap] = [
      { box: { x: 0, y: 0, w: 10, h: 10 }, cost: 5 },
      { box: { x: 20, y: 0, w: 10, h: 10 }, cost: 1 },
    ];
    expect(bestSeat([dear, cheap], [])).toBe(cheap);
    expect(bestSeat([], [])).toBeNull();
  });

  it("stays on the page", () => {
    expect(within({ x: -20, y: 700, w: 100, h: 200 }, page)).toEqual({ x: 0, y: 600, w: 100, h: 200 });
    expect(overlap({ x: 0, y: 0, w: 10, h: 10 }, { x: 5, y: 5, w: 10, h: 10 })).toBe(25);
  });
});
