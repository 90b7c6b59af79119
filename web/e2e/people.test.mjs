// People at one table: by link, at one screen, watching, away and back, with keys only.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { decide, playOut, playUntil } from "./player.mjs";
import { copied, newTable, openPage, stage, startServer } from "./support.mjs";

const at = stage();

const granted = { permissions: ["clipboard-read", "clipboard-write"] };
const myTurn = (page) => page.locator(".market-can:enabled, .panel-now").first().waitFor();

/** A table of Paris with one open seat, and a friend who opens its link. */
async function withFriend() {
  const host = await at.open("", granted);
  await newTable(host, "paris", { seats: ["open"] });
  await host.waitForSelector(".waiting-link");
  const link = await copied(host, host.locator(".waiting-link .button").first());
  assert.match(link, /\?join=/);
  const watch = await copied(host, host.locator(".waiting-link .button").nth(1));
  const friend = await openPage(at.browser, link);
  await friend.fill(".join input", "Marek");
  await friend.click(".join button[type=submit]");
  await friend.waitForSelector(".waiting-seats");
  return { host, friend, watch };
}

test("friends by link, a spectator, chat, rematch", { timeout: TEST_LIMIT }, async () => {
  const { host, friend, watch } = await withFriend();
  assert.ok(!friend.url().includes("join="), "the key is gone from the address");
  await host.getByText("Marek").first().waitFor();
  await host.click(".waiting .button-main");
  await host.waitForSelector(".offered");
  await friend.waitForSelector(".offered");
  const spectator = await openPage(at.browser, watch);
  await spectator.waitForSelector('[data-anchor="seat-0"]');
  assert.equal(await spectator.locator(".hand").count(), 0, "a spectator sees no hand");
  const state = [{}, {}];
  const over = [false, false];
  while (!(over[0] && over[1])) {
    for (const [i, page] of [host, friend].entries()) {
      if (!over[i]) over[i] = (await decide(page, state[i])) === "over";
    }
    await host.waitForTimeout(40);
  }
  await spectator.waitForSelector(".final-table");
  // Read aloud, the points and the tickets are two things.
  const cells = await host.$$eval(".final-table tbody td", (found) => found.map((cell) => cell.textContent));
  assert.ok(
    cells.some((text) => /^[+−]?\d+ \d+.of.\d+ done( |$)/.test(text)),
    cells.join(" | "),
  );
  assert.ok(
    cells.every((text) => !/\d\d+.of|[a-z][A-Z+−]/.test(text)),
    cells.join(" | "),
  );
  await host.locator(".final-buttons .button-main").click();
  await host.waitForSelector(".offered");
  await friend.waitForSelector(".offered");
  await friend.getByRole("tab", { name: "Chat" }).click();
  await friend.fill(".chat input", "Dobrej podróży!");
  await friend.keyboard.press("Enter");
  await host.getByRole("tab", { name: /Chat/ }).click();
  await host.getByText("Dobrej podróży!").waitFor();
  for (const page of [host, friend, spectator]) {
    assert.deepEqual(page.errors, []);
  }
});

test("a seat of a running match is taken by consent", { timeout: TEST_LIMIT }, async () => {
  const host = await at.open("", granted);
  await newTable(host, "paris", { seats: ["open"] });
  await host.waitForSelector(".waiting-link");
  const link = await copied(host, host.locator(".waiting-link .button").first());
  await host.click(".waiting .button-main"); // a bot takes the free seat
  await host.waitForSelector(".offered");
  const friend = await openPage(at.browser, link);
  await friend.fill(".join input", "Ola");
  await friend.click(".join button[type=submit]");
  await friend.getByText("Everyone who plays here must agree").waitFor();
  assert.equal(await friend.locator(".hand").count(), 0, "until then nothing hidden is seen");
  const question = host.getByRole("alertdialog");
  await question.getByText("Ola").waitFor();
  await question.getByRole("button", { name: "Agree" }).click();
  await friend.locator(".offered, .hand").first().waitFor();
  await host.getByText("Ola has taken over").waitFor();
  await question.waitFor({ state: "detached" });
  for (const page of [host, friend]) assert.deepEqual(page.errors, []);
});

