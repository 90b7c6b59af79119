// What people see happen: cards fly, trains roll, tunnels are turned up, and nobody waits for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { playOut, playUntil } from "./player.mjs";
import { newTable, stage } from "./support.mjs";

const at = stage();

/** A page at a table where things move. */
async function table(game, { options = {}, seats = [], pace = "normal", motion = "full" } = {}) {
  const page = await at.open("", { motion, ...options });
  await page.evaluate((chosen) => {
    const kept = JSON.parse(localStorage.getItem("wagonik.settings") ?? "{}");
    localStorage.setItem("wagonik.settings", JSON.stringify({ ...kept, pace: chosen }));
  }, pace);
  await page.reload();
  await newTable(page, game, { seats, level: 0 });
  await page.waitForSelector(".offered");
  return page;
}

/** Stop the next moment of a kind at its beginning, as soon as it comes. */
const stopAt = (page, kind, whose = "any") =>
  page.evaluate(
    ([kind, whose]) => {
      const { wagonik } = window;
      wagonik.playing.subscribe(() => {
        const { moment, paused } = wagonik.playing.get();
        const mine = whose === "any" || (whose === "mine") === (moment?.seat === wagonik.shown.get().seat);
        if (moment?.kind === kind && mine && !paused) wagonik.seek(1);
      });
    },
    [kind, whose],
  );
const stopped = (page) =>
  page.evaluate(() => window.wagonik.playing.get().paused && window.wagonik.playing.get().moment !== null);

/** Play until a moment of that kind has been stopped. */
async function until(page, kind, whose = "any") {
  await stopAt(page, kind, whose);
  await playUntil(page, async () => {
    // Who acts ends the moments of others: those before it are passed over one by one.
    await page.waitForFunction((kind) => {
      const { wagonik } = window;
      const { moment, paused } = wagonik.playing.get();
      if (moment && moment.kind !== kind) wagonik.goOn();
      return moment === null || paused;
    }, kind);
    return stopped(page);
  });
}
const seek = (page, part) => page.evaluate((part) => window.wagonik.seek(window.wagonik.length * part), part);
const settled = (page) => page.waitForFunction(() => window.wagonik.playing.get().moment === null);
const blemishes = (page) => page.evaluate(() => window.wagonik.blemishes);
const hand = (page) =>
  page
    .locator(".hand .card-count")
    .allInnerTexts()
    .then((all) => all.reduce((sum, each) => sum + Number(each), 0));

test("a card that I draw flies to my hand, and counts when it lands", { timeout: TEST_LIMIT }, async () => {
  const page = await table("nordic_countries");
  await page.click(".panel-now [data-confirm]");
  await page.locator("[data-deck]:enabled").waitFor();
  await settled(page);
  const before = await hand(page);
  await stopAt(page, "draw", "mine");
  await page.click("[data-deck]");
  await page.waitForFunction(() => window.wagonik.playing.get().paused);
  await seek(page, 0.4);
  assert.equal(await page.locator(".moments-stage .fly").count(), 3, "out of the deck, held up, into the hand");
  assert.equal(await hand(page), before, "not before it lands");
  // Nobody waits for it: the second card can be drawn, and that ends the moment.
  await page.locator("[data-deck]:enabled").waitFor();
  await page.click("[data-deck]");
  await page.waitForFunction((count) => {
    const counts = [...document.querySelectorAll(".hand .card-count")];
    return counts.reduce((sum, each) => sum + Number(each.textContent), 0) > count;
  }, before);
  assert.deepEqual(page.errors, []);
});

test("a claim: cars roll in, points come after them, a press ends it", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris");
  await until(page, "claim");
  const { seat, track, points } = await page.evaluate(() => {
    const { moment } = window.wagonik.playing.get();
    return { seat: moment.seat, track: moment.events[0].track, points: moment.events[0].points };
  });
  const shown = () =>
    page.evaluate((seat) => {
      const { view } = window.wagonik.shown.get();
      const player = view.players[seat];
      return { points: player.points, tracks: player.tracks };
    }, seat);
  const before = await shown();
  assert.ok(!before.tracks.includes(track), "not yet");
  await seek(page, 0.35);
  const cars = await page.$$eval(".board-moments use", (all) => {
    for (const car of all) car.classList.add("these");
    return all.length;
  });
  assert.ok(cars >= 4, "cars on the board");
  await page.evaluate(() => window.wagonik.resume());
  await page.locator(".table-right").click({ position: { x: 4, y: 4 } });
  await page.waitForFunction(
    ([seat, track]) => window.wagonik.shown.get().view.players[seat].tracks.includes(track),
    [seat, track],
  );
  assert.equal((await shown()).points, before.points + points);
  // The next claim may have begun already.
  assert.equal(await page.locator(".these").count(), 0, "and nothing is left of it");
  assert.deepEqual(await blemishes(page), []);
});

