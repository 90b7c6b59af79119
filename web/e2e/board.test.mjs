// The board and the panels round it: what can be read, what a finger hits, what stays in sight.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { playOut } from "./player.mjs";
import { copied, newTable, openPage, stage } from "./support.mjs";

const at = stage();
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: "reduce" };
/** My turn, with the board in its place: two frames after the last change of the panels. */
const turn = async (page) => {
  await page.locator(".market-can:enabled").first().waitFor();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
};

/** A table with bots after the first tickets were chosen. */
async function table(game, { options = {}, seats = ["bot"], decisions = 1 } = {}) {
  const page = await at.open("", { reducedMotion: "reduce", ...options });
  await newTable(page, game, { seats, level: 0 });
  await page.waitForSelector(".offered");
  if (decisions > 0) {
    await playOut(page, { until: (n) => n >= decisions });
    await turn(page);
  }
  return page;
}

/** Draw cards until a route can be claimed. */
async function untilLit(page) {
  const lit = page.locator(".tracks .track-helps, .tracks .track-claimable");
  for (let i = 0; i < 20 && (await lit.count()) === 0; i++) {
    await page.locator("[data-deck]:enabled").click();
    await page.locator(".panel-now .market-can").first().waitFor();
    await page.locator("[data-deck]:enabled").click();
    await page.locator(".panel-now").waitFor({ state: "detached" });
    await turn(page);
  }
  return (await lit.first().getAttribute("data-track")) ?? "";
}

/** The names on the screen with their sizes. */
const names = (page) =>
  page.$$eval(".board-names .name", (all) =>
    all.map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return {
        text: each.textContent,
        size: Number.parseFloat(getComputedStyle(each).fontSize),
        left,
        top,
        right,
        bottom,
      };
    }),
  );

test("names can be read at any zoom, none over another", { timeout: TEST_LIMIT }, async () => {
  const page = await table("northern_lights", { options: PHONE });
  const places = await page.locator(".board-play .place").count();
  let before = 0;
  for (let zoom = 0; zoom < 6; zoom++) {
    const all = await names(page);
    for (const [i, name] of all.entries()) {
      assert.ok(name.size >= 11, `${name.text}: ${name.size} px`);
      for (const other of all.slice(i + 1))
        assert.ok(
          name.left >= other.right - 4 ||
            other.left >= name.right - 4 ||
            name.top >= other.bottom - 5 ||
            other.top >= name.bottom - 5,
          `${name.text} over ${other.text} at zoom ${zoom}`,
        );
    }
    assert.ok(all.length >= before, "more names the nearer");
    before = all.length;
    const scale = await page.$eval(".board", (each) => each.style.getPropertyValue("--k"));
    await page.locator(".board-play .place").first().focus();
    await page.keyboard.press("+");
    if (zoom < 5)
      await page.waitForFunction((k) => document.querySelector(".board").style.getPropertyValue("--k") !== k, scale);
  }
  assert.ok(before >= places - 3, "from near all places have their names; junctions have none");
  assert.deepEqual(page.errors, []);
});

test("the codes of railroads are there for the route that is pointed at, and from near", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("pennsylvania", { options: PHONE });
  await page.locator(".board-names .name").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".sign").count(), 0, "none from far");
  await page.locator(".board-play .place").first().focus();
  await page.keyboard.press("r");
  await page.locator(".sign-lit").first().waitFor({ state: "attached" });
  const size = await page.$eval(".sign-lit text", (each) => Number.parseFloat(getComputedStyle(each).fontSize));
  assert.ok(size >= 11);
});

/** Where two parallel tracks lie, in the middle between them. */
const between = (page) =>
  page.evaluate(() => {
    const middle = (track) => {
      const path = [...document.querySelectorAll(`.hits path[data-track="${track}"]`)].at(-1);
      const point = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
      return [point.x, point.y];
    };
    const tracks = [...document.querySelectorAll(".tracks .parallel")].map((each) => each.dataset.track);
    for (const a of tracks)
      for (const b of tracks) {
        const [p, q] = [middle(a), middle(b)];
        if (a < b && Math.hypot(p[0] - q[0], p[1] - q[1]) < 12) return [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
      }
    return null;
  });

test("a finger between two routes is asked which one, in rows for a thumb", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris", { options: PHONE });
  const point = await between(page);
  await page.touchscreen.tap(...point);
  const rows = page.locator(".near-route");
  await rows.nth(1).waitFor();
  for (const row of await rows.all()) assert.ok((await row.boundingBox()).height >= 44);
  assert.equal(await page.locator(".pick").count(), await rows.count(), "numbered on the board");
  const name = await rows.nth(1).locator(".near-text b").innerText();
  await rows.nth(1).click();
  await page.locator(".route-card-pinned h2", { hasText: name }).waitFor();
  assert.equal(await rows.count(), 0);
  assert.deepEqual(page.errors, []);
});