test("a route that I look at while another one moves is still looked at when my turn comes", {
  timeout: TEST_LIMIT,
}, async () => {
  const { host, friend } = await withFriend();
  await host.click(".waiting .button-main");
  for (const page of [host, friend]) {
    await page.waitForSelector(".offered");
    await playOut(page, { until: (n) => n >= 1 });
  }
  const deck = (page) => page.locator("[data-deck]:enabled");
  const mover = await Promise.any(
    [host, friend].map((page) =>
      deck(page)
        .waitFor()
        .then(() => page),
    ),
  );
  const other = mover === host ? friend : host;
  const card = other.locator(".route-card-pinned");
  const tracks = await other.$$eval(".tracks .track", (all) => all.map((each) => Number(each.dataset.track)));
  for (const track of tracks) {
    const point = await other.evaluate((number) => window.eyes.pointAt(number), track);
    if (!point) continue;
    await other.mouse.click(...point);
    await card.waitFor();
    break;
  }
  for (let card = 0; card < 2; card++) {
    await deck(mover).click();
    await mover.locator(card === 0 ? ".panel-now [data-deck]:enabled" : ".market-panel:not(.panel-now)").waitFor();
  }
  await deck(other).waitFor();
  assert.equal(await card.count(), 1);
  await card.locator(".why, [data-confirm]").first().waitFor();
  for (const page of [host, friend]) assert.deepEqual(page.errors, []);
});

test("a quick word reaches the others, and can be switched off", { timeout: TEST_LIMIT }, async () => {
  const { host, friend } = await withFriend();
  await host.click(".waiting .button-main");
  await host.waitForSelector(".offered");
  await friend.waitForSelector(".offered");
  await host.getByRole("button", { name: "Say something quick" }).click();
  await host.getByRole("button", { name: "Well done!" }).click();
  await friend.locator(".emote-bubble", { hasText: "Well done!" }).waitFor();
  await friend.getByRole("button", { name: "Settings" }).click();
  await friend.getByRole("switch", { name: /Emotes/ }).uncheck({ force: true });
  await friend.keyboard.press("Escape");
  assert.equal(await friend.getByRole("button", { name: "Say something quick" }).count(), 0);
  for (const page of [host, friend]) assert.deepEqual(page.errors, []);
});

test("offline and back: nothing is lost", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open();
  await newTable(page, "paris", { level: 0 });
  await page.waitForSelector(".offered");
  await playOut(page, { until: (n) => n >= 3 });
  await page.context().setOffline(true);
  // With the stop: a move that was on its way says "No connection: nothing was sent" beside it.
  const offline = page.locator(".toast", { hasText: "No connection." });
  await offline.waitFor();
  assert.equal(await page.locator(".market-can:enabled").count(), 0, "moves are disabled");
  const before = await page.locator(".log-line").count();
  await page.context().setOffline(false);
  await offline.waitFor({ state: "detached" });
  await myTurn(page);
  assert.ok((await page.locator(".log-line").count()) >= before);
  await page.reload();
  await myTurn(page);
});

test("two people at one screen: a curtain between them", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open();
  await newTable(page, "paris", { seats: ["mine"] });
  for (const name of ["Zosia", "Raspberry"]) {
    await page.locator(".curtain h1", { hasText: name }).waitFor();
    assert.equal(await page.locator(".hand").count(), 0, "nothing is seen before");
    await page.click(".curtain button");
    await page.locator(".offered").first().waitFor();
    await page.click(".panel-now [data-confirm]");
    // My hand stays until I pass it on; whoever chose last may be the one who begins.
    await page.locator(".pass-panel, .market-can:enabled").first().waitFor();
    assert.equal(await page.locator(".curtain").count(), 0, "no curtain before I say so");
    if (await page.locator(".pass-panel").isVisible()) await page.click("[data-choice=pass-on]");
  }
  // The device goes to and fro, and what was drawn is seen by who drew it.
  const state = {};
  let drew = 0;
  for (let passed = 0; passed < 6; ) {
    drew = Math.max(drew, await page.locator(".pass-cards .card").count());
    if (await page.locator(".curtain").isVisible()) passed++;
    assert.notEqual(await decide(page, state), "over");
    await page.waitForTimeout(30);
  }
  assert.equal(drew, 2, "both cards of a turn");
  assert.deepEqual(page.errors, []);
});

