// axe-core finds nothing on any page, light and dark, wide and phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { launch, newTable, openPage, playOut, startServer } from "./support.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GAMES = process.env.GAMES?.split(",") ?? ["nordic_countries", "pennsylvania", "united_kingdom", "northern_lights", "card_game", "paris"];

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

async function check(page, where) {
  // The strict content policy of the page is for pages, not for this tool.
  const found = await page.evaluate(async (source) => {
    if (!window.axe) (0, eval)(source);
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations.map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => `${node.target} ${node.any[0]?.message ?? ""}`).join(" | ")}`);
  }, axe);
  assert.deepEqual(found, [], where);
}

for (const colorScheme of ["light", "dark"]) {
  test(`waiting room, joining, dialogs and final score, ${colorScheme}`, { timeout: 300_000 }, async () => {
    const open = () => openPage(browser, server.address, { colorScheme, bypassCSP: true, permissions: ["clipboard-read", "clipboard-write"] });
    const host = await open();
    await newTable(host, "paris", { seats: ["open"] });
    await host.waitForSelector(".qr");
    await check(host, "waiting room");
    await host.locator(".waiting-link .button").first().click();
    const friend = await openPage(browser, await host.evaluate(() => navigator.clipboard.readText()), { colorScheme, bypassCSP: true });
    await friend.waitForSelector(".join input");
    await check(friend, "joining");
    const page = await open();
    await newTable(page, "paris", { level: 0 });
    await page.waitForSelector(".offered");
    for (const name of ["Table", "Settings"]) {
      await page.click(`.top .icon-button[aria-label='${name}']`);
      await page.waitForSelector("dialog[open]");
      await check(page, name);
      await page.keyboard.press("Escape");
    }
    await playOut(page);
    await page.click(".final-table");
    await page.waitForSelector(".final-winner");
    await check(page, "final score");
    for (const each of [host, friend, page]) await each.context().close();
  });
  for (const [size, viewport] of [["wide", { width: 1440, height: 900 }], ["phone", { width: 390, height: 844 }]]) {
    test(`home, set-up and every table, ${colorScheme}, ${size}`, { timeout: 600_000 }, async () => {
      for (const game of GAMES) {
        const page = await openPage(browser, server.address, { viewport, colorScheme, bypassCSP: true, hasTouch: size === "phone" });
        await page.waitForSelector(".game-picture svg");
        if (game === GAMES[0]) await check(page, "home");
        await page.click(`[data-game="${game}"]`);
        await check(page, `${game}: set-up`);
        await newTable(page, game, { level: 0 });
        await page.waitForSelector(".offered");
        await check(page, `${game}: tickets`);
        await playOut(page, { until: (n) => n >= 4 });
        await page.locator(".market-can:enabled, .panel-now").first().waitFor();
        await check(page, `${game}: a turn`);
        await page.context().close();
      }
    });
  }
}