test("a pointer hits a route 11 pixels beside its middle", { timeout: TEST_LIMIT }, async () => {
  const page = await table("northern_lights", { options: { viewport: { width: 820, height: 700 } } });
  const found = await page.evaluate(() => {
    let [hit, all] = [0, 0];
    for (const each of document.querySelectorAll(".tracks .track:not(.parallel)")) {
      const path = [...document.querySelectorAll(`.hits path[data-track="${each.dataset.track}"]`)].at(-1);
      const matrix = path.getScreenCTM();
      const length = path.getTotalLength();
      const [a, b] = [0.45, 0.55].map((part) => path.getPointAtLength(length * part).matrixTransform(matrix));
      const far = Math.hypot(b.x - a.x, b.y - a.y);
      const [x, y] = [(a.x + b.x) / 2 - ((b.y - a.y) / far) * 11, (a.y + b.y) / 2 + ((b.x - a.x) / far) * 11];
      const top = document.elementFromPoint(x, y)?.closest(".hits [data-track]");
      if (!top) continue;
      all++;
      if (top.dataset.track === each.dataset.track) hit++;
    }
    return { hit, all };
  });
  assert.ok(found.all > 30 && found.hit > found.all * 0.6, JSON.stringify(found));
});

test("a tapped card of the hand shows what it pays for; nothing fades away", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris");
  await untilLit(page);
  assert.equal(await page.locator(".track-muted").count(), 0, "nothing is muted at rest");
  await page.locator("button.hand-slot").first().click();
  await page.locator(".legend", { hasText: "with these cards" }).waitFor();
  assert.ok((await page.locator(".track-muted").count()) > 10);
  const least = await page.$$eval(".track-muted .track-spaces", (all) =>
    Math.min(...all.map((each) => Number(getComputedStyle(each).opacity))),
  );
  assert.ok(least >= 0.55, `${least}`);
  await page.locator(".legend button").click();
  await page.locator(".track-muted").first().waitFor({ state: "detached" });
  // Everything that I can claim, by its switch.
  await page.locator(".legend button").click();
  await page.locator(".track-muted").first().waitFor({ state: "attached" });
  assert.equal(await page.locator(".legend button").getAttribute("aria-pressed"), "true");
});

test("the card of a route covers neither the route nor its ends", { timeout: TEST_LIMIT }, async () => {
  const page = await table("nordic_countries");
  const count = await page.locator(".tracks .track").count();
  for (let track = 0; track < count; track += 3) {
    const free = await page.evaluate(async (number) => {
      const path = [...document.querySelectorAll(`.hits path[data-track="${number}"]`)].at(-1);
      const point = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
      path.dispatchEvent(
        new PointerEvent("pointerover", { bubbles: true, clientX: point.x, clientY: point.y, pointerType: "mouse" }),
      );
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let i = 0; i < 60 && !document.querySelector(".dock .route-card"); i++) await frame();
      await frame();
      await frame();
      const card = document.querySelector(".dock").getBoundingClientRect();
      const row = document.querySelector(`.tracks [data-track="${number}"]`).getBoundingClientRect();
      return row.right < card.left || row.left > card.right || row.bottom < card.top || row.top > card.bottom;
    }, track);
    assert.ok(free, `track ${track}`);
  }
});

test("the market stays in sight while tickets are chosen", { timeout: TEST_LIMIT }, async () => {
  for (const options of [{}, PHONE]) {
    const page = await table("paris", { options, decisions: 0 });
    await page.locator(".market-slot .card-market, .market-line .card-chip").first().waitFor();
  }
});

test("every kind of the deck has its place in the hand, and no other", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris", { decisions: 1 });
  const places = await page.$$eval(".hand [data-anchor]", (all) => all.map((each) => each.dataset.anchor));
  assert.equal(places.length, 7, places.join());
  assert.ok(!places.includes("hand-orange") && !places.includes("hand-black"));
  const before = await page.locator('[data-anchor="hand-white"]').boundingBox();
  await page.click("[data-deck]:enabled");
  await page.locator(".panel-now .market-can").first().waitFor();
  const after = await page.locator('[data-anchor="hand-white"]').boundingBox();
  assert.equal(Math.round(after.x), Math.round(before.x));
});