test("undo takes a claim back, with everything that was paid", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open();
  await newTable(page, "pennsylvania", { level: 0 });
  await page.waitForSelector(".offered");
  const cards = () => page.locator(".panel-head small").filter({ hasText: /card/ }).last().innerText();
  let before = "";
  await playUntil(page, async () => {
    if (await page.locator(".share-choose").first().isVisible()) return true;
    if (await page.locator(".market-can:enabled").first().isVisible()) before = (await cards()).split(",")[0];
    return false;
  });
  assert.notEqual((await cards()).split(",")[0], before, "cards were paid");
  await page.click(".turn-undo");
  await page.locator(".share-choose").first().waitFor({ state: "detached" });
  await page.locator(".market-can:enabled").first().waitFor();
  assert.equal((await cards()).split(",")[0], before, "and are back");
});

test("two people at one screen: the last one can take back before the next one looks", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await at.open();
  await newTable(page, "paris", { seats: ["mine"] });
  const state = {};
  let done = "";
  while (done !== "claimed") {
    done = await decide(page, state);
    assert.notEqual(done, "over", "without a claim");
  }
  await page.click("[data-choice=pass-on]");
  await page.waitForSelector(".curtain");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.locator(".curtain .button-main").click();
  await page.locator(".market-can:enabled").first().waitFor();
});

test("a bot stands in and gives the seat back", { timeout: TEST_LIMIT }, async (t) => {
  const slow = await startServer({ delay: 1.5 });
  t.after(slow.stop);
  const page = await openPage(at.browser, slow.address);
  await newTable(page, "paris", { level: 0 });
  await page.waitForSelector(".offered");
  await page.click(".top .icon-button[aria-label='Table']");
  const give = page.getByRole("button", { name: "Let a bot play my seat" });
  await give.click();
  // The button that had the focus is gone now; the dialog must hear Escape all the same.
  await give.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Play myself" }).click();
  await myTurn(page);
});

test("keys alone: tickets, cards, a route", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open();
  await page.waitForSelector("[data-game=paris]");
  await page.focus("[data-game=paris]");
  await page.keyboard.press("Enter");
  await page.focus(".setup-open");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".offered");
  await page.focus(".panel-now [data-confirm]");
  await page.keyboard.press("Enter");
  const pieces = () => page.locator('[data-anchor="seat-0"] span:has(> .player-mark)').first().innerText();
  const start = await pieces();
  for (let i = 0; i < 200 && (await pieces()) === start; i++) {
    await myTurn(page);
    const question = page.locator(".panel-now [data-confirm]").first();
    if (await question.isVisible()) {
      // The engine may have answered it meanwhile, where there was only one answer.
      const there = await question.focus({ timeout: 2000 }).then(
        () => true,
        () => false,
      );
      if (there) await page.keyboard.press("Enter");
    } else if ((await page.locator(".tracks .track-claimable, .tracks .track-helps").count()) > 0) {
      await page.keyboard.press("c");
      await page.waitForFunction(() => document.activeElement?.hasAttribute("data-track"));
      await page.keyboard.press("Enter");
      await page.locator(".route-card-pinned [data-confirm]:enabled").waitFor();
      // Enter again leads to the button; only the button claims.
      await page.keyboard.press("Enter");
      assert.equal(await pieces(), start);
      await page.keyboard.press("Enter");
      // It is claimed, or something is asked about it first.
      while ((await pieces()) === start && !(await page.locator(".panel-now").isVisible()))
        await page.waitForTimeout(50);
    } else await page.keyboard.press("d");
    await page.waitForTimeout(100);
  }
  assert.notEqual(await pieces(), start, "a route was claimed with keys");
  await page.keyboard.press("?");
  await page.waitForSelector("dialog[open]");
});

