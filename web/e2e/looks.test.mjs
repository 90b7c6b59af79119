// What everybody at a table sees, on screens of every size: nothing cut, nothing covered, nothing too small.

import assert from "node:assert/strict";
import { test } from "node:test";
import { finishedMatch } from "./coached.mjs";
import { TEST_LIMIT } from "./limits.mjs";
import { claim, decide, drawUntil, playOut, playUntil } from "./player.mjs";
import { atTable, inSight, newTable, resting, showsMoments, stage } from "./support.mjs";

const at = stage();
const PHONE = { width: 390, height: 844 };
const LYING = { width: 844, height: 390 };
const TABLET = { width: 820, height: 1180 };
const LYING_TABLET = { width: 1180, height: 820 };
const WIDE = { width: 1440, height: 900 };
const SMALL = { width: 360, height: 640 };
const LOW_TABLET = { width: 768, height: 1024 };
const LYING_LOW_TABLET = { width: 1024, height: 768 };

const table = (game, options) => atTable(at, game, options);
const boxes = (page, selector) =>
  page.$$eval(selector, (all) => all.map((each) => each.getBoundingClientRect().toJSON()));
const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;

for (const locale of ["en-GB", "pl-PL"]) {
  test(`the score of five is seen whole on every screen, with everybody's tickets, ${locale}`, {
    timeout: TEST_LIMIT,
  }, async () => {
    const page = await at.open("", { locale });
    const match = await finishedMatch(page, "northern_lights", { players: 5 });
    await page.goto(`${at.address}/#/t/${match}`);
    await page.locator(".final-table").waitFor();
    for (const viewport of [WIDE, LYING_TABLET, TABLET, PHONE, { width: 360, height: 640 }]) {
      await page.setViewportSize(viewport);
      const where = `${viewport.width} wide`;
      const [room, wide] = await page.$eval(".final-scroll", (each) => [each.clientWidth, each.scrollWidth]);
      assert.ok(wide <= room, `${where}: a table of ${wide} in ${room} pixels`);
      const names = await boxes(page, ".final-table thead .final-name");
      assert.equal(names.length, 5);
      for (const { right } of names) assert.ok(right <= viewport.width, where);
      // The number of a cell stays in its column.
      const over = await page.$$eval(".final-table :is(th, td)", (cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent),
      );
      assert.deepEqual(over, [], where);
    }
    assert.equal(await page.locator(".final-made .final-tickets").count(), 5);
  });
}

test("points and places stand on the steps of the podium, and its buttons stay in sight", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await at.open("", { locale: "pl-PL" });
  const match = await finishedMatch(page, "northern_lights", { players: 5 });
  await page.goto(`${at.address}/#/t/${match}`);
  await page.setViewportSize(SMALL);
  await page.locator(".final-buttons button.plain").click();
  // What is counted is seen whole, too: one thing after the other, each in a card of its own.
  await page.locator(".ceremony-card").waitFor();
  const [side] = await boxes(page, ".ceremony-side");
  for (const { bottom } of await boxes(page, ".ceremony-card")) assert.ok(bottom <= side.bottom, `${bottom}`);
  await page.locator("[data-choice=skip]").click();
  await page.locator(".podium").waitFor();
  for (const viewport of [PHONE, SMALL, LYING, TABLET, LYING_TABLET, WIDE]) {
    await page.setViewportSize(viewport);
    const where = `${viewport.width} × ${viewport.height}`;
    const cut = await page.$$eval(".podium li > span:last-child", (steps) =>
      steps.flatMap((step) => {
        const { bottom } = step.getBoundingClientRect();
        return [...step.children].filter((each) => each.getBoundingClientRect().bottom > bottom + 1);
      }),
    );
    assert.equal(cut.length, 0, where);
    const seen = await inSight(page, ".podium strong, .podium-rest li b, .ceremony-podium button");
    assert.ok(seen.length === 7 && seen.every(Boolean), `${where}: ${seen.join()}`);
  }
});

