import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { dailyOf, dayOf, monthOf, nameOfDay, streakOf } from "./daily";
import { words as english } from "./texts/en";
import { words as polish } from "./texts/pl";

const python = readFileSync(join(__dirname, "../../../src/wagonik/analysis/puzzles.py"), "utf8");
const THEMES = [...(python.match(/THEMES: Final = \(([^)]*)\)/)?.[1]?.matchAll(/"(\w+)"/g) ?? [])].map(
  (each) => each[1],
);

describe("the puzzle of a day", () => {
  const today = dayOf(new Date(2026, 10, 18, 23, 59));

  it("is one by the calendar, whatever the hour", () => {
    expect(nameOfDay(today)).toBe("2026-11-18");
    expect(dayOf(new Date(2026, 10, 18, 0, 1))).toBe(today);
    expect(dayOf(new Date(2026, 10, 19, 0, 1))).toBe(today + 1);
  });

  it("is the same for all, and each has its day before one comes again", () => {
    for (const count of [1, 7, 60, 73]) {
      const puzzles = Array.from({ length: count }, (_, i) => i);
      const found = puzzles.map((_, i) => dailyOf(puzzles, today + i));
      expect(new Set(found).size).toBe(count);
      expect(dailyOf(puzzles, today + count)).toBe(found[0]);
    }
    expect(dailyOf([], today)).toBeNull();
  });

  it("makes a streak with those before it, which today does not break yet", () => {
    const days = { "2026-11-15": "right", "2026-11-16": "right", "2026-11-17": "right" } as const;
    expect(streakOf(days, today)).toBe(3);
    expect(streakOf({ ...days, "2026-11-18": "right" }, today)).toBe(4);
    expect(streakOf({ ...days, "2026-11-18": "wrong" }, today)).toBe(3);
    expect(streakOf({ ...days, "2026-11-16": "wrong" }, today)).toBe(1);
    expect(streakOf(days, today + 1)).toBe(0);
    expect(streakOf({}, today)).toBe(0);
  });

  it("stands in the weeks of its month", () => {
    const weeks = monthOf(today);
    expect(weeks.every((week) => week.length === 7)).toBe(true);
    const days = weeks.flat().filter((day) => day !== null);
    expect(days.length).toBe(30);
    // The first is a Sunday, the day a Wednesday.
    expect(weeks[3]?.[2]).toBe(today);
  });
});

describe("the words", () => {
  it("name every theme in both languages", () => {
    expect(THEMES.length).toBeGreaterThan(5);
    for (const words of [english, polish]) expect(Object.keys(words.themes).sort()).toEqual([...THEMES].sort());
  });

  it("ask in both languages for every step", () => {
    expect(Object.keys(polish.questions)).toEqual(Object.keys(english.questions));
  });
});
