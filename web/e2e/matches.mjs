// Whole matches through the interface, one seat by a person, a bot in the other, of every game and in one way to
// play. GAMES=paris,card_game plays only these.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { playOut } from "./player.mjs";
import { newTable, stage } from "./support.mjs";

const GAMES = ["paris", "nordic_countries", "northern_lights", "pennsylvania", "united_kingdom", "card_game"];
const WAYS = {
  mouse: {},
  touch: { viewport: { width: 390, height: 844 }, hasTouch: true },
  keys: {},
};

const number = (text) => Number(text.replace("−", "-"));

async function match(at, game, way) {
  const page = await at.open("", WAYS[way]);
  await newTable(page, game, { level: 0 });
  await page.waitForSelector(".offered");
  page.fingers = way === "touch";
  page.keys = way === "keys";
  const { decisions, missed } = await playOut(page);
  assert.ok(decisions > 10, `${decisions} decisions`);
  assert.deepEqual(missed, [], "every lit route that was pressed offered to be claimed");
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
  return `${decisions} decisions, ${totals.join(" : ")}`;
}

/** A match of every game, played in this way. */
export function matches(way) {
  const at = stage();
  for (const game of process.env.GAMES?.split(",") ?? GAMES)
    test(`a match of ${game} to the final score, by ${way}`, { timeout: TEST_LIMIT }, async () => {
      console.log(`${game} by ${way}: ${await match(at, game, way)}`);
    });
}