test("the board comes nearer for what others build, and is left alone by who zooms", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("nordic_countries");
  const scale = () => page.locator(".board").evaluate((board) => Number(board.style.getPropertyValue("--k")));
  const near = () => page.locator(".board.board-zoomed").count();
  const goOn = async () => {
    await page.evaluate(() => window.wagonik.resume());
    await page.keyboard.press("Escape");
  };
  await page.click(".panel-now [data-confirm]");
  await page.locator("[data-deck]:enabled").waitFor();
  const whole = await scale();
  await until(page, "claim", "others");
  assert.equal(await scale(), 1.15);
  await page.waitForFunction(() => document.querySelector(".board-layer").getAnimations().length === 0);
  const middle = await page.evaluate(() => {
    const { moment } = window.wagonik.playing.get();
    const car = document.querySelector(".board-moments path").getBoundingClientRect();
    const board = document.querySelector(".board").getBoundingClientRect();
    return { moment: moment.kind, x: car.x + car.width / 2 - board.x, wide: board.width };
  });
  assert.ok(middle.x > 0 && middle.x < middle.wide, JSON.stringify(middle));
  // Who ends the moment has the whole board again.
  await goOn();
  await page.locator(".board:not(.board-zoomed)").waitFor();
  assert.equal(await scale(), whole, "and it lies as before, whatever came into the ribbon");
  // Who looks at something by themselves goes on looking at it.
  await page.getByRole("button", { name: "Zoom in" }).click();
  const own = await scale();
  await until(page, "claim", "others");
  assert.equal(await scale(), own);
  await goOn();
  assert.equal(await scale(), own);
  await page.getByRole("button", { name: "Whole board" }).click();
  await page.getByRole("button", { name: "Settings" }).first().click();
  await page.getByRole("switch", { name: /Come nearer/ }).click();
  await page.keyboard.press("Escape");
  await until(page, "claim", "others");
  assert.equal(await near(), 0, "a setting switches it off");
  assert.deepEqual(await blemishes(page), []);
  assert.deepEqual(page.errors, []);
});

test("a tunnel is turned up for everybody, and one that can't be paid waits for its owner", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("nordic_countries", { pace: "fast" });
  await until(page, "tunnel");
  await seek(page, 0.05);
  assert.equal((await page.locator(".tunnel-panel .card-empty").count()) >= 3, true, "nothing is turned up yet");
  await seek(page, 1);
  assert.equal(await page.locator(".tunnel-match, .tunnel-miss").count(), 3);
  await page.evaluate(() => window.wagonik.goOn());
  assert.equal((await page.locator(".log").innerText()).includes("gave up"), false);
  assert.deepEqual(await blemishes(page), []);
  assert.deepEqual(page.errors, []);
});

test("a reload shows the present, without moments", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris");
  await until(page, "draw");
  await page.reload();
  await page.waitForSelector("[data-anchor^=seat-]");
  await page.waitForFunction(() => window.wagonik !== undefined);
  assert.equal(await page.evaluate(() => window.wagonik.playing.get().moment), null);
  assert.equal(await page.locator(".fly").count(), 0);
});

test("against bots my move waits for an undo, with a ring that tells so", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { settings: { grace: "press" } });
  await newTable(page, "paris", { seats: ["bot", "bot"], level: 0 });
  await page.waitForSelector(".offered");
  const ring = async () => (await page.locator(".grace-ring").count()) > 0;
  const state = await playUntil(page, ring);
  await page.getByRole("heading", { name: "Your move is made" }).waitFor();
  const tracks = () => page.evaluate(() => window.wagonik.shown.get().view.players[0].tracks.length);
  const before = await tracks();
  await page.click(".turn-undo");
  await page.locator(".grace-ring").waitFor({ state: "detached" });
  await page.waitForFunction((count) => window.wagonik.shown.get().view.players[0].tracks.length < count, before);
  // The same again; this time the bots are let go.
  await playUntil(page, ring, state);
  await page.getByRole("button", { name: "Go on" }).click();
  await page.locator(".grace-ring").waitFor({ state: "detached" });
  assert.deepEqual(page.errors, []);
});

