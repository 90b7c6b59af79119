// Faults that people met at the table, and what each of them must not become again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { decide, playOut, playUntil } from "./player.mjs";
import { atTable, inSight, newTable, stage } from "./support.mjs";

const at = stage();
const PHONE = { width: 390, height: 844 };
const table = (game, options) => atTable(at, game, options);

test("the market is in sight on a phone, however many tickets are offered", { timeout: TEST_LIMIT }, async () => {
  for (const viewport of [PHONE, { width: 360, height: 640 }]) {
    const page = await table("nordic_countries", { viewport, others: 2 });
    assert.equal(await page.locator(".offered").count(), 5);
    const seen = await inSight(page, ".market-line .card-chip");
    assert.deepEqual(seen, Array(5).fill(true), `${viewport.width} × ${viewport.height}`);
    assert.deepEqual(await inSight(page, ".panel-now [data-confirm]"), [true]);
  }
});

test("places of tickets on offer are named on the board", { timeout: TEST_LIMIT }, async () => {
  const page = await table("nordic_countries", { viewport: PHONE, others: 2 });
  await page.locator(".board-names .name").first().waitFor({ state: "attached" });
  const offered = await page.locator(".offered .ticket-text > b").allInnerTexts();
  const names = new Set(await page.locator(".board-names .name").allTextContents());
  const ends = [...new Set(offered.flatMap((ticket) => ticket.split(" – ")))];
  // Where two lie side by side one of them may wait for a closer look.
  const missing = ends.filter((end) => !names.has(end));
  assert.ok(missing.length <= 1, missing.join());
});

test("while my own move is shown the turn says so", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { motion: "full" });
  await newTable(page, "paris", { seats: ["mine"] });
  const state = {};
  const heads = new Set();
  const pass = page.locator("[data-choice=pass-on]");
  // From one curtain to the next, several times: cards are drawn, and what was drawn is shown.
  for (let turns = 0; turns < 6; ) {
    if (await page.locator(".curtain").isVisible()) turns++;
    const head = page.locator(".turn-text h1");
    if (await pass.isVisible()) heads.add(await head.innerText());
    await decide(page, state);
    await page.waitForTimeout(20);
  }
  assert.ok(heads.size > 0);
  for (const head of heads) assert.doesNotMatch(head, /Opening/);
  assert.deepEqual(page.errors, []);
});

test("buttons of the table's dialog stand apart", { timeout: TEST_LIMIT }, async () => {
  const page = await table("northern_lights", { decisions: 1 });
  await page.click(".top .icon-button[aria-label='Table']");
  await page.locator("dialog[open] .stack .button").first().waitFor();
  const boxes = await page.$$eval("dialog[open] .stack .button", (all) =>
    all.map((each) => each.getBoundingClientRect().toJSON()),
  );
  assert.ok(boxes.length >= 4);
  for (const [i, a] of boxes.entries())
    for (const b of boxes.slice(i + 1))
      assert.ok(
        Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom) >= 6,
        JSON.stringify([a, b]),
      );
});

for (const [name, viewport] of Object.entries({ "a phone": PHONE, "a phone that lies": { width: 844, height: 390 } })) {
  test(`settings are at hand on ${name} while a match runs, and hold at once`, { timeout: TEST_LIMIT }, async () => {
    const page = await table("paris", { viewport, decisions: 1, settings: { theme: "light" } });
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem("wagonik.settings")));
    const dialog = page.locator("dialog[open]");
    assert.deepEqual(await inSight(page, ".turnbar-menu"), [true]);
    await page.locator(".turnbar-menu").tap();
    await dialog.getByRole("button", { name: "Settings" }).tap();
    const choice = (name) => dialog.getByRole("radiogroup", { name, exact: true }).getByRole("radio");
    for (const name of [/^Ask before I claim/, /^Tell me when it is my turn/])
      await dialog.getByRole("switch", { name }).waitFor();
    await choice("Colours").filter({ hasText: "Dark" }).tap();
    await page.locator("html[data-theme=dark]").waitFor();
    await choice("Sound").filter({ hasText: "Full" }).tap();
    await choice("Pace of what others do").filter({ hasText: "Slow" }).tap();
    const { theme, sound, pace } = await kept();
    assert.deepEqual({ theme, sound, pace }, { theme: "dark", sound: "full", pace: "slow" });
    await dialog.getByRole("button", { name: "Close" }).tap();
    await page.locator(".ribbon-pace", { hasText: "½×" }).waitFor();
    assert.deepEqual(page.errors, []);
  });
}