test("two on the podium stand in its middle", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("");
  const match = await finishedMatch(page, "paris", { players: 2 });
  await page.goto(`${at.address}/#/t/${match}`);
  await page.locator(".final-buttons button.plain").click();
  await page.locator("[data-choice=skip]").click();
  await page.locator(".podium").waitFor();
  for (const viewport of [WIDE, LOW_TABLET, PHONE, SMALL, LYING]) {
    await page.setViewportSize(viewport);
    const [podium] = await boxes(page, ".podium");
    const steps = await boxes(page, ".podium li");
    const left = Math.min(...steps.map((step) => step.left)) - podium.left;
    const right = podium.right - Math.max(...steps.map((step) => step.right));
    assert.ok(Math.abs(left - right) < 2, `${viewport.width} wide: ${left} to the left, ${right} to the right`);
  }
});

test("the last round is announced, and a phone's board stays in sight", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris", { viewport: PHONE });
  // The announcement goes after a while: what it looks like is kept as soon as it is drawn.
  await page.evaluate(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector(".last-round")) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
        const button = box(".last-round .button");
        const over = document.elementFromPoint(button.x + button.width / 2, button.y + button.height / 2);
        window.announced = {
          banner: box(".last-round"),
          board: box(".board"),
          button,
          free: over?.closest(".last-round .button") !== null,
        };
      });
    }).observe(document.body, { childList: true, subtree: true });
  });
  // Another has to begin it: whoever has few buses left claims nothing more, and draws.
  const state = {};
  const draw = page.locator("[data-deck]:enabled, [data-market]:enabled").first();
  const told = () => page.evaluate(() => window.announced ?? null);
  while (!(await told())) {
    const left = Number((await page.locator('[data-anchor="pieces-0"]').innerText()).trim());
    const asked = await page.locator(".panel-now [data-confirm]").isVisible();
    if (left > 6 || asked || !(await draw.isVisible())) {
      if ((await decide(page, state)) === "over") break;
    } else await draw.tap();
  }
  const { banner, board, button, free } = (await told()) ?? assert.fail("nobody announced the last round");
  assert.ok(banner.height < board.height / 3, `${banner.height} of ${board.height}`);
  assert.ok(button.top >= 0 && button.bottom <= PHONE.height && button.right <= PHONE.width, JSON.stringify(button));
  assert.ok(free, "nothing lies over its button");
});

test("what is to be done is told in one line, and pushes the cards nowhere", { timeout: TEST_LIMIT }, async () => {
  for (const locale of ["en-GB", "pl-PL"]) {
    const page = await table("nordic_countries", { locale, others: 2, decisions: 1 });
    const look = async () => {
      const [head, words] = await page.$$eval(".turn-text h1, .turn-text p", (all) =>
        all.map((each) => each.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(each).lineHeight)),
      );
      assert.ok(head < 1.5 && words < 1.5, `${locale}: ${head} and ${words} lines`);
      const [first] = await boxes(page, ".market-panel .card-market, .sheet .card-market");
      return first.top;
    };
    for (const viewport of [PHONE, LYING]) {
      await page.setViewportSize(viewport);
      await page.locator(".table-phone .turnbar").waitFor();
      await look();
    }
    await page.setViewportSize(WIDE);
    await page.locator(".table-wide").waitFor();
    const before = await look();
    await page.locator("[data-deck]:enabled").click();
    await page.locator(".panel-now .market-can").first().waitFor();
    const after = await look();
    assert.ok(Math.abs(after - before) < 1, `${locale}: ${before}, then ${after}`);
  }
});

test("points are counted in Polish: 0 punktów, 2 punkty", { timeout: TEST_LIMIT }, async () => {
  const page = await table("nordic_countries", { locale: "pl-PL", others: 2 });
  const words = new Set();
  await playUntil(page, async () => {
    for (const each of await page.locator(".seat-points").allTextContents()) {
      const [, count, word] = each.match(/^(\d+)\s*(\p{L}+)$/u);
      const few = /[234]$/.test(count) && !/1[234]$/.test(count);
      assert.equal(word, count === "1" ? "punkt" : few ? "punkty" : "punktów", each);
      words.add(word);
    }
    return words.size >= 2;
  });
  assert.ok(words.size > 1, [...words].join());
});

