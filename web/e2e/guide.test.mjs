// The guided first match to its end, left and resumed; a tour of what is special in a game.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./accessible.mjs";
import { TEST_LIMIT, WAIT_LIMIT } from "./limits.mjs";
import { newTable, stage } from "./support.mjs";

const at = stage();
const common = { bypassCSP: true, reducedMotion: "reduce" };
const PHONE = { width: 390, height: 844 };

/** The step that the card is at, from 1. */
const step = (page) =>
  page.evaluate(
    () => [...document.querySelectorAll(".guide-dots i")].findIndex((each) => each.className === "guide-now") + 1,
  );
const reached = (page, number) =>
  page.waitForFunction(
    (wanted) =>
      [...document.querySelectorAll(".guide-dots i")].findIndex((each) => each.className === "guide-now") + 1 ===
      wanted,
    number,
  );
const card = (page) => page.locator(".guide-card");

/** How many pixels of what is lit lie under the card. */
const covered = (page) =>
  page.evaluate(() => {
    const at = document.querySelector(".guide-card").getBoundingClientRect();
    return [...document.querySelectorAll(".guide-ring")].reduce((sum, ring) => {
      const box = ring.getBoundingClientRect();
      const across = Math.min(at.right, box.right) - Math.max(at.left, box.left);
      const down = Math.min(at.bottom, box.bottom) - Math.max(at.top, box.top);
      return sum + Math.max(0, across) * Math.max(0, down);
    }, 0);
  });

/** "Show me" until the card with this number. */
async function shown(page, number) {
  for (const end = Date.now() + WAIT_LIMIT; (await step(page)) < number; ) {
    assert.ok(Date.now() < end, `still at step ${await step(page)}`);
    // Looked at and pressed at once: the step may be another one a moment later.
    await page.evaluate((wanted) => {
      const now =
        [...document.querySelectorAll(".guide-dots i")].findIndex((each) => each.className === "guide-now") + 1;
      if (now < wanted)
        document.querySelector('[data-guide="show"]:not([aria-disabled="true"]), [data-guide="next"]')?.click();
    }, number);
    await page.waitForTimeout(60);
  }
}

test("the first match is learnt step by step, to the score", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", common);
  await page.click("[data-lesson]");
  await card(page).waitFor();
  // The focus is at the card, which is named by its title; the table stays usable.
  await page.waitForFunction(() => document.activeElement?.matches(".guide-card"));
  assert.equal(await page.getByRole("dialog", { name: "Choose your tickets" }).count(), 1);
  await check(page, "the first card");
  await page.click(".panel-now [data-confirm]");
  await reached(page, 2);
  await page.locator(".ticket-button").first().hover();
  await reached(page, 3);
  assert.match(await card(page).textContent(), /white/);
  // Drawn by keys from anywhere, and another move than the one that was asked for goes on, too.
  await page.locator(".take-tickets:enabled").waitFor();
  await page.keyboard.press("t");
  await page.locator(".offered").first().waitFor();
  await page.click(".panel-now [data-confirm]");
  await page.locator(".guide-aside").waitFor();
  assert.equal(await step(page), 3);
  const deck = page.locator("[data-deck]:enabled");
  await deck.waitFor();
  await page.keyboard.press("d");
  await page.waitForFunction(() => document.querySelector(".guide-text")?.textContent.includes("second card"));
  await deck.waitFor();
  await page.keyboard.press("d");
  await reached(page, 4);
  await shown(page, 6);
  assert.equal(await covered(page), 0);
  await check(page, "a card in the middle");
  // Tickets were taken before they were asked for: the card says so, and goes on by its button.
  await shown(page, 7);
  await page.locator('[data-guide="next"]').waitFor();
  await page.click(".guide-back");
  assert.equal(await step(page), 6);
  await page.click(".guide-main");
  await page.click('[data-guide="next"]');
  await reached(page, 8);
  await shown(page, 9);
  await page.locator(".final-table").waitFor();
  await check(page, "the score");
  await page.click('[data-guide="done"]');
  await card(page).waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".final-table").waitFor();
  assert.equal(await card(page).count(), 0);
  assert.deepEqual(page.errors, []);
});

