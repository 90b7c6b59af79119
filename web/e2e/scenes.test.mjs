// What each mechanic shows when it happens: what flies, what is said, and that all of it is on the screen.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { START_LIMIT, TEST_LIMIT, WAIT_LIMIT } from "./limits.mjs";
import { playUntil } from "./player.mjs";
import { placesOf, playOn } from "./rare.mjs";
import { inSight, newTable, openPage, showsMoments, stage, startServer } from "./support.mjs";

const at = stage();
// Bots that take their time: what they do would hurry the moment on.
let slow;
before(
  async () => {
    slow = await startServer({ delay: 60 });
  },
  { timeout: START_LIMIT },
);
after(() => slow?.stop(), { timeout: WAIT_LIMIT });

const SCREENS = {
  wide: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
};

/**
 * By the name of its place: the moment's kind, the event that makes it one, what is said, what flies and how much of it
 * at least.
 */
const SCENES = {
  bonus: { says: /^Zosia: bonus, \d cards?$/ },
  bought: { says: /^Zosia: \w+/, flies: { ".token-technology": 1 } },
  completed: { says: /^\S+ completes \d+ tickets?$/ },
  dummy_share: { kind: "share", event: "dummy_share", says: /goes to the dummy$/, flies: { ".token-share": 1 } },
  fill: { flies: { ".fly": 1 } },
  flag: { says: /^Zosia: the flag is complete$/, flies: { ".gain": 1, ".fly": 3 } },
  moved: { flies: { ".fly": 1 } },
  new_deck: { says: /^The second deck begins$/, flies: { ".fly": 6 } },
  passed: { says: /^\S+ passes$/ },
  robbed: { kind: "row", event: "robbed", says: /^Zosia robs \S+$/, flies: { ".fly": 3 } },
  row: { flies: { ".fly": 2 } },
  share: { says: /^Zosia: share \S+ \d+$/, flies: { ".token-share": 1 } },
  shuffle: { says: /^The discards become a new deck$/, flies: { ".fly": 6 } },
  sweep: { says: /^Three (locomotives|buses): a new market$/, flies: { ".fly": 5 } },
};
const names = [...Object.keys(SCENES), "last_turns", "forced"];
const found = placesOf(names);
const places = Object.fromEntries(names.map((name, i) => [name, found[i]]));

const slowly = (options) => openPage(at.browser, slow.address, { motion: "full", ...options });

/** The next moment of that kind and event stands still as soon as it begins; all others are passed over. */
const standAt = (page, kind, event = null) =>
  page.evaluate(
    ([kind, event]) => {
      const { wagonik } = window;
      wagonik.playing.subscribe(() => {
        const { moment, paused } = wagonik.playing.get();
        if (!moment || paused) return;
        if (moment.kind === kind && (event === null || moment.events.some((each) => each.event === event)))
          wagonik.seek(1);
        else
          queueMicrotask(() => {
            const now = wagonik.playing.get();
            if (now.moment === moment && !now.paused) wagonik.goOn();
          });
      });
    },
    [kind, event],
  );
const stands = (page) => page.waitForFunction(() => window.wagonik.playing.get().paused);

/** What is on the stage from the beginning of the moment that stands to its end. */
const filmed = (page) =>
  page.evaluate(() => {
    const { wagonik } = window;
    const found = new Map();
    const PARTS = 14;
    for (let part = 1; part < PARTS; part++) {
      wagonik.seek((wagonik.length * part) / PARTS);
      for (const each of document.querySelectorAll(".moments-stage > *")) {
        if (Number(getComputedStyle(each).opacity) < 0.05) continue;
        const { left, top, width, height } = each.getBoundingClientRect();
        const seen = found.get(each) ?? { look: each.className, text: each.textContent, ways: [], away: false };
        const [x, y] = [left + width / 2, top + height / 2];
        seen.ways.push([x, y].map(Math.round));
        seen.away ||= x < 0 || y < 0 || x > innerWidth || y > innerHeight;
        if (each.className === "moment-note") {
          // It comes from above; it stands below what the ribbon tells.
          const ribbon = document.querySelector(".ribbon").getBoundingClientRect();
          if (part > PARTS / 4 && part < PARTS / 2) seen.over ||= top < ribbon.bottom && top + height > ribbon.top;
        }
        found.set(each, seen);
      }
    }
    return [...found.values()];
  });

for (const [name, { kind = name, event = null, says, flies = {} }] of Object.entries(SCENES)) {
  test(`${name}: seen and told, on a wide screen and on a phone`, { timeout: TEST_LIMIT }, async () => {
    for (const [screen, options] of Object.entries(SCREENS)) {
      const page = await slowly(options);
      const decide = await playOn(page, places[name]);
      await standAt(page, kind, event);
      await decide();
      await stands(page);
      const seen = await filmed(page);
      if (says)
        assert.ok(
          seen.some((each) => each.look === "moment-note" && says.test(each.text)),
          `${screen}: ${JSON.stringify(seen.map((each) => each.text))}`,
        );
      for (const [look, least] of Object.entries(flies)) {
        const count = seen.filter((each) => each.look.split(" ").includes(look.slice(1))).length;
        assert.ok(count >= least, `${screen}: ${count} of ${look}`);
      }
      for (const each of seen)
        assert.ok(!each.away && !each.over, `${screen}: off the screen or over the ribbon: ${JSON.stringify(each)}`);
      assert.deepEqual(await page.evaluate(() => window.wagonik.blemishes), []);
      assert.deepEqual(page.errors, []);
      await page.context().close();
    }
  });
}

