// How moments are shown: nobody waits for them, and they know when nobody looks, moves or listens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { playOut, playUntil } from "./player.mjs";
import { atTable, newTable, resting, showsMoments, stage } from "./support.mjs";

const at = stage();
const MOVES = { motion: "full", settings: { pace: "normal" } };

/** My turn at a table of which everything has been shown. */
async function turn(game, options = {}) {
  const page = await atTable(at, game, { ...MOVES, decisions: 1, ...options });
  await showsMoments(page);
  await page.locator("[data-deck]:enabled").waitFor();
  await page.evaluate(() => window.wagonik.finishAll());
  return page;
}
const playing = (page) => page.evaluate(() => window.wagonik.playing.get());
const hand = (page) =>
  page
    .locator(".hand .card-count")
    .allInnerTexts()
    .then((all) => all.reduce((sum, each) => sum + Number(each), 0));

test("my turn is open while the moves of others are still being shown, and acting ends that", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await turn("nordic_countries", { others: 2 });
  const before = await hand(page);
  for (let card = 0; card < 2; card++) {
    await page.locator("[data-deck]:enabled").click();
    if (card === 0) await page.locator(".panel-now [data-deck]:enabled").waitFor();
  }
  // Nothing more is shown from here on; the table goes on.
  await page.locator(".ribbon-pause").click();
  await page.getByRole("heading", { name: "Your turn" }).waitFor();
  await page.locator("[data-deck]:enabled").waitFor();
  const { moment, waiting, paused } = await playing(page);
  assert.ok(paused && (moment !== null || waiting > 0), "the others' moves were not shown yet");
  await page.locator(".ribbon-head", { hasText: "Catching up" }).waitFor();
  await page.locator("[data-deck]:enabled").click();
  await page.locator(".panel-now [data-deck]:enabled").waitFor();
  assert.equal((await playing(page)).waiting, 0);
  await page.waitForFunction(
    (count) =>
      [...document.querySelectorAll(".hand .card-count")].reduce((sum, each) => sum + Number(each.textContent), 0) ===
      count,
    before + 3,
  );
  assert.deepEqual(page.errors, []);
});

test("while nobody looks at the page nothing is shown, and coming back shows the present", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await turn("nordic_countries");
  await page.evaluate(() => {
    window.away = true;
    window.shownAway = 0;
    Object.defineProperty(document, "hidden", { get: () => window.away, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    window.wagonik.playing.subscribe(() => {
      if (window.away && window.wagonik.playing.get().moment) window.shownAway++;
    });
  });
  const lines = await page.locator(".log-line").count();
  await page.locator("[data-deck]:enabled").click();
  await page.locator(".panel-now [data-deck]:enabled").click();
  await page.waitForFunction((count) => document.querySelectorAll(".log-line").length > count + 1, lines);
  await page.locator("[data-deck]:enabled").waitFor();
  assert.equal(await page.evaluate(() => window.shownAway), 0);
  await page.evaluate(() => {
    window.away = false;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  assert.equal((await playing(page)).moment, null);
  assert.equal(await page.locator(".fly").count(), 0);
  assert.deepEqual(page.errors, []);
});

test("a connection that breaks in the middle of a moment comes back to the present", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await turn("paris");
  await page.evaluate(() => {
    const { wagonik } = window;
    const stop = wagonik.playing.subscribe(() => {
      const { moment, paused } = wagonik.playing.get();
      if (moment?.kind !== "draw" || paused) return;
      stop();
      wagonik.seek(200);
    });
  });
  const before = await hand(page);
  await page.locator("[data-deck]:enabled").click();
  await page.locator(".fly").first().waitFor({ state: "attached" });
  await page.context().setOffline(true);
  await page.locator(".toast", { hasText: "No connection." }).waitFor();
  await page.context().setOffline(false);
  await page.locator(".panel-now [data-deck]:enabled").waitFor();
  await page.locator(".fly").first().waitFor({ state: "detached" });
  assert.equal((await playing(page)).moment, null);
  assert.equal(await hand(page), before + 1, "the card is there");
  assert.deepEqual(page.errors, []);
});

for (const [name, options] of Object.entries({
  "the device asks for less motion": { reducedMotion: "reduce" },
  "calm motion was chosen": { motion: "calm" },
})) {
  test(`where ${name}, cards and cars appear in their places, and nothing travels`, {
    timeout: TEST_LIMIT,
  }, async () => {
    const page = await turn("paris", options);
    await page.evaluate(() => {
      const { wagonik } = window;
      window.travelled = [];
      window.appeared = new Set();
      wagonik.playing.subscribe(() => {
        const { moment, paused } = wagonik.playing.get();
        if (!moment || paused || !["draw", "claim"].includes(moment.kind)) return;
        const where = () =>
          [...document.querySelectorAll(".fly, .gain, .board-moments g g")].map((each) => {
            if (getComputedStyle(each).opacity !== "0") window.appeared.add(moment.kind);
            return getComputedStyle(each).transform;
          });
        wagonik.seek(0);
        const first = where();
        for (let part = 1; part < 10; part++) {
          wagonik.seek((wagonik.length * part) / 10);
          where().forEach((now, i) => {
            if (now !== first[i]) window.travelled.push(`${moment.kind}: ${first[i]}, then ${now}`);
          });
        }
        queueMicrotask(() => {
          wagonik.goOn();
          wagonik.resume();
        });
      });
    });
    await playUntil(page, () => page.evaluate(() => window.appeared.size === 2));
    assert.deepEqual(await page.evaluate(() => window.travelled), []);
    assert.deepEqual(page.errors, []);
  });
}

test("sound is off, quiet or full, and made here", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", MOVES);
  await page.addInitScript(() => {
    window.loudest = 0;
    window.started = 0;
    const ramp = AudioParam.prototype.exponentialRampToValueAtTime;
    AudioParam.prototype.exponentialRampToValueAtTime = function (value, time) {
      // Gains are below 1, pitches above.
      if (value < 1) window.loudest = Math.max(window.loudest, value);
      return ramp.call(this, value, time);
    };
    for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
      const { start } = kind.prototype;
      kind.prototype.start = function (...when) {
        window.started++;
        return start.apply(this, when);
      };
    }
  });
  const files = [];
  page.on("request", (request) => request.resourceType() === "media" && files.push(request.url()));
  await page.reload();
  await newTable(page, "nordic_countries", { level: 0 });
  await page.waitForSelector(".offered");
  await playOut(page, { until: (n) => n >= 1 });
  await showsMoments(page);
  const heard = {};
  for (const choice of ["Off", "Quiet", "Full"]) {
    await page.getByRole("button", { name: "Settings" }).first().click();
    await page
      .getByRole("radiogroup", { name: "Sound", exact: true })
      .getByRole("radio", { name: choice, exact: true })
      .click();
    await page.keyboard.press("Escape");
    await page.locator("[data-deck]:enabled").waitFor();
    await page.evaluate(() => {
      window.wagonik.finishAll();
      window.loudest = 0;
      window.started = 0;
      window.seen = false;
      window.wagonik.playing.subscribe(() => {
        window.seen ||= window.wagonik.playing.get().moment?.kind === "draw";
      });
    });
    // A card from the deck: card, flip, land.
    await page.locator("[data-deck]:enabled").click();
    await page.waitForFunction(() => window.seen && window.wagonik.playing.get().moment === null);
    heard[choice] = await page.evaluate(() => ({ loudest: window.loudest, started: window.started }));
  }
  assert.deepEqual(heard.Off, { loudest: 0, started: 0 });
  assert.ok(heard.Quiet.started >= 3, JSON.stringify(heard));
  assert.ok(heard.Quiet.loudest > 0 && heard.Quiet.loudest < heard.Full.loudest * 0.6, JSON.stringify(heard));
  assert.deepEqual(files, []);
  assert.deepEqual(page.errors, []);
});

