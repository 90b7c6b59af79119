// A server of its own, a browser, and a person who plays by clicking on what is lit.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";
import { NOT_STARTED, START_LIMIT, TEST_LIMIT, WAIT_LIMIT } from "./limits.mjs";

const root = new URL("../../", import.meta.url).pathname;
const PYTHON = process.env.WAGONIK_PYTHON ?? join(root, ".venv/bin/python");

// All deals of the tests: the first match of a server has this seed, each further one the next.
const DEALS = Number(process.env.DEALS ?? 20261117);

const SERVER = `
import os, signal, sys, threading
from pathlib import Path
from wagonik.server.app import run
from wagonik.server.settings import Settings

def end_with_parent():
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGKILL)

if __name__ == "__main__":
    threading.Thread(target=end_with_parent, daemon=True).start()
    built = {"static": Path(os.environ["WAGONIK_STATIC"])} if "WAGONIK_STATIC" in os.environ else {}
    boards = tuple(Path(name) for name in sys.argv[4:])
    run(Settings(database="sqlite:///" + sys.argv[1], **built, boards=boards, bot_delay=float(sys.argv[3]), explore_rate=100, explore_burst=400,
                 deals=${DEALS}, messages_rate=300, messages_burst=600, tables_rate=10, requests_rate=300, requests_burst=900), port=int(sys.argv[2]),
        log_level="warning")
`;

/** Games whose tour its person has seen: all that have one. */
const TOURED = readdirSync(join(root, "web/src/guide/texts"))
  .map((name) => name.match(/^tour\.(\w+)\.en\.json$/)?.[1])
  .filter(Boolean);

/** A port that nobody uses now. */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

// What must not outlive this process: servers, each with the processes that it started.
const servers = new Set();
const kill = (child) => {
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
};
process.on("exit", () => servers.forEach(kill));

/** Start the server on a port of its own; `stop` ends it and removes its data. */
export async function startServer({ delay = 0, boards = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "wagonik-e2e-"));
  const port = await freePort();
  const script = join(folder, "serve.py");
  writeFileSync(script, SERVER);
  const env = { ...process.env, PYTHONPATH: process.env.WAGONIK_PATH ?? join(root, "src") };
  // It leads a group of its own, and ends when the pipe to it closes, however this process ends.
  const child = spawn(PYTHON, [script, join(folder, "wagonik.db"), String(port), String(delay), ...boards], {
    env,
    detached: true,
    stdio: ["pipe", "inherit", "inherit"],
  });
  servers.add(child);
  const gone = new Promise((resolve) => child.once("exit", resolve));
  const stop = async () => {
    child.kill("SIGTERM");
    await Promise.race([gone, pause(5000)]);
    kill(child);
    servers.delete(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const address = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + START_LIMIT / 2; ; ) {
    const answer = await fetch(`${address}/health`).catch(() => null);
    if (answer?.ok) return { address, stop };
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error("the server did not start: see above why");
    }
    await pause(100);
  }
}

export const launch = () =>
  chromium.launch({
    timeout: START_LIMIT / 2,
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--font-render-hinting=none",
    ],
  });

/** A server and a browser for the tests of one file. Pages are closed after each test, all else after the last. */
export function stage() {
  // Nobody looks at these pages: a quarter of the pixels is drawn faster, where there is no graphics card.
  const coarse = { deviceScaleFactor: 0.5 };
  const at = {
    address: "",
    browser: null,
    open: (path = "", options = {}) => openPage(at.browser, at.address + path, { ...coarse, ...options }),
  };
  let server;
  before(
    async () => {
      try {
        [server, at.browser] = await Promise.all([startServer(), launch()]);
      } catch (error) {
        console.error(error);
        process.exit(NOT_STARTED);
      }
      at.address = server.address;
    },
    { timeout: START_LIMIT },
  );
  afterEach(() => Promise.all((at.browser?.contexts() ?? []).map((context) => context.close())), {
    timeout: WAIT_LIMIT,
  });
  after(
    async () => {
      await Promise.all([at.browser?.close(), server?.stop()]);
    },
    { timeout: WAIT_LIMIT },
  );
  return at;
}

/**
 * A page whose errors fail the test; `settings` are what its person has chosen before. Nothing moves and no bot waits, so that
 * whole matches go by quickly, unless motion is asked for; whoever asks for tours has seen none.
 */
export async function openPage(browser, address, { settings = {}, motion = "none", tours = false, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options });
  await context.addInitScript(
    ([chosen, seen]) => {
      if (!location.protocol.startsWith("http")) return; // an empty page keeps nothing
      const kept = JSON.parse(localStorage.getItem("wagonik.settings") ?? "{}");
      localStorage.setItem("wagonik.settings", JSON.stringify({ ...chosen, ...kept }));
      if (seen)
        localStorage.setItem("wagonik.guide", localStorage.getItem("wagonik.guide") ?? JSON.stringify({ tours: seen }));
    },
    [{ motion, grace: "none", ...settings }, tours ? null : TOURED],
  );
  context.setDefaultTimeout(WAIT_LIMIT);
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(message.text()))
      errors.push(message.text());
  });
  page.errors = errors;
  await page.goto(address);
  return page;
}