test("Polish at any time, and dark colours", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open();
  await newTable(page, "card_game", { level: 0 });
  await page.waitForSelector(".offered");
  await page.click(".top .icon-button[aria-label='Settings']");
  await page.getByRole("radio", { name: "Polski" }).click();
  await page.getByRole("radio", { name: "Ciemne" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Twoja kolej" }).waitFor();
  assert.equal(await page.getAttribute("html", "lang"), "pl");
  assert.equal(await page.getAttribute("html", "data-theme"), "dark");
});

for (const locale of ["en-GB", "pl-PL"]) {
  test(`nothing is wider than a small phone, ${locale}`, { timeout: TEST_LIMIT }, async () => {
    const page = await at.open("", { viewport: { width: 360, height: 740 }, locale, hasTouch: true });
    const fits = async (where) =>
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, where);
    await page.waitForSelector(".game-picture svg");
    await fits("home");
    // Nothing is cut off either, where a box hides what flows over.
    for (const each of await page.locator(".home-top :is(a, button), .game").all()) {
      const { x, width } = await each.boundingBox();
      assert.ok(x >= 0 && x + width <= 360, await each.textContent());
    }
    await page.click('[data-game="card_game"]');
    await page.waitForSelector(".setup");
    await fits("set-up");
    await newTable(page, "card_game", { seats: ["bot", "open"] });
    await page.waitForSelector(".qr");
    await fits("waiting room");
    await page.click(".waiting-seats .button-main");
    await page.waitForSelector(".offered");
    await fits("table");
    // While tickets are on offer they are all in sight; then my yard is seen whole above the sheet, however many play.
    await page.locator(".panel-now [data-confirm]:enabled").click();
    await page.locator(".offered").first().waitFor({ state: "detached" });
    const yard = await page.locator(".yard-mine").boundingBox();
    const sheet = await page.locator(".sheet").boundingBox();
    assert.ok(yard.y + yard.height <= sheet.y, "my yard");
    assert.deepEqual(page.errors, []);
  });
}

test("colours are chosen by one tap, and everything follows", { timeout: TEST_LIMIT }, async () => {
  const host = await at.open("", granted);
  await host.click('[data-game="paris"]');
  const mine = host.getByRole("radiogroup", { name: "Your colour" });
  await mine.getByRole("radio", { name: "Brown" }).click();
  await newTable(host, "paris", { seats: ["open"], name: "" });
  await host.waitForSelector(".waiting-link");
  const friend = await openPage(at.browser, await copied(host, host.locator(".waiting-link .button").first()));
  const theirs = friend.getByRole("radiogroup", { name: "Your colour" });
  assert.ok(await theirs.getByRole("radio", { name: "Brown: somebody else has it" }).isDisabled());
  await theirs.getByRole("radio", { name: "Olive" }).click();
  await friend.click(".join button[type=submit]");
  // Without a name they are called by what they chose, and one may still choose otherwise.
  await host.getByText("Olive", { exact: true }).waitFor();
  const again = host.getByRole("radiogroup", { name: "Colour of Brown" });
  assert.ok(await again.getByRole("radio", { name: "Olive: somebody else has it" }).isDisabled());
  await again.getByRole("radio", { name: "Slate" }).click();
  await friend.getByText("Slate", { exact: true }).waitFor();
  await host.click(".waiting .button-main");
  for (const page of [host, friend]) {
    await page.waitForSelector(".offered");
    const [first, second] = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const same = (seat, colour) => style.getPropertyValue(seat) === style.getPropertyValue(colour);
      return [same("--seat-0", "--colour-5"), same("--seat-1", "--colour-4")];
    });
    assert.ok(first && second, "cars, panels and chips go by the seat's colour");
  }
  await host.getByRole("heading", { name: "Olive" }).or(host.getByText("Olive")).first().waitFor();
  // It is remembered for the next table, and a table before it does not colour the home page.
  await host.goto(`${at.address}/#/new/paris`);
  await host.waitForSelector(".setup");
  const chosen = host.getByRole("radiogroup", { name: "Your colour" }).getByRole("radio", { checked: true });
  assert.equal(await chosen.getAttribute("aria-label"), "Slate");
  assert.equal(await host.evaluate(() => document.documentElement.style.length), 0);
  assert.deepEqual([...host.errors, ...friend.errors], []);
});
