// What people who listen or use keys meet, and what the others read: names, groups of choices, the focus, points.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { playOut, playUntil } from "./player.mjs";
import { copied, newTable, openPage, stage } from "./support.mjs";

const at = stage();
const granted = { permissions: ["clipboard-read", "clipboard-write"] };

test("who has no name is called by colour; a link names the game and the host", { timeout: TEST_LIMIT }, async () => {
  const host = await at.open("", granted);
  await newTable(host, "paris", { seats: ["open"], name: "" });
  await host.waitForSelector(".waiting-link");
  const link = await copied(host, host.locator(".waiting-link .button").first());
  const friend = await openPage(at.browser, link);
  await friend.getByText("A table of Paris").waitFor();
  await friend.getByRole("heading", { name: "Teal invites you" }).waitFor();
  await friend.click(".join button[type=submit]");
  await host.getByText("Raspberry").first().waitFor();
  await host.click(".waiting .button-main");
  for (const page of [host, friend]) {
    await page.waitForSelector(".offered");
    await page.locator(".panel-now [data-confirm]:enabled").first().click();
  }
  const title = (page) => page.locator(".turn-text h1").first();
  for (const page of [host, friend])
    await page.waitForFunction(() => document.querySelector(".turn-text h1")?.textContent.includes("urn"));
  const titles = [await title(host).innerText(), await title(friend).innerText()];
  assert.ok(titles.includes("Your turn"), titles.join(" / "));
  assert.ok(titles.includes("Teal's turn") || titles.includes("Raspberry's turn"), titles.join(" / "));
  const polish = await openPage(at.browser, link, { locale: "pl-PL" });
  await polish.getByRole("heading", { name: "Turkus zaprasza do stołu" }).waitFor();
});

test("arrows choose within a group, Tab leaves it", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open();
  await page.waitForSelector("[data-game=paris]");
  await page.click("[data-game=paris]");
  const group = page.locator(".chair").nth(1).locator("[role=radiogroup]").first();
  const radios = group.locator("[role=radio]");
  assert.equal(await group.locator("[role=radio][tabindex='0']").count(), 1, "one of them is reached by Tab");
  const chosen = () =>
    radios.evaluateAll((all) => all.findIndex((radio) => radio.getAttribute("aria-checked") === "true"));
  const before = await chosen();
  await radios.nth(before).focus();
  await page.keyboard.press("ArrowRight");
  const count = await radios.count();
  assert.equal(await chosen(), (before + 1) % count);
  assert.equal(await radios.evaluateAll((all) => all.indexOf(document.activeElement)), (before + 1) % count);
  await page.keyboard.press("ArrowLeft");
  assert.equal(await chosen(), before);
});

test("the focus stays at the table after a choice", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open();
  await newTable(page, "nordic_countries", { level: 0 });
  await page.waitForSelector(".offered");
  // A button that can't be pressed while the server answers loses it, and it comes back with the answer.
  const kept = () => page.waitForFunction(() => document.activeElement !== document.body);
  await page.focus(".panel-now [data-confirm]:enabled");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => !document.querySelector(".offered"));
  await page.locator("[data-deck]:enabled").waitFor();
  await kept();
  const deck = page.locator("[data-deck]");
  for (let i = 0; i < 2; i++) {
    await deck.focus();
    const before = await deck.getAttribute("aria-label");
    await page.keyboard.press("Enter");
    await page.waitForFunction((was) => document.querySelector("[data-deck]").ariaLabel !== was, before);
    await kept();
    // I may go on: with the second card, or after the others.
    await page.locator("[data-deck]:enabled").waitFor();
    await kept();
  }
});

test("points of tickets are called points, and set-up speaks to people", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open();
  await page.waitForSelector("[data-game=paris]");
  await page.click("[data-game=paris]");
  const own = await page.locator(".own-board").innerText();
  assert.ok(!own.includes("wagonik"), own);
  await newTable(page, "paris", { level: 0 });
  await page.waitForSelector(".offered");
  await playOut(page, { until: (n) => n >= 1 });
  const head = await page.locator(".tickets .panel-head small").innerText();
  assert.match(head, /^\d+ points? done, \d+ points? open$/);
});

test("where a page may not make notices (Android), the table lives on and the worker makes them", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await at.open("", { permissions: ["notifications"], settings: { notify: true } });
  await page.addInitScript(() => {
    window.Notification = class {
      static permission = "granted";
      constructor() {
        throw new TypeError("Illegal constructor");
      }
    };
    // Somebody looks at another page.
    Object.defineProperty(document, "hidden", { get: () => true });
  });
  await page.reload();
  await newTable(page, "paris", { level: 0 });
  await page.locator(".panel-now [data-confirm]").first().waitFor();
  await page.waitForFunction(async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    return ((await worker?.getNotifications()) ?? []).length > 0;
  });
  await page.locator(".panel-now [data-confirm]:enabled").first().click();
  await page.locator("[data-deck]:enabled").waitFor();
  assert.deepEqual(page.errors, []);
});

test("a part of the table that fails leaves the match where it is", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open();
  // The score did not come over the network: nothing but that is missing.
  await page.route(/\/assets\/Final-.*\.js/, (route) => route.abort());
  await newTable(page, "paris", { level: 0 });
  await page.waitForSelector(".offered");
  await playUntil(page, () => page.getByRole("heading", { name: "Something went wrong here." }).isVisible());
  await page.unroute(/\/assets\/Final-.*\.js/);
  await page.getByRole("button", { name: "Show it again" }).click();
  await page.locator(".final-table").waitFor();
});
