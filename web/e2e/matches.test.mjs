// Whole matches of every game through the interface, by mouse, by touch and by keys: one seat by a person, a
// bot in the other. The three of a game are played at the same time, each at a table of its own.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { newTable, playOut, stage } from "./support.mjs";

const GAMES = ["paris", "nordic_countries", "northern_lights", "pennsylvania", "united_kingdom", "card_game"];
const chosen = process.env.GAMES ? process.env.GAMES.split(",") : GAMES;
const WAYS = {
  mouse: {},
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true },
  keys: {},
};

const at = stage();
const number = (text) => Number(text.replace("−", "-"));

async function match(game, way) {
  const page = await at.open("", WAYS[way]);
  await newTable(page, game, { level: 0 });
  await page.waitForSelector(".offered");
  page.fingers = way === "touch";
  page.keys = way === "keys";
  const { decisions } = await playOut(page);
  assert.ok(decisions > 10, `${decisions} decisions`);
  await page.waitForSelector(".final-winner");
  const totals = (await page.locator(".final-table tfoot td > b").allTextContents()).map(number);
  const lines = await page.$$eval(".final-table tbody tr", (rows) =>
    rows.map((row) => [...row.querySelectorAll("td > b")].map((each) => each.textContent)),
  );
  for (const [i, total] of totals.entries()) {
    assert.equal(
      lines.reduce((sum, line) => sum + number(line[i]), 0),
      total,
      "the sources add up",
    );
  }
  assert.deepEqual(page.errors, []);
  return `${way} ${decisions} decisions, ${totals.join(" : ")}`;
}

for (const game of chosen) {
  test(`a match of ${game} to the final score, by mouse, touch and keys`, { timeout: TEST_LIMIT }, async () => {
    const told = await Promise.all(Object.keys(WAYS).map((way) => match(game, way)));
    console.log(`${game}: ${told.join("; ")}`);
  });
}