test("five in the row of a phone: cars, cards and three figures of points lie apart", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("northern_lights", { viewport: PHONE, others: 4, decisions: 1 });
  const seats = await page.$$eval(".strip-seat", (all) =>
    all.map((seat) => {
      seat.querySelector(".strip-points").textContent = "103";
      const range = document.createRange();
      const box = (element) => {
        range.selectNodeContents(element);
        // Figures have less height than their line.
        const { left, right, top, bottom } = range.getBoundingClientRect();
        return { left, right, top: top + 3, bottom: bottom - 3 };
      };
      return {
        seat: seat.getBoundingClientRect().toJSON(),
        points: box(seat.querySelector(".strip-points")),
        counts: [...seat.querySelectorAll(".strip-counts > span")].map(box),
      };
    }),
  );
  assert.equal(seats.length, 5);
  for (const { seat, points, counts } of seats) {
    assert.ok(points.right <= seat.right && points.bottom <= seat.bottom + 1);
    for (const each of counts) assert.ok(apart(each, points), JSON.stringify([each, points]));
  }
});

test("the ribbon has room for what four others did", { timeout: TEST_LIMIT }, async () => {
  const page = await table("northern_lights", { others: 4, decisions: 4 });
  const claimed = page.locator(".ribbon-chips .player-mark");
  const mine = page.locator(".market-can:enabled, .panel-now").first();
  await playUntil(
    page,
    async () =>
      (await claimed.count()) > 0 && (await page.locator("button.chip").count()) >= 4 && (await mine.isVisible()),
  );
  for (const viewport of [WIDE, LYING_TABLET, TABLET, PHONE]) {
    await page.setViewportSize(viewport);
    await resting(page);
    const [room, wide, more, named] = await page.$eval(".ribbon-chips", (list) => [
      list.clientWidth,
      list.scrollWidth,
      list.classList.contains("chips-more"),
      [...list.querySelectorAll(".chip-where")].some((each) => each.checkVisibility()),
    ]);
    const where = `${viewport.width} wide: ${wide} of ${room}`;
    // What does not fit is short, and its edge says that there is more.
    assert.equal(more, wide > room + 2, where);
    if (more) assert.equal(named, false, where);
    if (viewport === WIDE || viewport === TABLET) assert.equal(more, false, where);
  }
});

for (const [name, viewport] of Object.entries({ "a phone": PHONE, "a phone that lies": LYING })) {
  test(`on ${name} the button that claims stays in sight, and the board comes nearer`, {
    timeout: TEST_LIMIT,
  }, async () => {
    const page = await table("nordic_countries", { viewport, others: 2, decisions: 1 });
    page.fingers = true;
    const track = await drawUntil(page, 2);
    const scale = () => page.$eval(".board", (board) => Number(board.style.getPropertyValue("--k")));
    await resting(page);
    const before = await scale();
    const point = await page.evaluate((number) => window.eyes.pointOn(number), track);
    await page.touchscreen.tap(...point);
    await page.locator(`[data-near="${track}"], .route-card-pinned [data-confirm]`).first().waitFor();
    const near = page.locator(`[data-near="${track}"]`);
    if (await near.isVisible()) await near.tap();
    await page.locator(".route-card-pinned [data-confirm]").waitFor();
    await resting(page);
    assert.deepEqual(await inSight(page, ".route-card-pinned [data-confirm]"), [true]);
    assert.ok((await scale()) > before * 1.2, `${await scale()} after ${before}`);
    await page.keyboard.press("Escape");
    await page.locator(".route-card-pinned").waitFor({ state: "detached" });
    await resting(page);
    assert.ok(Math.abs((await scale()) - before) < 0.01, "the whole board again");
    assert.deepEqual(page.errors, []);
  });
}