test("the first match is learnt by keys alone, in Polish, to the score", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { ...common, locale: "pl-PL" });
  await page.locator("[data-lesson]").press("Enter");
  await page.waitForFunction(() => document.activeElement?.matches(".guide-card"));
  const go = '[data-guide="show"]:not([aria-disabled="true"]), [data-guide="next"], [data-guide="done"]';
  const told = new Map();
  for (const end = Date.now() + 3 * WAIT_LIMIT; (await page.locator(".final-table").count()) === 0; ) {
    assert.ok(Date.now() < end, `still at step ${await step(page)}`);
    // The card is what a screen reader reads: a dialog with a name, a place in the row, and text that is told anew.
    const said = await page.evaluate(() => {
      const card = document.querySelector(".guide-card");
      const by = (name) => document.getElementById(card?.getAttribute(name) ?? "");
      return card && [by("aria-labelledby")?.textContent, by("aria-describedby")?.getAttribute("aria-live")];
    });
    if (said) told.set(await step(page), said);
    // Forward from where the focus is, to the button, and pressed.
    const ready = await page.locator(go).count();
    for (let tabs = 0; ready && tabs < 12; tabs++) {
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), go)) {
        await page.keyboard.press("Enter");
        break;
      }
      if (!(await page.evaluate(() => document.activeElement?.closest(".guide-card"))))
        await page.evaluate(() => document.querySelector(".guide-card")?.focus());
      await page.keyboard.press("Tab");
    }
    await page.waitForTimeout(60);
  }
  const titles = [...told.values()].map(([title]) => title);
  assert.equal(titles[0], "Wybierz bilety");
  assert.ok(new Set(titles).size >= 7, titles.join(", "));
  assert.ok([...told.values()].every(([title, live]) => title && live === "polite"));
  assert.deepEqual(page.errors, []);
});

test("the first match is left, found again after a reload, and goes on", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { ...common, viewport: PHONE, locale: "pl-PL" });
  await page.click("[data-lesson]");
  await card(page).waitFor();
  await page.click(".panel-now [data-confirm]");
  await reached(page, 2);
  await page.waitForFunction(() => document.activeElement?.matches(".guide-card"));
  await page.keyboard.press("Escape");
  await page.locator(".guide-pill").waitFor();
  assert.equal(await card(page).count(), 0);
  assert.ok(await page.evaluate(() => document.activeElement !== document.body));
  // Put aside, the lesson stays so; its table is an ordinary one.
  await page.reload();
  await page.locator(".guide-pill").click();
  await reached(page, 2);
  await page.locator('[data-guide="show"]').press("Enter");
  await reached(page, 3);
  await shown(page, 4);
  await page.goto(`${at.address}/#/`);
  await page.locator(".invitation a").click();
  await reached(page, 4);
  await page.reload();
  await reached(page, 4);
  assert.equal(await covered(page), 0);
  await check(page, "a card on the phone");
  assert.deepEqual(page.errors, []);
});

test("a tour of a game on its first table, once, and again from the menu", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { ...common, viewport: PHONE, tours: true });
  await newTable(page, "northern_lights", { level: 0 });
  await card(page).waitFor();
  assert.equal(await step(page), 1);
  await check(page, "a card of a tour");
  const count = await page.locator(".guide-dots i").count();
  for (let n = 2; n <= count; n++) {
    await page.click('[data-guide="next"]');
    await reached(page, n);
    // What it speaks of is lit, and not covered.
    await page.locator(".guide-ring, .guide-rows").first().waitFor();
    assert.equal(await covered(page), 0, `card ${n}`);
  }
  await page.click('[data-guide="done"]');
  await card(page).waitFor({ state: "detached" });
  await page.reload();
  await page.locator(".offered").first().waitFor();
  assert.equal(await card(page).count(), 0);
  await page.click(".turnbar-menu");
  await page.locator("dialog[open] .menu button").nth(1).click();
  await page.click("[data-tour]");
  await card(page).waitFor();
  await page.keyboard.press("Escape");
  await card(page).waitFor({ state: "detached" });
  assert.deepEqual(page.errors, []);
});

test("the puzzle of the day is solved, and the day is counted", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", common);
  await page.click('a[href="#/puzzles"]');
  const moves = page.locator(".puzzle-move");
  await moves.first().waitFor();
  await check(page, "a question");
  // The server knows the answer; the page learns it only when it has one.
  const puzzle = await page.locator("[data-asked]").getAttribute("data-asked");
  const solution = await (await fetch(`${at.address}/api/puzzles/${puzzle}/solution`)).json();
  const best = solution.better[0];
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.locator(`[data-action="${best}"]`).focus();
  await page.keyboard.press("Enter");
  assert.equal(asked.filter((url) => url.endsWith("/solution")).length, 0);
  await page.click('[data-puzzle="play"]');
  await page.locator(".puzzle-right").waitFor();
  assert.ok(await page.evaluate(() => document.activeElement.id === "puzzle-verdict"));
  assert.match(await page.locator(".puzzles-streak").textContent(), /1 day/);
  assert.ok((await page.locator(".puzzle-best").textContent()).length > 20);
  await check(page, "a solution");
  await page.reload();
  assert.match(await page.locator(".puzzles-streak").textContent(), /1 day/);
  // Another one, given up: only the day's own puzzle counts for the day.
  await page.locator(".puzzles-themes a").first().click();
  await page.click('[data-puzzle="solution"]');
  await page.locator(".puzzle-wrong").waitFor();
  await page.click('[data-puzzle="next"]');
  await moves.first().waitFor();
  assert.match(await page.locator(".puzzles-streak").textContent(), /1 day/);
  assert.deepEqual(page.errors, []);
});