for (const [width, height] of [
  [1440, 900],
  [390, 844],
]) {
  test(`the ribbon tells what the others did, ${width} wide`, { timeout: TEST_LIMIT }, async () => {
    const page = await at.open("", { viewport: { width, height }, hasTouch: width < 700 });
    await newTable(page, "paris", { seats: ["bot", "bot"], level: 0 });
    await page.waitForSelector(".offered");
    const claims = page.locator("button.chip", { hasText: /\+\d/ });
    const mine = page.locator("[data-market]:enabled, [data-deck]:enabled").first();
    await playUntil(page, async () => (await claims.count()) > 0 && (await mine.isVisible()));
    const seats = await page.locator("button.chip .avatar").allInnerTexts();
    assert.ok(seats.includes("E") && seats.includes("P") && !seats.includes("Z"), seats.join());
    await claims.first().click();
    await page.locator(".ribbon-words", { hasText: "claimed" }).waitFor();
    assert.equal(await page.locator(".track-ring:not(.track-ring-off)").count(), 1, "its route is marked");
    await page.getByRole("button", { name: "What happened" }).click();
    await page.locator("dialog .log-line").first().waitFor();
    assert.ok((await page.locator("dialog .log-new").count()) >= 2, "everything since my turn is marked");
    await page.keyboard.press("Escape");
    await page.locator(".ribbon-pace").click();
    assert.match(await page.locator(".ribbon-pace").innerText(), /2×/);
    // Keys do the same, and walk from chip to chip.
    await page.keyboard.press("<");
    assert.match(await page.locator(".ribbon-pace").innerText(), /1×/);
    await page.keyboard.press("b");
    const lit = () => page.$$eval("button.chip", (all) => all.findIndex((chip) => chip.matches(".chip-on")));
    const first = await lit();
    await page.keyboard.press("b");
    assert.notEqual(await lit(), first);
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press("Space");
    await page.locator(".ribbon-pause[aria-pressed=true]").waitFor();
    assert.deepEqual(page.errors, []);
  });
}

/** The ceremony goes on by itself as far as the first ticket, and stands there, however long a press takes. */
const standAtTicket = (page) =>
  page.evaluate(() => {
    const { setTimeout: later } = window;
    let stands = false;
    new MutationObserver(() => {
      stands ||= document.querySelector(".way-lit, .way-lost") !== null;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
    window.setTimeout = (work, time, ...rest) => later(() => (stands && time > 250 ? undefined : work(...rest)), time);
  });

for (const [width, height] of [
  [1440, 900],
  [390, 844],
]) {
  test(`the end is a ceremony, then a sheet with everybody's tickets, ${width} wide`, {
    timeout: TEST_LIMIT,
  }, async () => {
    const page = await table("paris", {
      pace: "instant",
      options: { viewport: { width, height }, hasTouch: width < 700 },
    });
    await playUntil(page, async () => (await page.locator(".ceremony").count()) > 0);
    // Whoever played on may have skipped it already.
    await page
      .locator("[data-choice=skip]")
      .click({ timeout: 2000 })
      .catch(() => undefined);
    await standAtTicket(page);
    await page.getByRole("button", { name: "Watch again" }).click();
    // A ticket's way is lit, and the page is no wider for it; Skip leads to the podium.
    await page.locator(".way-lit, .way-lost").first().waitFor({ state: "attached" });
    await page.locator(".ceremony-card").waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    // Of the trains only those stand out that are on a way that is done.
    const [clear, pale, done] = await page.evaluate(() => {
      const shown = [...document.querySelectorAll(".ceremony-board .track")].map(
        (each) => getComputedStyle(each).opacity,
      );
      const count = (opacity) => shown.filter((each) => each === opacity).length;
      return [count("1"), count("0.4"), document.querySelector(".ceremony-lost") === null];
    });
    assert.equal(clear > 0, done);
    assert.ok(pale > 20, `${pale} tracks step back`);
    await page.locator("[data-choice=skip]").click();
    await page.locator(".podium").waitFor();
    await page.getByRole("button", { name: "Watch again" }).click();
    await page.locator(".ceremony-card").waitFor();
    await page.keyboard.press("Escape");
    await page.locator("[data-choice=sheet]").click();
    await page.locator(".final-table").waitFor();
    const result = await page.evaluate(() =>
      window.wagonik.shown.get().view.players.map((player) => player.kept.length),
    );
    assert.equal(
      await page.locator(".final-tickets li").count(),
      result.reduce((sum, count) => sum + count, 0),
    );
    // The curves end where the result does.
    const totals = await page.$$eval(".final-table tfoot td b", (all) =>
      all.map((each) => each.textContent.replace("−", "-")),
    );
    const ends = await page.locator(".curve-name").allTextContents();
    assert.deepEqual(
      ends.map((each) => each.split(" ").at(-1)),
      totals,
    );
    // A page that comes later sees the sheet at once.
    await page.reload();
    await page.locator(".final-table").waitFor();
    assert.deepEqual(page.errors, []);
  });
}

for (const [game, motion] of [
  ["paris", "full"],
  ["card_game", "full"],
  ["united_kingdom", "calm"],
]) {
  test(`a whole match of ${game}, motion ${motion}: every moment leads to what the server says`, {
    timeout: TEST_LIMIT,
  }, async () => {
    const page = await table(game, { pace: "fast", motion });
    await playOut(page);
    assert.deepEqual(await blemishes(page), []);
    assert.deepEqual(page.errors, []);
  });
}
