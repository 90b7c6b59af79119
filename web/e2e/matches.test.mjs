// Whole matches of every game through the interface: one seat by clicks, bots in the others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { newTable, playOut, stage } from "./support.mjs";

const GAMES = ["paris", "nordic_countries", "northern_lights", "pennsylvania", "united_kingdom", "card_game"];
const chosen = process.env.GAMES ? process.env.GAMES.split(",") : GAMES;

const at = stage();

for (const game of chosen) {
  test(`a match of ${game} from the home page to the final score`, { timeout: TEST_LIMIT }, async () => {
    const page = await at.open();
    await newTable(page, game, { level: 0 });
    await page.waitForSelector(".offered");
    const { decisions } = await playOut(page);
    assert.ok(decisions > 10, `${decisions} decisions`);
    await page.click(".final-table");
    await page.waitForSelector(".final-winner");
    const totals = await page.$$eval(".final-table tfoot td > b", (all) =>
      all.map((each) => Number(each.textContent.replace("−", "-"))),
    );
    const lines = await page.$$eval(".final-table tbody tr", (rows) =>
      rows.map((row) => [...row.querySelectorAll("td > b")].map((each) => Number(each.textContent.replace("−", "-")))),
    );
    for (const [i, total] of totals.entries()) {
      assert.equal(
        lines.reduce((sum, line) => sum + line[i], 0),
        total,
        "the sources add up",
      );
    }
    assert.deepEqual(page.errors, []);
    console.log(`${game}: ${decisions} decisions, ${totals.join(" : ")}`);
  });
}
