// A person at a table, who does what is lit: with a mouse, with fingers (`page.fingers`) or by keys alone
// (`page.keys`). Everything is real input. What can be done is asked for in one question, and waiting is waiting
// for something to be seen: no step has a time of its own.

import { tmpdir } from "node:os";
import { join } from "node:path";
import { TEST_LIMIT, WAIT_LIMIT } from "./limits.mjs";

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** How long someone looks at a table where nothing is to be done before the question comes back. */
const GLANCE = 1000;
/** The same for someone who waits for something that passes. */
const BLINK = 50;

/** Runs in every page: what a person sees there. A place to press is its point, or false if it lies out of sight. */
export function eyes() {
  const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const can = (element) => !element.disabled && element.checkVisibility();
  const first = (selector) => [...document.querySelectorAll(selector)].find(can) ?? null;
  const pointOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const point = [x + width / 2, y + height / 2];
    return element.contains(document.elementFromPoint(...point)) ? point : false;
  };
  const spot = (selector) => {
    const element = first(selector);
    return element && pointOf(element);
  };
  const hits = (track) => [...document.querySelectorAll(`.hits path[data-track="${track}"]`)].at(-1);
  /** Where a track can be pressed without another lying over it. */
  const pointOn = (track) => {
    const path = hits(track);
    const matrix = path?.getScreenCTM();
    const length = path?.getTotalLength();
    for (const part of path ? [0.5, 0.3, 0.7, 0.15, 0.85, 0.02, 0.98] : []) {
      const { x, y } = path.getPointAtLength(length * part).matrixTransform(matrix);
      if (document.elementFromPoint(x, y)?.getAttribute("data-track") === String(track)) return [x, y];
    }
    return null;
  };
  /** Lit tracks, the longest first: they end a match soonest. */
  const tracks = (selector) =>
    [...document.querySelectorAll(selector)]
      .map((each) => Number(each.getAttribute("data-track")))
      .map((track) => ({ track, length: Math.round(hits(track)?.getTotalLength() ?? 0) }))
      .sort((a, b) => b.length - a.length || a.track - b.track)
      .map(({ track }) => track);
  const gliding = () => document.querySelector(".board-layer")?.getAnimations().length > 0;
  const look = () => ({
    over: first(".final-table") !== null,
    curtain: spot(".curtain button"),
    confirm: spot(".panel-now [data-confirm]"),
    choice: spot("[data-choice]"),
    second: first(".panel-now .market-can") !== null,
    deck: spot("[data-deck]"),
    market: spot("[data-market]"),
    take: spot(".take-tickets"),
    buy: spot(".tech-can"),
    hand: first("button[data-hand]") !== null,
    helps: tracks(".tracks .track-helps"),
    lit: tracks(".tracks .track-claimable"),
  });
  const asks = (now) =>
    now.over ||
    [now.curtain, now.confirm, now.choice, now.deck, now.market, now.take].some((each) => each !== null) ||
    now.lit.length + now.helps.length > 0;
  /** A move is on its way: what is lit is what could be done before it. */
  const sending = () => document.querySelector('.board[aria-busy="true"]') !== null;
  let clicks = 0;
  window.addEventListener("click", () => clicks++, true);
  /** The same place in two frames, and nothing over it: a press arrives. */
  const rests = async (element) => {
    const place = () => JSON.stringify(element.getBoundingClientRect());
    const before = place();
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return element.isConnected && place() === before;
  };
  window.eyes = {
    pointOn,
    /**
     * Where to press a track. The board follows its room a frame after a panel came or went: who looks before that
     * sees what is never drawn, and presses where the track is not.
     */
    async pointAt(track) {
      const layer = document.querySelector(".board-layer");
      while (layer?.isConnected && (gliding() || !(await rests(layer)))) await pause(10);
      return pointOn(track);
    },
    /** What can be done, as soon as there is anything, or nothing after a while. */
    async look(patience) {
      const began = performance.now();
      for (;;) {
        const now = look();
        if (!gliding() && !sending() && asks(now)) return now;
        if (performance.now() - began >= patience) return null;
        await pause(10);
      }
    },
    clicks: () => clicks,
    /**
     * What came of pressing a track: the place to press next, and whether that is one of several routes that
     * may have been meant. Nothing if something else is asked, or after so long.
     */
    async answer(track, limit) {
      const end = performance.now() + limit;
      while (performance.now() < end && !first(".panel-now, .curtain, .final-table")) {
        const near = first(`[data-near="${track}"]`);
        const element = near ?? first(".route-card-pinned [data-confirm]");
        if (element && (await rests(element))) return { near: near !== null, point: pointOf(element) };
        await pause(10);
      }
      return null;
    },
    /** How often C has to be pressed to come to one of some tracks; less than nothing with Shift. */
    walkTo(wanted) {
      const lit = [...document.querySelectorAll(".tracks .track-claimable, .tracks .track-helps")]
        .map((each) => Number(each.getAttribute("data-track")))
        .sort((a, b) => a - b);
      const at = lit.indexOf(Number(document.activeElement?.getAttribute("data-track") ?? Number.NaN));
      const steps = lit.flatMap((track, i) => {
        if (!wanted.includes(track)) return [];
        const ahead = at < 0 ? i + 1 : (i - at + lit.length) % lit.length;
        // Coming to the board, C begins with the first of them.
        const back = at < 0 ? Number.POSITIVE_INFINITY : lit.length - ahead;
        return [ahead <= back ? ahead : -back];
      });
      return steps.sort((a, b) => Math.abs(a) - Math.abs(b))[0] ?? null;
    },
    /** How often Tab has to be pressed to come to an element; less than nothing with Shift. */
    tabTo(selector) {
      const target = first(selector);
      if (!target) return null;
      if (target === document.activeElement) return 0;
      const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, [tabindex]")].filter(
        (each) => each.tabIndex >= 0 && can(each),
      );
      const here = document.activeElement ?? document.body;
      const before = stops.filter(
        (each) => each !== here && here.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING,
      ).length;
      const at = stops.indexOf(target);
      if (here === document.body) return at + 1;
      return at >= before ? at - before + (stops.includes(here) ? 0 : 1) : at - before;
    },
    has: (selector) => first(selector) !== null && first(selector) === document.activeElement,
  };
}

