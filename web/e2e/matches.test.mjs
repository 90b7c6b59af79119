// Whole matches through the interface, one seat by a person, a bot in the other: of every game by mouse, of
// the short ones also by touch and by keys; WAYS=mouse,touch,keys plays all of them in each of these ways.

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

// A match of the long ones takes minutes by touch or by keys, where every card is looked for and waited for.
const SHORT = ["paris", "card_game"];
const waysOf = (game) => process.env.WAYS?.split(",") ?? (SHORT.includes(game) ? Object.keys(WAYS) : ["mouse"]);

for (const game of chosen)
  for (const way of waysOf(game))
    test(`a match of ${game} to the final score, by ${way}`, { timeout: TEST_LIMIT }, async () => {
      console.log(`${game}: ${await match(game, way)}`);
    });