for (const [name, viewport] of Object.entries({ "a phone": PHONE, "a phone that lies": LYING })) {
  test(`on ${name} what I build is seen from near, and its points rise from it`, { timeout: TEST_LIMIT }, async () => {
    const page = await table("nordic_countries", {
      viewport,
      decisions: 1,
      motion: "full",
      settings: { pace: "normal" },
    });
    page.fingers = true;
    const track = await drawUntil(page, 2);
    const scale = () => page.$eval(".board", (board) => Number(board.style.getPropertyValue("--k")));
    // What others did has been shown, and the whole board is there again.
    await page.waitForFunction(() => window.wagonik.playing.get().moment === null);
    await page.locator(".board:not(.board-zoomed)").waitFor();
    await resting(page);
    const before = await scale();
    // My claim stands still as soon as it begins.
    await showsMoments(page);
    await page.evaluate(() => {
      const { wagonik } = window;
      wagonik.playing.subscribe(() => {
        const { moment, paused } = wagonik.playing.get();
        if (moment?.kind === "claim" && moment.seat === wagonik.shown.get().seat && !paused) wagonik.seek(1);
      });
    });
    assert.ok(await claim(page, {}, [track]));
    await page.waitForFunction(() => window.wagonik.playing.get().paused);
    // When the points have risen, before they fly.
    await page.evaluate(() => {
      const [rise] = document.querySelector(".gain").getAnimations();
      window.wagonik.seek(rise.effect.getComputedTiming().endTime - 20);
    });
    await resting(page);
    assert.ok((await scale()) > before * 1.2, `${await scale()} after ${before}`);
    const far = await page.evaluate((number) => {
      const path = [...document.querySelectorAll(`.hits path[data-track="${number}"]`)].at(-1);
      const middle = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
      const { x, y, width, height } = document.querySelector(".gain").getBoundingClientRect();
      // They stand a little above their train.
      return Math.hypot(x + width / 2 - middle.x, y + height / 2 + 34 - middle.y);
    }, track);
    assert.ok(far < 40, `${far} pixels from the route`);
    assert.deepEqual(page.errors, []);
  });
}

test("a hand can be seen until it is passed on", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { viewport: PHONE, hasTouch: true });
  await newTable(page, "paris", { seats: ["mine"] });
  const pass = page.locator("[data-choice=pass-on]");
  await playUntil(page, () => pass.isVisible());
  for (const viewport of [PHONE, LYING, TABLET, WIDE]) {
    await page.setViewportSize(viewport);
    await resting(page);
    const [panel] = await boxes(page, ".pass-panel");
    const where = `${viewport.width} × ${viewport.height}`;
    for (const slot of await boxes(page, ".hand-slot")) assert.ok(apart(panel, slot), where);
    for (const seat of await boxes(page, ".strip-seat")) assert.ok(apart(panel, seat), where);
    assert.deepEqual(await inSight(page, "[data-choice=pass-on]"), [true], where);
  }
});

test("yards of others: their cars can be told apart on every screen, names stand free", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("card_game", { others: 3, decisions: 1 });
  const cars = page.locator(".yards-others .siding svg");
  await playUntil(page, async () => (await cars.count()) >= 6);
  for (const viewport of [WIDE, LYING_TABLET, LYING_LOW_TABLET, TABLET, LOW_TABLET, PHONE, LYING]) {
    await page.setViewportSize(viewport);
    await resting(page);
    const where = `${viewport.width} × ${viewport.height}`;
    // Three beside each other, but on a phone.
    const tops = new Set((await boxes(page, ".yards-others .yard")).map(({ top }) => top));
    if (![PHONE, LYING].includes(viewport)) assert.equal(tops.size, 1, where);
    // As many as are played in a match, and a row of ten besides.
    for (const row of [0, 10]) {
      await cars.first().evaluate((car, many) => {
        const siding = car.parentElement;
        while (siding.childElementCount < many) siding.append(car.cloneNode(true));
      }, row);
      for (const { left, right, width } of await boxes(page, ".yards-others .siding svg")) {
        assert.ok(width >= 24, `${where}: a car of ${width} pixels`);
        assert.ok(left >= 0 && right <= viewport.width, `${where}: a car at ${left} to ${right}`);
      }
    }
    const heads = await page.$$eval(".yards-others .yard header", (all) =>
      all.map((head) =>
        [".yard-name b", ".counts"].map((part) => head.querySelector(part).getBoundingClientRect().toJSON()),
      ),
    );
    for (const [name, counts] of heads) assert.ok(apart(name, counts), where);
  }
});