/** Walk to an element with Tab, as people do who have no mouse. */
async function tabTo(page, selector) {
  // Some stops are not where the order of the page has them, and a page may change on the way.
  for (let tries = 0; tries < 40; tries++) {
    const steps = await page.evaluate((wanted) => window.eyes.tabTo(wanted), selector);
    if (steps === null) return false;
    if (steps === 0) return true;
    for (let i = 0; i < Math.abs(steps); i++) await page.keyboard.press(steps > 0 ? "Tab" : "Shift+Tab");
    if (await page.evaluate((wanted) => window.eyes.has(wanted), selector)) return true;
  }
  throw new Error(`${selector} can't be reached by Tab`);
}

/** What has a key of its own. */
const KEYS = { "[data-deck]": "d", ".take-tickets": "t" };

/** Press what is shown: at the point where it was seen, or after it was brought into sight. */
async function press(page, selector, point = false) {
  if (page.keys) {
    if (KEYS[selector]) await page.keyboard.press(KEYS[selector]);
    else if (await tabTo(page, selector)) await page.keyboard.press("Enter");
    return;
  }
  if (point && !page.fingers) {
    await page.mouse.click(...point);
    return;
  }
  const target = page.locator(`${selector}:enabled >> visible=true`).first();
  const before = page.fingers ? await page.evaluate(() => window.eyes.clicks()) : 0;
  // It may be gone meanwhile, as for a person.
  const gone = () => undefined;
  if (point) await page.touchscreen.tap(...point);
  else await (page.fingers ? target.tap({ timeout: 2000 }) : target.click({ timeout: 2000 })).catch(gone);
  // The click comes after the finger has left; who looks before sees what was there before it.
  if (page.fingers)
    await page.waitForFunction((was) => window.eyes.clicks() > was, before, { timeout: 2000 }).catch(gone);
}