test("the hand stays where it is when cards are laid for the yard", { timeout: TEST_LIMIT }, async () => {
  const page = await table("card_game");
  const card = page.locator("button[data-hand]").first();
  const before = await card.boundingBox();
  await card.click();
  await page.locator(".hand-out").waitFor();
  assert.equal(Math.round((await card.boundingBox()).y), Math.round(before.y));
});

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [844, 390],
]) {
  test(`turn, seats and the main button stay in sight at ${width} × ${height}`, { timeout: TEST_LIMIT }, async () => {
    const options = { ...PHONE, viewport: { width, height } };
    const page = await table("card_game", { options, seats: ["bot", "bot", "bot"], decisions: 0 });
    const inside = async (selector) => {
      const found = await page.locator(selector).first().boundingBox();
      assert.ok(found, selector);
      const { x, y } = found;
      const seen = x >= 0 && y >= 0 && x + found.width <= width + 1 && y + found.height <= height + 1;
      assert.ok(seen, `${selector} ${JSON.stringify(found)}`);
      const top = await page.evaluate(
        ([px, py, key]) => document.elementFromPoint(px, py)?.closest(key) !== null,
        [x + found.width / 2, y + found.height / 2, selector],
      );
      assert.ok(top, `${selector} is covered`);
    };
    await inside(".turnbar h1");
    await inside('[data-anchor="seat-3"]');
    await inside(".panel-now [data-confirm]");
    await page.locator(".panel-now [data-confirm]").click();
    await turn(page);
    assert.equal(await page.locator(".strip-seat.seat-turn").count(), 1);
    // Cards for the yard: the button that plays them can be pressed at once.
    for (const card of await page.locator("button[data-hand]").all()) await card.click();
    await inside(".laying [data-confirm]");
    // The highest sheet leaves turn and seats in sight.
    await page.click('[data-anchor="bar-log"]');
    await page.locator(".sheet .log-box, .sheet .quiet").first().waitFor();
    await inside(".turnbar-menu");
    await inside('[data-anchor="seat-0"]');
    await inside('[data-anchor="bar-chat"]');
    // Settings can be reached during the match.
    await page.click(".turnbar-menu");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("radio", { name: "Dark" }).click();
    await page.waitForFunction(() => document.documentElement.dataset.theme === "dark");
    assert.deepEqual(page.errors, []);
  });
}

test("five at a table are all seen on a phone that lies", { timeout: TEST_LIMIT }, async () => {
  const options = { ...PHONE, viewport: { width: 844, height: 390 } };
  const page = await table("northern_lights", { options, seats: ["bot", "bot", "bot", "bot"] });
  for (let seat = 0; seat < 5; seat++) {
    const chip = await page.locator(`[data-anchor="seat-${seat}"]`).boundingBox();
    const points = await page.locator(`[data-anchor="points-${seat}"]`).boundingBox();
    assert.ok(chip.x >= 0 && chip.x + chip.width <= 844 - 312, `seat ${seat}`);
    assert.ok(points.x >= chip.x && points.x + points.width <= chip.x + chip.width, `points of ${seat}`);
  }
});

test("a board that is broad has the width of the table", { timeout: TEST_LIMIT }, async () => {
  for (const game of ["paris", "pennsylvania"]) {
    const page = await table(game);
    const board = await page.locator(".board").boundingBox();
    assert.ok(board.width > 1000, `${game}: ${board.width}`);
    assert.ok(board.height > 700, `${game}: ${board.height}`);
  }
});

test("the chat: its button stays beside the line, and what was written is announced on a phone", {
  timeout: TEST_LIMIT,
}, async () => {
  const options = { permissions: ["clipboard-read", "clipboard-write"], reducedMotion: "reduce" };
  const host = await at.open("", options);
  await newTable(host, "paris", { seats: ["open"] });
  await host.waitForSelector(".waiting-link");
  const friend = await openPage(at.browser, await copied(host, host.locator(".waiting-link .button").first()), PHONE);
  await friend.fill(".join input", "Marek");
  await friend.click(".join button[type=submit]");
  await host.getByText("Marek").first().waitFor();
  await host.click(".waiting .button-main");
  await friend.waitForSelector(".offered");
  await host.getByRole("tab", { name: /Chat/ }).click();
  const field = await host.locator(".chat input").boundingBox();
  const button = await host.locator(".chat button").boundingBox();
  assert.ok(Math.abs(field.y + field.height / 2 - button.y - button.height / 2) < 4, "in one line");
  await host.fill(".chat input", "Dobrej podróży!");
  await host.keyboard.press("Enter");
  await friend.locator('[data-anchor="bar-chat"] .unread', { hasText: "1" }).waitFor();
  await friend.click('[data-anchor="bar-chat"]');
  await friend.getByText("Dobrej podróży!").waitFor();
  assert.equal(await friend.locator(".unread").count(), 0);
});