test("tickets on offer are all in sight on a tablet that stands, with both buttons and the hand", {
  timeout: TEST_LIMIT,
}, async () => {
  for (const [game, locale] of [
    ["nordic_countries", "pl-PL"],
    ["pennsylvania", "pl-PL"],
    ["card_game", "pl-PL"],
  ]) {
    const page = await table(game, { viewport: TABLET, others: 2, locale });
    for (const viewport of [TABLET, LOW_TABLET]) {
      await page.setViewportSize(viewport);
      await resting(page);
      const seen = await inSight(page, ".offered, .ticket-helper, .panel-now [data-confirm], .hand-slot");
      assert.ok(seen.length >= 13 && seen.every(Boolean), `${game}, ${viewport.height} high: ${seen.join()}`);
      const cities = await boxes(page, ".cities li");
      for (const { right } of cities) assert.ok(right <= viewport.width, `${game}: ${right}`);
    }
  }
});

test("my whole hand is in sight on every tablet and wide screen, also while tickets are on offer", {
  timeout: TEST_LIMIT,
}, async () => {
  for (const game of ["nordic_countries", "card_game"]) {
    const page = await table(game, { others: 2 });
    for (const decisions of [0, 1]) {
      if (decisions > 0) await playOut(page, { until: (n) => n >= decisions });
      await page.locator(".market-can:enabled, .offered").first().waitFor();
      for (const viewport of [WIDE, LYING_TABLET, LYING_LOW_TABLET, TABLET, LOW_TABLET]) {
        await page.setViewportSize(viewport);
        await resting(page);
        const seen = await inSight(page, ".hand-slot");
        const where = `${game}, ${viewport.width} × ${viewport.height}, after ${decisions}`;
        assert.ok(seen.length === 9 && seen.every(Boolean), `${where}: ${seen.join()}`);
      }
    }
  }
});

test("tickets on offer are all in sight on a phone, with the helper, the button and the market", {
  timeout: TEST_LIMIT,
}, async () => {
  for (const [game, locale] of [
    ["nordic_countries", "pl-PL"],
    ["northern_lights", "pl-PL"],
    ["card_game", "pl-PL"],
  ]) {
    const page = await table(game, { viewport: PHONE, locale });
    // Six do not fit where a phone lies: there they scroll.
    for (const viewport of game === "card_game" ? [PHONE, SMALL] : [PHONE, SMALL, LYING]) {
      await page.setViewportSize(viewport);
      await resting(page);
      const where = `${game}, ${viewport.width} × ${viewport.height}`;
      const seen = await inSight(page, ".offered, .ticket-helper, .panel-now [data-confirm], .market-line .card-chip");
      assert.ok(seen.length >= 10 && seen.every(Boolean), `${where}: ${seen.join()}`);
      const [button] = await boxes(page, ".panel-now [data-confirm]");
      for (const ticket of await boxes(page, ".offered .ticket-text > *"))
        assert.ok(ticket.bottom <= button.top + 1, `${where}: ${ticket.bottom} under the button at ${button.top}`);
    }
  }
});

test("the helper for tickets is in sight on a phone that lies, however many are on offer", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("card_game", { viewport: LYING });
  assert.deepEqual(await inSight(page, ".ticket-helper, .panel-now [data-confirm]"), [true, true]);
});

test("cards that are laid for the yard cover no other card of the hand on a phone that lies", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await table("card_game", { viewport: LYING, decisions: 1 });
  const mine = page.locator("button[data-hand]");
  await playUntil(page, async () => (await mine.count()) >= 4);
  for (let i = 0; i < (await mine.count()); i++) await mine.nth(i).click();
  await page.locator(".laying .panel-now").waitFor();
  const [laying] = await boxes(page, ".laying");
  const slots = await boxes(page, ".hand-slot");
  for (const slot of slots) assert.ok(apart(slot, laying), `${slot.bottom} under what is laid at ${laying.top}`);
  assert.ok((await inSight(page, ".hand-slot")).every(Boolean));
});

test("what zooms the board lies over no name of a city", { timeout: TEST_LIMIT }, async () => {
  for (const game of ["pennsylvania", "united_kingdom"]) {
    const page = await table(game, { viewport: TABLET, decisions: 1 });
    await resting(page);
    const [buttons] = await boxes(page, ".board-zoom");
    for (const name of await boxes(page, ".board-names .name")) assert.ok(apart(name, buttons), game);
  }
});