const CONFIRM = ".route-card-pinned [data-confirm]";
/** A route that was pressed answers sooner than that: another one is tried after it. */
const ANSWER = 10_000;

/** A lit route that was pressed did not offer to be claimed: what was seen instead is kept. */
async function miss(page, state, what) {
  const seen = await page.evaluate(() => {
    const card = document.querySelector(".route-card-pinned")?.getAttribute("aria-label") ?? "no card";
    const near = [...document.querySelectorAll("[data-near]")].map((each) => each.getAttribute("data-near"));
    return `${card}, near: ${near.join(", ") || "none"}, ${document.querySelector(".board-layer")?.style.transform}`;
  });
  state.missed = [...(state.missed ?? []), `${what}: ${seen}`];
  await page.keyboard.press("Escape");
}

/** Walk to one of some routes with C, choose it with Enter, go to its button and press that. */
async function claimByKeys(page, state, wanted) {
  const steps = await page.evaluate((tracks) => window.eyes.walkTo(tracks), wanted);
  if (steps === null) return false;
  for (let i = 0; i < Math.abs(steps); i++) await page.keyboard.press(steps > 0 ? "c" : "C");
  const track = Number(
    await page.evaluate(() => document.activeElement?.getAttribute("data-track") ?? String(Number.NaN)),
  );
  if (wanted.includes(track)) {
    await page.keyboard.press("Enter");
    if (await page.evaluate(([number, limit]) => window.eyes.answer(number, limit), [track, ANSWER])) {
      await page.keyboard.press("Enter");
      await page.waitForFunction((confirm) => document.activeElement?.matches(confirm), CONFIRM);
      await page.keyboard.press("Enter");
      return true;
    }
  }
  await miss(page, state, `${wanted.join(" or ")} by keys, which came to ${track}`);
  return false;
}

/** Press one of the lit routes and confirm its payment. Returns whether one was claimed. */
export async function claim(page, state, lit) {
  if (page.keys) return claimByKeys(page, state, lit);
  for (const track of lit.slice(0, 3)) {
    const point = await page.evaluate((number) => window.eyes.pointAt(number), track);
    if (!point) continue;
    await press(page, "", point);
    for (let asked = 0; asked < 2; asked++) {
      const next = await page.evaluate(([number, limit]) => window.eyes.answer(number, limit), [track, ANSWER]);
      if (!next) break;
      // Where several lie close together the table asks which one.
      await press(page, next.near ? `[data-near="${track}"]` : CONFIRM, next.point);
      if (!next.near) return true;
    }
    await miss(page, state, `${track} at ${point.map(Math.round)}`);
  }
  return false;
}

/** Tap cards for the yard: a row of the colour I have most of, with locomotives if need be. */
async function playYard(page) {
  const hand = await page.$$eval("button[data-hand]", (found) =>
    found.map((each) => [each.getAttribute("data-hand"), Number(each.querySelector(".card-count")?.textContent ?? 0)]),
  );
  const colours = hand.filter(([kind]) => kind !== "locomotive").sort((a, b) => b[1] - a[1]);
  const button = page.locator(".panel-now [data-confirm]").first();
  for (const [kind, count] of colours.slice(0, 3)) {
    if (count < 2) break;
    const card = `button[data-hand="${kind}"]`;
    for (let i = 0; i < count; i++) await press(page, card);
    // The server says whether these cards can be played.
    await page.locator(".panel-now [data-confirm]:enabled, .panel-now .why").first().waitFor();
    if (await button.isEnabled()) {
      await press(page, ".panel-now [data-confirm]");
      return true;
    }
    for (let i = 0; i <= count && (await button.isVisible()); i++) await press(page, card);
  }
  return false;
}