/** Set up a table of a game by clicks: me, and bots or what is asked for. */
export async function newTable(page, game, { seats = [], level = null, name = "Zosia", options = [] } = {}) {
  await page.waitForSelector(`[data-game="${game}"]`);
  if (!(await visible(page, ".setup"))) await page.click(`[data-game="${game}"]`);
  await page.waitForSelector(".setup");
  await page.fill(".chair:first-of-type input", name);
  for (let i = 0; i < seats.length; i++) {
    const chair = page.locator(".chair").nth(i + 1);
    if ((await chair.count()) === 0) await page.click(".chair-add");
    const choice = { bot: 0, open: 1, mine: 2 }[seats[i]];
    await page
      .locator(".chair")
      .nth(i + 1)
      .locator(".segments")
      .first()
      .locator("button")
      .nth(choice)
      .click();
  }
  if (level !== null) {
    const levels = page.locator(".chair .segments:nth-of-type(2)");
    for (let i = 0; i < (await levels.count()); i++) await levels.nth(i).locator("button").nth(level).click();
  }
  for (const option of options) await page.locator(".setup").getByRole("switch", { name: option }).click();
  await page.click(".setup-open");
}

const visible = (page, selector) => page.locator(selector).first().isVisible();

/** Where a track can be clicked without another lying over it. */
async function trackPoint(page, number) {
  return page.evaluate((track) => {
    const paths = document.querySelectorAll(`.hits path[data-track="${track}"]`);
    const path = paths[paths.length - 1];
    if (!path) return null;
    const matrix = path.getScreenCTM();
    const length = path.getTotalLength();
    for (const part of [0.5, 0.3, 0.7, 0.15, 0.85, 0.02, 0.98]) {
      const point = path.getPointAtLength(length * part).matrixTransform(matrix);
      const top = document.elementFromPoint(point.x, point.y);
      if (top?.getAttribute("data-track") === String(track)) return [point.x, point.y];
    }
    return null;
  }, number);
}

/** By a click, or on a page that was told so by a finger (`page.fingers`) or a key (`page.keys`). */
async function press(page, target, options) {
  if (page.fingers) return target.tap(options);
  if (!page.keys) return target.click(options);
  await target.focus(options);
  return page.keyboard.press("Enter");
}

/** Walk to one of some routes with C, choose it with Enter, go to its button and press that. */
async function claimByKeys(page, lit) {
  const wanted = new Set(lit.map(String));
  for (let i = 0; i < 80; i++) {
    await page.keyboard.press("c");
    const track = await page.evaluate(() => document.activeElement?.getAttribute("data-track"));
    if (track === null || track === undefined) return false;
    if (wanted.has(track)) break;
  }
  await page.keyboard.press("Enter");
  const button = page.locator(".route-card-pinned [data-confirm]:enabled").first();
  try {
    await button.waitFor({ timeout: 4000 });
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.activeElement?.matches("[data-confirm]"), undefined, { timeout: 4000 });
    await page.keyboard.press("Enter");
    return true;
  } catch {
    await page.keyboard.press("Escape");
    return false;
  }
}

/** Click one of the lit routes and confirm its payment. Returns whether one was claimed. */
async function claim(page, lit) {
  if (page.keys) return claimByKeys(page, lit);
  for (const track of lit.slice(0, 3)) {
    // Something else may be asked by now: the last click came through after all.
    if (await page.locator(".panel-now, .curtain, .final-table").first().isVisible()) return false;
    const point = await trackPoint(page, track);
    if (!point) continue;
    if (page.fingers) await page.touchscreen.tap(...point);
    else await page.mouse.click(...point);
    const button = page.locator(".route-card-pinned [data-confirm]:enabled").first();
    try {
      if (page.fingers) {
        // Where several lie close together the table asks which one.
        const near = page.locator(`[data-near="${track}"]`);
        await near.or(button).first().waitFor({ timeout: 4000 });
        if (await near.isVisible()) await near.tap({ timeout: 4000 });
      }
      await press(page, button, { timeout: 4000 });
      return true;
    } catch {
      await page.keyboard.press("Escape");
    }
  }
  return false;
}

/** Tap cards for the yard: a row of the colour I have most of, with locomotives if need be. */
async function playYard(page) {
  const hand = await page.$$eval("button[data-hand]", (found) =>
    found.map((each) => [each.getAttribute("data-hand"), Number(each.querySelector(".card-count")?.textContent ?? 0)]),
  );
  const colours = hand.filter(([kind]) => kind !== "locomotive").sort((a, b) => b[1] - a[1]);
  for (const [kind, count] of colours.slice(0, 3)) {
    if (count < 2) break;
    const card = page.locator(`button[data-hand="${kind}"]`);
    for (let i = 0; i < count; i++) await press(page, card);
    const button = page.locator(".panel-now [data-confirm]").first();
    // The server says whether these cards can be played.
    const answer = page.locator(".panel-now [data-confirm]:enabled, .panel-now .why").first();
    await answer.waitFor({ timeout: 4000 }).catch(() => undefined);
    if (await button.isEnabled()) {
      await press(page, button);
      return true;
    }
    for (let i = 0; i <= count; i++) {
      if (!(await visible(page, ".panel-now [data-confirm]"))) break;
      await press(page, card);
    }
  }
  return false;
}

