// axe-core finds nothing on any page, light and dark, wide and phone, in both languages. (The tables of the games
// are in axe-tables.test.mjs, so that two can look at a time.)

import assert from "node:assert/strict";
import { test } from "node:test";
import { CALM, check } from "./accessible.mjs";
import { TEST_LIMIT } from "./limits.mjs";
import { playOut, playUntil } from "./player.mjs";
import { copied, newTable, openPage, resting, stage } from "./support.mjs";

const at = stage();

const common = { ...CALM, permissions: ["clipboard-read", "clipboard-write"] };

test("waiting room, joining, dialogs and final score", { timeout: TEST_LIMIT }, async () => {
  const host = await at.open("", common);
  await newTable(host, "paris", { seats: ["open"] });
  await host.waitForSelector(".qr");
  await check(host, "waiting room");
  const friend = await openPage(at.browser, await copied(host, host.locator(".waiting-link .button").first()), common);
  await friend.waitForSelector(".join input");
  await check(friend, "joining");
  const page = await at.open("", common);
  await newTable(page, "paris", { level: 0 });
  await page.waitForSelector(".offered");
  for (const name of ["Table", "Settings"]) {
    await page.click(`.top .icon-button[aria-label='${name}']`);
    await page.waitForSelector("dialog[open]");
    await check(page, name);
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  await playOut(page);
  await page.click(".final-table");
  await page.waitForSelector(".final-winner");
  await check(page, "final score");
});

const PHONE = { width: 390, height: 844 };

test("cards laid out for the yard, whatever was dealt", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { ...common, viewport: PHONE, hasTouch: true });
  await newTable(page, "card_game", { level: 0 });
  await page.waitForSelector(".offered");
  await playOut(page, { until: (n) => n >= 1 });
  await page.locator("button[data-hand]").first().waitFor();
  const cards = await page.locator("button[data-hand]").all();
  for (const card of cards) await card.click();
  assert.equal(await page.locator("button.hand-laid").count(), cards.length);
  await check(page, "one card of each");
});

test("a tunnel that is turned up, the ribbon, and the ceremony", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { ...common, reducedMotion: "no-preference", motion: "full" });
  await newTable(page, "nordic_countries", { level: 0 });
  await page.waitForSelector(".offered");
  // The tunnel stands still at its end, with three cards turned up.
  await page.evaluate(() => {
    const { wagonik } = window;
    wagonik.playing.subscribe(() => {
      const { moment, paused } = wagonik.playing.get();
      if (moment?.kind === "tunnel" && !paused) wagonik.seek(wagonik.length);
    });
  });
  await playUntil(page, () => page.evaluate(() => window.wagonik.playing.get().paused));
  await page.locator(".tunnel-panel").waitFor();
  assert.ok((await page.locator("button.chip").count()) > 0, "the ribbon has chips");
  await check(page, "a tunnel and the ribbon");
  await page.evaluate(() => window.wagonik.resume());
});

test("the ceremony", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { ...common, motion: "calm", settings: { pace: "instant" } });
  await newTable(page, "paris", { level: 0 });
  await page.waitForSelector(".offered");
  await playUntil(page, () => page.locator(".ceremony").isVisible());
  await page
    .locator("[data-choice=skip]")
    .click({ timeout: 2000 })
    .catch(() => undefined);
  await page.locator(".podium").waitFor();
  await check(page, "podium");
  // It goes on by itself: from the podium it begins anew.
  const ready = async () => {
    const again = page.locator(".ceremony-side .podium ~ * .button:not(.button-main)");
    if (await again.isVisible()) await again.click();
    await page.locator(".ceremony-card").waitFor();
  };
  await check(page, "ceremony", { ready });
});

test("axe on a phone: what the bar and the menu open, and a choice of routes", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { ...common, viewport: PHONE, hasTouch: true });
  await newTable(page, "paris", { level: 0 });
  await page.waitForSelector(".offered");
  await playOut(page, { until: (n) => n >= 1 });
  await page.locator(".market-can:enabled").first().waitFor();
  for (const tab of ["tickets", "flags", "log", "chat"]) {
    await page.click(`[data-anchor="bar-${tab}"]`);
    await page.locator(`[data-anchor="bar-${tab}"][aria-pressed="true"]`).waitFor();
    await check(page, tab);
  }
  await page.click('[data-anchor="bar-draw"]');
  await page.locator('[data-anchor="bar-draw"][aria-pressed="true"]').waitFor();
  await resting(page);
  // Between two parallel routes, where nothing lies over the board.
  const found = await page.evaluate(() => {
    const middles = [...document.querySelectorAll(".tracks .parallel")].map((each) => {
      const path = [...document.querySelectorAll(`.hits path[data-track="${each.dataset.track}"]`)].at(-1);
      return path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
    });
    for (const p of middles)
      for (const q of middles) {
        if (p === q || Math.hypot(p.x - q.x, p.y - q.y) >= 12) continue;
        const [x, y] = [(p.x + q.x) / 2, (p.y + q.y) / 2];
        if (document.elementFromPoint(x, y)?.closest(".board")) return [x, y];
      }
    return null;
  });
  assert.ok(found, "two parallel routes are in sight");
  await page.touchscreen.tap(...found);
  await page.locator(".near-route").first().waitFor();
  await check(page, "which route");
  await page.click(".turnbar-menu");
  await page.waitForSelector("dialog[open]");
  await check(page, "menu");
});

for (const [address, ready] of [
  ["/#/rules/united_kingdom", ".learn-text h1"],
  ["/#/replay", "h1"],
  ["/#/nothing", "h1"],
]) {
  test(`axe at ${address}`, { timeout: TEST_LIMIT }, async () => {
    const page = await at.open(address, common);
    await page.waitForSelector(ready);
    await check(page, address);
  });
}