/** One decision of a person. Returns "over" at the end, "waiting" when it is not my turn. */
export async function decide(page, state, patience = 0) {
  const now = await page.evaluate((most) => window.eyes.look(most), patience);
  if (!now) return "waiting";
  if (now.over) return "over";
  for (const [point, selector] of [
    [now.curtain, ".curtain button"],
    [now.confirm, ".panel-now [data-confirm]"],
    [now.choice, "[data-choice]"],
  ]) {
    if (point === null) continue;
    await press(page, selector, point);
    return "played";
  }
  if (!now.second) {
    state.turns = (state.turns ?? 0) + 1;
    if (now.buy !== null && state.turns % 3 === 0) {
      await press(page, ".tech-can", now.buy);
      await page.locator(`${CONFIRM}:enabled`).first().waitFor();
      await press(page, CONFIRM);
      return "played";
    }
    if (now.helps.length > 0 && (await claim(page, state, now.helps))) return "claimed";
    if (state.turns % 2 === 0 && now.lit.length > 0 && (await claim(page, state, now.lit))) return "claimed";
    if (now.hand && state.turns % 2 === 0 && (await playYard(page))) return "played";
    if (now.take !== null && state.turns % 17 === 0) {
      await press(page, ".take-tickets", now.take);
      await page.locator(".offered").first().waitFor();
      return "played";
    }
  }
  if (now.deck !== null) await press(page, "[data-deck]", now.deck);
  else if (now.market !== null) await press(page, "[data-market]", now.market);
  else if (now.take !== null) await press(page, ".take-tickets", now.take);
  else if (!(await claim(page, state, [...now.lit, ...now.helps]))) return "waiting";
  return "played";
}

/** Play until the final score; calls `each` after every decision. */
export async function playOut(page, { limit = TEST_LIMIT, each = async () => undefined, until = () => false } = {}) {
  const state = { missed: [] };
  const end = Date.now() + limit;
  let decisions = 0;
  let moved = Date.now();
  while (Date.now() < end) {
    if (Date.now() - moved > WAIT_LIMIT) {
      const picture = join(tmpdir(), "wagonik-stuck.png");
      await page.screenshot({ path: picture });
      throw new Error(`nothing to do for a while after ${decisions} decisions: see ${picture}`);
    }
    const done = await decide(page, state, GLANCE);
    if (done === "over") return { decisions, ...state };
    if (done === "waiting") {
      await pause(10);
      continue;
    }
    decisions++;
    moved = Date.now();
    await each(decisions, done);
    if (await until(decisions)) return { decisions, ...state };
  }
  throw new Error(`no end after ${decisions} decisions`);
}

/**
 * Play until something is seen. It is looked for before every decision, when the table has come to rest at it, and
 * while others are at it: so nobody acts past it, and nothing is counted that a busy machine has more of.
 */
export async function playUntil(page, seen, state = {}) {
  for (const end = Date.now() + TEST_LIMIT; Date.now() < end; ) {
    const now = await page.evaluate((most) => window.eyes.look(most), BLINK);
    if (await seen()) return state;
    if (now?.over) throw new Error("the match is over, and it was not seen");
    if (now) await decide(page, state);
  }
  throw new Error("it was not seen");
}

/** A route of so many spaces that can be paid for now, in the numbers of the drawing. */
const litOf = (page, spaces) =>
  page.evaluate(
    (count) =>
      [...document.querySelectorAll(".tracks .track-claimable, .tracks .track-helps")]
        .filter((each) => each.getAttribute("aria-label").includes(` ${count} spaces`))
        .map((each) => Number(each.getAttribute("data-track")))
        .find((track) => window.eyes.pointOn(track)) ?? null,
    spaces,
  );

/** Draw, and claim nothing, until it is my turn and a route of so many spaces can be paid for. */
export async function drawUntil(page, spaces) {
  for (let i = 0; i < 400; i++) {
    const now = await page.evaluate((most) => window.eyes.look(most), WAIT_LIMIT);
    const track = now?.second ? null : await litOf(page, spaces);
    if (track !== null) return track;
    if (now?.confirm || now?.choice) await decide(page, {});
    else await press(page, "[data-deck]", now?.deck ?? false);
  }
  throw new Error(`no route of ${spaces} spaces`);
}