/** What can be clicked now, in one look: the first of each kind that is shown and enabled. */
const look = (page) =>
  page.evaluate(() => {
    const can = (selector) =>
      [...document.querySelectorAll(selector)].some((each) => !each.disabled && each.checkVisibility());
    const tracks = (selector) =>
      [...document.querySelectorAll(selector)].map((each) => Number(each.getAttribute("data-track")));
    return {
      over: can(".final-table"),
      curtain: can(".curtain button"),
      confirm: can(".panel-now [data-confirm]"),
      choice: can("[data-choice]"),
      second: can(".panel-now .market-can"),
      deck: can("[data-deck]"),
      market: can("[data-market]"),
      take: can(".take-tickets"),
      buy: can(".tech-can"),
      hand: can("button[data-hand]"),
      helps: tracks(".tracks .track-helps"),
      lit: tracks(".tracks .track-claimable"),
    };
  });

/** What has a key of its own. */
const KEYS = { "[data-deck]:enabled": "d", ".take-tickets:enabled": "t" };

/** Click the first that is shown and enabled; it may be gone meanwhile, as for a person. */
const click = (page, selector) =>
  page.keys && KEYS[selector]
    ? page.keyboard.press(KEYS[selector])
    : press(page, page.locator(`${selector} >> visible=true`).first(), { timeout: 2000 }).catch(() => undefined);

/** One decision of a person. Returns "over" at the end, "waiting" when it is not my turn. */
export async function decide(page, state) {
  const now = await look(page);
  if (now.over) return "over";
  for (const [can, selector] of [
    [now.curtain, ".curtain button"],
    [now.confirm, ".panel-now [data-confirm]:enabled"],
    [now.choice, "[data-choice]:enabled"],
  ]) {
    if (!can) continue;
    await click(page, selector);
    return "played";
  }
  if (!now.deck && !now.market && !now.take) {
    // A move is on its way, or routes are all there is to do.
    if (now.lit.length + now.helps.length === 0) return "waiting";
    await pause(400);
    const then = await look(page);
    if (then.confirm || then.choice || then.deck || then.market || then.take) return "waiting";
  }
  if (!now.second) {
    state.turns = (state.turns ?? 0) + 1;
    if (now.buy && state.turns % 3 === 0) {
      await click(page, ".tech-can:enabled");
      await click(page, ".route-card-pinned [data-confirm]:enabled");
      return "played";
    }
    if (now.helps.length > 0 && (await claim(page, now.helps))) return "claimed";
    if (state.turns % 2 === 0 && now.lit.length > 0 && (await claim(page, now.lit))) return "claimed";
    if (now.hand && state.turns % 2 === 0 && (await playYard(page))) return "played";
    if (now.take && state.turns % 17 === 0) {
      await click(page, ".take-tickets:enabled");
      await page.locator(".offered").first().waitFor();
      return "played";
    }
  }
  if (now.deck) await click(page, "[data-deck]:enabled");
  else if (now.market) await click(page, "[data-market]:enabled");
  else if (now.take) await click(page, ".take-tickets:enabled");
  else if (!(await claim(page, [...now.lit, ...now.helps]))) return "waiting";
  return "played";
}

/** Play until the final score; calls `each` after every decision. */
export async function playOut(page, { limit = TEST_LIMIT, each = async () => undefined, until = () => false } = {}) {
  const state = {};
  const end = Date.now() + limit;
  let decisions = 0;
  let moved = Date.now();
  while (Date.now() < end) {
    if (Date.now() - moved > WAIT_LIMIT) {
      const picture = join(tmpdir(), "wagonik-stuck.png");
      await page.screenshot({ path: picture });
      throw new Error(`nothing to click for a while after ${decisions} decisions: see ${picture}`);
    }
    const began = Date.now();
    const done = await decide(page, state);
    // Only waiting counts, not the time that clicks take on a busy machine.
    if (Date.now() - began > 2000) moved = Date.now();
    if (done === "over") return { decisions, ...state };
    if (done === "waiting") await pause(25);
    else {
      decisions++;
      moved = Date.now();
      await each(decisions, done);
      if (until(decisions)) return { decisions, ...state };
    }
  }
  throw new Error(`no end after ${decisions} decisions`);
}

/** Until the board has rested for some frames: what a panel beside it does to it comes a frame or two later. */
export async function resting(page) {
  await page.evaluate(
    () =>
      new Promise((done) => {
        const place = () => JSON.stringify(document.querySelector(".hits").getBoundingClientRect());
        let before = place();
        let same = 0;
        const look = () => {
          const now = place();
          same = now === before ? same + 1 : 0;
          before = now;
          if (same === 12) done();
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
}