test("the sheet of a phone has three heights, and the board has what it leaves", { timeout: TEST_LIMIT }, async () => {
  const page = await turn("nordic_countries", { viewport: { width: 360, height: 640 } });
  const handle = page.locator(".sheet-handle");
  const look = async () => {
    await resting(page);
    const [sheet, board] = await page.$$eval(".sheet, .board", (all) =>
      all
        .map((each) => ({ name: each.className, ...each.getBoundingClientRect().toJSON() }))
        .sort((a) => (a.name.startsWith("sheet") ? -1 : 1)),
    );
    const scale = await page.$eval(".board", (each) => Number(each.style.getPropertyValue("--k")));
    return { sheet: sheet.height, top: sheet.top, bottom: board.bottom, scale };
  };
  const middle = await look();
  await handle.tap();
  await page.locator(".sheet-full").waitFor();
  const full = await look();
  await handle.tap();
  await page.locator(".sheet-peek").waitFor();
  const peek = await look();
  assert.ok(peek.sheet < middle.sheet - 40 && middle.sheet < full.sheet - 40, JSON.stringify([peek, middle, full]));
  assert.ok(
    peek.scale > middle.scale * 1.05,
    `the board is fitted to its room: ${JSON.stringify([peek, middle, full])}`,
  );
  for (const each of [peek, middle]) assert.ok(each.bottom <= each.top + 24, JSON.stringify(each));
  await handle.tap();
  await page.locator(".sheet-market").waitFor();
  assert.ok(Math.abs((await look()).scale - middle.scale) < 0.001);
});

test("the cards of the market grow with their panel", { timeout: TEST_LIMIT }, async () => {
  const page = await turn("nordic_countries");
  for (const [width, height, least] of [
    [1440, 900, 56],
    [1920, 1080, 56],
    [820, 1180, 48],
    [390, 844, 48],
  ]) {
    await page.setViewportSize({ width, height });
    await resting(page);
    const [market, cards] = await page.evaluate(() => {
      const box = (each) => each.getBoundingClientRect().toJSON();
      return [box(document.querySelector(".market")), [...document.querySelectorAll(".market .card-market")].map(box)];
    });
    const filled = (Math.max(...cards.map((each) => each.right)) - cards[0].left) / market.width;
    const where = `${width} × ${height}: ${cards[0].width} wide, ${filled} of the panel`;
    assert.ok(
      cards.every((each) => each.width >= least),
      where,
    );
    // Where the deck stands in the same line it has its part.
    assert.ok(filled > 0.6, where);
  }
});