test("the log marks everything that came since it was last looked at", { timeout: TEST_LIMIT }, async () => {
  const page = await table("nordic_countries", { viewport: PHONE, others: 2, decisions: 1 });
  const open = page.locator("[data-anchor=bar-log]");
  const lines = page.locator(".log-line");
  const marked = page.locator(".log-new");
  const look = async () => {
    await open.tap();
    await lines.first().waitFor();
  };
  // My own two cards come and the bots' moves after them: at my next turn everything is told.
  const draw = async () => {
    await page.locator("[data-deck]:enabled").tap();
    await page.locator(".panel-now [data-deck]:enabled").tap();
    await page.locator(".turn-text p", { hasText: "Draw, claim or take tickets" }).waitFor();
  };
  await page.locator("[data-deck]:enabled").waitFor();
  await look();
  const seen = await lines.count();
  await open.tap();
  await lines.first().waitFor({ state: "detached" });
  await draw();
  await draw();
  await look();
  const now = await lines.count();
  assert.ok(now - seen >= 6, `${seen} lines, then ${now}: three at the table moved twice`);
  assert.equal(await marked.count(), now - seen, "as many as are new");
  assert.equal(await page.locator(".log-new + .log-line:not(.log-new)").count(), 1, "the newest ones");
});

test("the discards can be looked through, kind by kind", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris");
  const pile = page.locator('[data-anchor="discard"]');
  const count = () =>
    pile
      .locator(".card-count")
      .innerText()
      .then(Number, () => 0);
  const mine = page.locator("[data-deck]:enabled").first();
  await playUntil(page, async () => (await pile.locator(".card-count").isVisible()) && (await mine.isVisible()));
  await pile.click();
  await page.locator(".discards-open li b").first().waitFor();
  const kinds = (await page.locator(".discards-open li b").allInnerTexts()).map(Number);
  assert.equal(
    kinds.reduce((sum, each) => sum + each, 0),
    await count(),
  );
});

test("the score: numbers beside each other are apart when they are read, and a phone's page is not wider", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("paris", { viewport: PHONE, others: 3 });
  await playOut(page);
  await page.locator(".final-table").waitFor();
  const cells = await page.locator(".final-table td").allTextContents();
  const tickets = cells.filter((cell) => /of\s\d+ done/.test(cell));
  assert.equal(tickets.length, 4);
  for (const cell of tickets) assert.match(cell, /^[+−]?\d+\s+\d+\sof\s\d+ done/, cell);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
});

test("against bots a move is held for two and a half seconds, as long as nobody chooses otherwise", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await at.open("", { settings: { grace: undefined } });
  await page.locator(".home-top .icon-button").last().click();
  const chosen = page
    .getByRole("radiogroup", { name: /^Bots wait/ })
    .getByRole("radio", { name: "2.5 s", exact: true, checked: true });
  await chosen.waitFor();
  await page.keyboard.press("Escape");
  const asked = page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/api/tables"));
  await newTable(page, "paris", { level: 0 });
  assert.equal((await asked).postDataJSON().options.grace, 2.5);
  await page.locator(".offered").first().waitFor();
  // A ring that closes is seen when a route was claimed, and goes by itself.
  await page.evaluate(() => {
    window.rings = 0;
    new MutationObserver(() => {
      if (document.querySelector(".grace-runs")) window.rings++;
    }).observe(document.body, { childList: true, subtree: true });
  });
  await playUntil(page, () => page.evaluate(() => window.rings > 0));
  await page.locator("[data-deck]:enabled, .panel-now").first().waitFor();
  assert.equal(await page.locator(".grace-ring").count(), 0);
});