test("the wheel does not move the board at the largest zoom", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris");
  const { x, y, width, height } = await page.locator(".board").boundingBox();
  await page.mouse.move(x + width * 0.3, y + height * 0.4);
  const place = () => page.$eval(".board-layer", (each) => each.style.transform);
  let before = "";
  for (let i = 0; i < 30; i++) {
    before = await place();
    await page.mouse.wheel(0, -240);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    if (i > 3 && before === (await place())) break;
  }
  for (let i = 0; i < 5; i++) await page.mouse.wheel(0, -240);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  assert.equal(await place(), before);
});

test("the card of a route goes when the route was claimed under the pointer", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris");
  const lit = await untilLit(page);
  const [x, y] = await page.evaluate((track) => {
    const path = [...document.querySelectorAll(`.hits path[data-track="${track}"]`)].at(-1);
    const point = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
    return [point.x, point.y];
  }, lit);
  await page.mouse.move(x, y);
  await page.locator(".dock .route-card").waitFor();
  await page.mouse.click(x, y);
  await page.locator(".route-card-pinned [data-confirm]:enabled").waitFor();
  // By keys: the pointer stays over the route.
  await page.locator(".route-card-pinned [data-confirm]").focus();
  await page.keyboard.press("Enter");
  await page.locator(`.tracks .track-claimed[data-track="${lit}"]`).waitFor({ state: "attached" });
  await page.locator(".dock .route-card").waitFor({ state: "detached" });
});

test("a finger on the shortest routes means them, not the city that is near", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { viewport: { width: 390, height: 844 }, hasTouch: true });
  await newTable(page, "nordic_countries", { level: 0 });
  await page.waitForSelector(".offered");
  await playOut(page, { until: (n) => n >= 1 });
  await page.locator("[data-deck]:enabled").waitFor();
  const short = await page.$$eval(".tracks [data-track]", (all) =>
    all
      .filter((each) => / 1 space\b/.test(each.getAttribute("aria-label")))
      .map((each) => Number(each.getAttribute("data-track"))),
  );
  assert.ok(short.length >= 5, `${short.length} routes`);
  for (const track of short) {
    const point = await page.evaluate((number) => window.eyes.pointAt(number), track);
    if (!point) continue;
    await page.touchscreen.tap(...point);
    await page.locator(`.route-card-pinned, [data-near="${track}"]`).first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".route-card-pinned, .near").first().waitFor({ state: "detached" });
  }
  assert.deepEqual(page.errors, []);
});

test("a route is pressed where it is drawn, also when a panel has just come or gone", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("northern_lights", { options: PHONE });
  const far = await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    const found = [];
    const track = [...document.querySelectorAll(".hits path")].map((each) => each.getAttribute("data-track"))[40];
    for (const height of ["340px", "300px", ""]) {
      document.querySelector(".sheet").style.height = height;
      // Asked before the next frame, as a quick player does.
      const [x, y] = await window.eyes.pointAt(track);
      for (let i = 0; i < 12; i++) await frame();
      const [nowX, nowY] = window.eyes.pointOn(track);
      found.push(Math.round(Math.hypot(x - nowX, y - nowY)));
    }
    return found;
  });
  assert.deepEqual(far, [0, 0, 0]);
});

test("two taps at one place are one gesture, unless something else was pressed between them", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("paris", { options: PHONE });
  const shown = await page.evaluate(async () => {
    const [x, y] = await window.eyes.pointAt(0);
    const rest = () => new Promise((done) => setTimeout(done, 400));
    const tap = (element, [clientX, clientY]) => {
      const event = { clientX, clientY, bubbles: true, isPrimary: true, pointerId: 7, pointerType: "touch" };
      for (const kind of ["pointerdown", "pointerup"]) element.dispatchEvent(new PointerEvent(kind, event));
      element.dispatchEvent(new MouseEvent("click", event));
    };
    const board = () => tap(document.elementFromPoint(x, y), [x, y]);
    const zoomed = () => document.querySelector(".board").classList.contains("board-zoomed");
    board();
    tap(document.querySelector(".sheet-bar button"), [20, 830]);
    board();
    const between = zoomed();
    await rest();
    board();
    board();
    return { between, twice: zoomed() };
  });
  assert.deepEqual(shown, { between: false, twice: true });
});