test("a robbery is told where the row stood", { timeout: TEST_LIMIT }, async () => {
  for (const [width, height] of [
    [1440, 900],
    [1180, 820],
    [820, 1180],
  ]) {
    const page = await slowly({ viewport: { width, height } });
    const decide = await playOn(page, places.robbed);
    const where = `${width} × ${height}`;
    const parts = () => page.locator(".yards > *").count();
    const before = await parts();
    await decide();
    // It takes the place of a row, and comes into no place of its own.
    const mark = page.locator(".yards-others .yard-rows > .robbed-mark");
    await mark.filter({ hasText: "Train robbery!" }).waitFor();
    assert.equal(await parts(), before, where);
    assert.deepEqual(await inSight(page, ".robbed-mark > b"), [true], where);
    await page.context().close();
  }
});

test("the last round is announced by a banner, and by a tag at every seat", { timeout: TEST_LIMIT }, async () => {
  const page = await slowly({});
  const decide = await playOn(page, places.last_turns);
  await decide();
  await page.locator(".last-round", { hasText: "Last round" }).waitFor();
  assert.deepEqual(await inSight(page, ".last-round .button"), [true]);
});

const LYING = { viewport: { width: 844, height: 390 }, hasTouch: true };

for (const [screen, options] of Object.entries({ ...SCREENS, "a phone that lies": LYING })) {
  test(`a tunnel that I can't pay for says so and waits for me, ${screen}`, { timeout: TEST_LIMIT }, async () => {
    const page = await slowly({ settings: { pace: "fast" }, ...options });
    const decide = await playOn(page, places.forced);
    const panel = page.locator(".tunnel-panel");
    // Whatever comes meanwhile, and however often it is pressed away, it stays until its owner goes on.
    await page.evaluate(() => {
      const { wagonik } = window;
      wagonik.playing.subscribe(() => {
        const { moment } = wagonik.playing.get();
        if (moment && moment.kind !== "tunnel") queueMicrotask(() => wagonik.skip());
      });
    });
    await decide();
    await panel.getByText(/^You can't pay \d cards? more: cards back$/).waitFor();
    assert.equal(await panel.locator(".tunnel-match, .tunnel-miss").count(), 3, "three cards are turned up");
    assert.ok((await panel.locator(".tunnel-match").count()) > 0);
    await page.keyboard.press("Escape");
    await page.evaluate(() => {
      window.wagonik.skip();
      return new Promise((done) => setTimeout(done, 1500));
    });
    assert.deepEqual(await inSight(page, ".tunnel-panel .button-main"), [true]);
    const box = await panel.boundingBox();
    const { width, height } = options.viewport;
    const whole = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    assert.ok(whole, JSON.stringify(box));
    await panel.getByRole("button", { name: "Go on" }).click();
    await panel.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "What happened" }).click();
    const log = await page.locator("dialog .log-line").first().innerText();
    assert.match(log, /took the cards back/);
    assert.deepEqual(page.errors, []);
  });
}

/** Play until a claim shows something on the stage; it stands there then. */
async function untilClaim(page, found) {
  await standAt(page, "claim");
  let seen = [];
  await playUntil(page, async () => {
    await page.waitForFunction(() => {
      const { moment, paused } = window.wagonik.playing.get();
      return moment === null || paused;
    });
    if (!(await page.evaluate(() => window.wagonik.playing.get().paused))) return false;
    seen = await filmed(page);
    if (found(seen)) return true;
    await page.evaluate(() => {
      window.wagonik.goOn();
      window.wagonik.resume();
    });
    return false;
  });
  return seen;
}

test("a ticket that I finish lights its way, comes forward and is stamped", { timeout: TEST_LIMIT }, async () => {
  for (const options of Object.values(SCREENS)) {
    const page = await at.open("", { motion: "full", ...options });
    await newTable(page, "paris", { level: 0 });
    await page.waitForSelector(".offered");
    await showsMoments(page);
    const seen = await untilClaim(page, (all) => all.some((each) => each.look === "stamped"));
    const ticket = seen.find((each) => each.look === "stamped");
    assert.match(ticket.text, /DONE/);
    assert.ok(!ticket.away, JSON.stringify(ticket));
    assert.ok((await page.locator(".board-play .way-lit").count()) >= 2, "its way is lit on the board");
    // The ticket goes home to where my tickets are: nothing of it stays on the board.
    await page.evaluate(() => {
      window.wagonik.goOn();
      window.wagonik.resume();
    });
    assert.equal(await page.locator(".stamped, .way-lit").count(), 0);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
});

test("who takes the lead for a goal is named when it happens", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { motion: "full" });
  await newTable(page, "northern_lights", { seats: ["bot", "bot"], level: 0 });
  await page.waitForSelector(".offered");
  await showsMoments(page);
  const leads = (each) => each.look === "moment-note" && / leads: /.test(each.text);
  const seen = await untilClaim(page, (all) => all.some(leads));
  assert.ok(!seen.find(leads).away);
  assert.deepEqual(page.errors, []);
});
