// Whole matches of every game through the interface: one seat by clicks, bots in the others.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, newTable, openPage, playOut, startServer } from "./support.mjs";

const GAMES = ["paris", "nordic_countries", "northern_lights", "pennsylvania", "united_kingdom", "card_game"];
const chosen = process.env.GAMES ? process.env.GAMES.split(",") : GAMES;

let server;
let browser;
before(async () => {
  server = await startServer();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

for (const game of chosen) {
  test(`a match of ${game} from the home page to the final score`, { timeout: 900_000 }, async () => {
    const page = await openPage(browser, server.address);
    await newTable(page, game, { level: 0 });
    await page.waitForSelector(".offered");
    const { decisions } = await playOut(page);
    assert.ok(decisions > 10, `${decisions} decisions`);
    await page.click(".final-table");
    await page.waitForSelector(".final-winner");
    const totals = await page.$$eval(".final-table tfoot td b", (all) => all.map((each) => Number(each.textContent)));
    const lines = await page.$$eval(".final-table tbody tr", (rows) =>
      rows.map((row) => [...row.querySelectorAll("td b")].map((each) => Number(each.textContent.replace("−", "-")))),
    );
    for (const [i, total] of totals.entries()) {
      assert.equal(lines.reduce((sum, line) => sum + line[i], 0), total, "the sources add up");
    }
    assert.deepEqual(page.errors, []);
    console.log(`${game}: ${decisions} decisions, ${totals.join(" : ")}`);
    await page.context().close();
  });
}
