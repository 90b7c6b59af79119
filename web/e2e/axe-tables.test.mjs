// axe-core finds nothing at the tables of all games, in all layouts, light and dark, in both languages.

import { test } from "node:test";
import { CALM, check, HALVES } from "./accessible.mjs";
import { TEST_LIMIT } from "./limits.mjs";
import { playOut } from "./player.mjs";
import { newTable, stage } from "./support.mjs";

const GAMES = process.env.GAMES?.split(",") ?? [
  "nordic_countries",
  "pennsylvania",
  "united_kingdom",
  "northern_lights",
  "card_game",
  "paris",
];

const at = stage();

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** What else a game is looked at on, and by how many: the layouts with the least room. */
const MORE = {
  northern_lights: [["bot", "bot", "bot", "bot"], "a phone that lies", { width: 844, height: 390 }],
  united_kingdom: [["bot", "bot"], "a tablet that stands", { width: 820, height: 1180 }],
  pennsylvania: [["bot", "bot", "bot"], "a tablet that lies", { width: 1024, height: 768 }],
};

for (const game of GAMES) {
  const [seats = [], name, size] = MORE[game] ?? [];
  test(`${game}: ${game === GAMES[0] ? "home, set-up, " : ""}tickets and a turn`, { timeout: TEST_LIMIT }, async () => {
    const page = await at.open("", { ...CALM, hasTouch: true });
    /** The same table in other windows. */
    const sizes = async (where, ...list) => {
      for (const [i, [called, viewport]] of list.entries()) {
        await page.setViewportSize(viewport);
        await page.locator(".table-phone, .table-tall, .table-two, .table-wide").waitFor();
        await check(page, `${where}, ${called}`, { looks: HALVES[i % 2] });
      }
    };
    await page.waitForSelector(".game-picture svg");
    if (game === GAMES[0]) {
      await check(page, "home");
      await page.click(`[data-game="${game}"]`);
      await page.setViewportSize(PHONE);
      await check(page, "set-up");
      await page.setViewportSize(WIDE);
    }
    await newTable(page, game, { seats, level: 0 });
    await page.waitForSelector(".offered");
    await sizes("tickets", ["phone", PHONE], ["wide", WIDE]);
    await playOut(page, { until: (n) => n >= 4 });
    await page.locator(".market-can:enabled, .panel-now").first().waitFor();
    await sizes("a turn", ["wide", WIDE], ["phone", PHONE], ...(name ? [[name, size]] : []));
  });
}