for (const [game, words] of Object.entries({
  paris: /^Your cards pay for \d of \d: \d \w+, \d bus(es)?\./,
  nordic_countries: /Any 3 cards stand for a locomotive\.$/,
  northern_lights: /Two cards of one colour stand for a locomotive here\.$/,
})) {
  test(`why a route of ${game} can't be paid for: everything that pays is counted`, {
    timeout: TEST_LIMIT,
  }, async () => {
    const page = await table(game, { decisions: 1, hasTouch: false });
    const wild = page.locator('[data-anchor="hand-locomotive"] .card-count');
    const told = [];
    for (let turns = 0; turns < 60 && !told.some((text) => words.test(text)); turns++) {
      // Without a locomotive or a bus there is nothing of that kind to be counted.
      if (game !== "paris" || (await wild.isVisible())) {
        const tracks = await page.$$eval(".tracks .track:not(.track-claimed)", (all) =>
          all
            .filter((each) => !each.matches(".track-claimable, .track-helps"))
            .map((each) => Number(each.dataset.track)),
        );
        for (const track of tracks) {
          const point = await page.evaluate((number) => window.eyes.pointAt(number), track);
          if (!point) continue;
          await page.mouse.click(...point);
          const why = page.locator(".route-card-pinned .why");
          await why.or(page.locator(".route-card-pinned [data-confirm]")).first().waitFor();
          if (await why.isVisible()) told.push((await why.innerText()).trim());
          await page.keyboard.press("Escape");
          if (words.test(told.at(-1) ?? "")) break;
        }
      }
      if (told.some((text) => words.test(text))) break;
      for (let card = 0; card < 2; card++) {
        await page.locator("[data-deck]:enabled").click();
        await page.locator(card === 0 ? ".panel-now [data-deck]:enabled" : ".market-panel:not(.panel-now)").waitFor();
      }
      await page.locator("[data-deck]:enabled").waitFor();
    }
    const found = told.find((text) => words.test(text)) ?? assert.fail([...new Set(told)].join("\n"));
    const [, have, held] = found.match(/pay for (\d+) of \d+: ([^.]*)\./) ?? [];
    // Where cards stand for themselves, what is held is what pays.
    if (game === "paris")
      assert.equal(
        held
          .split(", ")
          .map((part) => Number.parseInt(part, 10))
          .reduce((sum, each) => sum + each, 0),
        Number(have),
        found,
      );
    assert.deepEqual(page.errors, []);
  });
}

test("it is told which engine plays: on the first page and in the settings, in both languages", {
  timeout: TEST_LIMIT,
}, async () => {
  const facts = await (await fetch(`${at.address}/api/home`)).json();
  const words = {
    "en-GB": facts.compiled ? "compiled engine" : "engine in plain Python",
    "pl-PL": facts.compiled ? "silnik skompilowany" : "silnik w zwykłym Pythonie",
  };
  for (const [locale, engine] of Object.entries(words)) {
    const page = await at.open("", { locale });
    const told = page.locator("[data-engine]", { hasText: `Wagonik ${facts.version} · ${engine}` });
    await told.waitFor();
    await page.locator(".home-top .icon-button").last().click();
    await page.locator("dialog[open]").locator(told).waitFor();
  }
});

test("yards on a phone: nothing lies over another, and the pile shows what is on the track", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("card_game", { viewport: PHONE, others: 3 });
  await playUntil(page, async () => (await page.locator(".yard-look").count()) >= 2);
  const covered = await page.$$eval(".yard", (yards) =>
    yards.flatMap((yard) => {
      const pile = yard.querySelector(".yard-pile").getBoundingClientRect();
      return [...yard.querySelectorAll(".siding svg, .counts > span, .yard-name")].filter((each) => {
        const box = each.getBoundingClientRect();
        return box.right > pile.left && box.left < pile.right && box.bottom > pile.top && box.top < pile.bottom;
      });
    }),
  );
  assert.equal(covered.length, 0);
  const pile = page.locator(".yard-look").first();
  const lies = Number(await pile.locator("b").innerText());
  await pile.click();
  const kinds = await page.locator(".yard-seen > span").allInnerTexts();
  assert.equal(
    kinds.reduce((sum, each) => sum + Number.parseInt(each, 10), 0),
    lies,
  );
});

for (const [game, places] of Object.entries({
  card_game: ["seat-1", "fan-1", "yard-1", "rails-1", "stack-1", "tickets-mine"],
  united_kingdom: ["seat-1", "fan-1", "pieces-1", "technology-0", "tickets-mine"],
  pennsylvania: ["seat-1", "fan-1", "pieces-1", "share-0", "tickets-mine"],
  paris: ["seat-1", "fan-1", "pieces-1", "flag-1", "tickets-mine"],
  northern_lights: ["seat-1", "fan-1", "pieces-1", "goal-", "tickets-mine"],
})) {
  test(`what flies at a table of ${game} has an end to fly to`, { timeout: TEST_LIMIT }, async () => {
    const page = await table(game, { decisions: 1 });
    for (const place of places) await page.locator(`[data-anchor^="${place}"]`).first().waitFor();
  });
}