test("what zooms the board and what tells of its lights lie apart", { timeout: TEST_LIMIT }, async () => {
  const page = await table("paris", { viewport: LOW_TABLET, decisions: 1 });
  const legend = page.locator(".legend:visible");
  await playUntil(
    page,
    async () => (await legend.count()) > 0 && (await page.locator(".market-can:enabled").count()) > 0,
  );
  for (const viewport of [LOW_TABLET, TABLET, LYING_LOW_TABLET, WIDE]) {
    await page.setViewportSize(viewport);
    await resting(page);
    const [[buttons], [lights]] = [await boxes(page, ".board-zoom"), await boxes(page, ".legend")];
    assert.ok(apart(buttons, lights), `${viewport.width} wide: ${JSON.stringify([buttons, lights])}`);
  }
});

test("on a phone nothing that zooms lies over a board that is whole, also beside the table", {
  timeout: TEST_LIMIT,
}, async () => {
  const page = await at.open("/#/puzzles/paris", { viewport: PHONE });
  await page.locator(".board .hits").waitFor();
  const zoom = page.locator(".board-zoom");
  assert.equal(await zoom.isVisible(), false);
  const { x, y, width, height } = await page.locator(".board").boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.wheel(0, -400);
  // The way back is there as soon as it is needed.
  await page.locator(".board-zoom button:visible").click();
  await zoom.waitFor({ state: "hidden" });
});

test("names of waters and lands can be read, or are not there", { timeout: TEST_LIMIT }, async () => {
  const page = await table("northern_lights", { locale: "pl-PL", decisions: 1 });
  for (const viewport of [WIDE, LYING_TABLET, LYING_LOW_TABLET, TABLET, LOW_TABLET, PHONE]) {
    await page.setViewportSize(viewport);
    await resting(page);
    const [lands, places, spaces] = await page.evaluate(() => {
      const box = (each) => each.getBoundingClientRect().toJSON();
      const shown = [...document.querySelectorAll(".land-name")].filter(
        (each) => getComputedStyle(each).visibility === "visible" && Number(getComputedStyle(each).opacity) > 0,
      );
      return [
        shown.map((each) => ({
          text: each.textContent,
          size:
            Number.parseFloat(getComputedStyle(each).fontSize) *
            Math.hypot(each.getScreenCTM().a, each.getScreenCTM().b),
          ...box(each),
        })),
        [...document.querySelectorAll(".board-names .name")].map((each) => ({ text: each.textContent, ...box(each) })),
        [...document.querySelectorAll(".tracks .track-spaces > g")].map(box),
      ];
    });
    if (viewport === WIDE) assert.ok(lands.length > 3);
    for (const land of lands) {
      assert.ok(land.size >= 10.99, `${land.text}: ${land.size}`);
      // Letters have less height than their line.
      for (const place of places)
        assert.ok(
          apart({ ...land, top: land.top + 3, bottom: land.bottom - 3 }, place),
          `${viewport.width}: ${land.text} under ${place.text}`,
        );
      for (const { left, right, top, bottom } of spaces) {
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const over = x > land.left && x < land.right && y > land.top + 4 && y < land.bottom - 4;
        assert.ok(!over, `${viewport.width}: ${land.text} under a route`);
      }
    }
  }
});

test("no letter at a table is smaller than 11 pixels", { timeout: TEST_LIMIT }, async () => {
  for (const [game, others] of [
    ["northern_lights", 4],
    ["card_game", 3],
  ]) {
    const page = await table(game, { others, decisions: 3, locale: "pl-PL" });
    for (const viewport of [WIDE, TABLET, PHONE, LYING]) {
      await page.setViewportSize(viewport);
      await resting(page);
      const small = await page.evaluate(() => {
        const found = [];
        const walker = document.createTreeWalker(document.querySelector(".table"), NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
          const element = text.parentElement;
          if (!text.textContent.trim() || element.closest("svg") || !element.checkVisibility()) continue;
          const size = Number.parseFloat(getComputedStyle(element).fontSize);
          if (size < 11) found.push(`${text.textContent.trim()}: ${size}`);
        }
        return found;
      });
      assert.deepEqual(small, [], `${game}, ${viewport.width} wide`);
    }
  }
});
