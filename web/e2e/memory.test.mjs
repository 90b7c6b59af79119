// A table that is played by the book: what lies face down in the box is not shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { playOut } from "./player.mjs";
import { newTable, stage } from "./support.mjs";

const at = stage();

test("by the book: own shares only, and no ranks", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { viewport: { width: 1500, height: 950 } });
  await newTable(page, "pennsylvania", { level: 0, options: [/^Memory by the book/] });
  await page.waitForSelector(".offered");
  // Until the other has built so much that there are shares to hide.
  const built = () => page.evaluate(() => window.wagonik.shown.get().view.players[1].tracks.length);
  await playOut(page, { until: async () => (await built()) >= 6 });
  await page.getByRole("tab", { name: "Shares" }).click();
  const table = page.locator(".shares");
  await table.getByText("Memory by the book").waitFor();
  assert.ok((await table.getByText("hidden", { exact: true }).count()) >= 9, "the other's column is hidden");
  assert.equal(await table.locator("tfoot").isVisible(), false, "no points are added up");
  if (process.env.LOOK) await page.screenshot({ path: process.env.LOOK });
  assert.deepEqual(page.errors, []);
});
