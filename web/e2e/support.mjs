// A server of its own, a browser, and a person who plays by clicking on what is lit.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const root = new URL("../../", import.meta.url).pathname;
const PYTHON = process.env.WAGONIK_PYTHON ?? join(root, ".venv/bin/python");

const SERVER = `
import os, sys
from pathlib import Path
from wagonik.server.app import run
from wagonik.server.settings import Settings
if __name__ == "__main__":
    built = {"static": Path(os.environ["WAGONIK_STATIC"])} if "WAGONIK_STATIC" in os.environ else {}
    run(Settings(database="sqlite:///" + sys.argv[1], **built, bot_delay=float(sys.argv[3]), explore_rate=100, explore_burst=400,
                 messages_rate=300, messages_burst=600, tables_rate=10, requests_rate=300, requests_burst=900), port=int(sys.argv[2]),
        log_level="warning")
`;

/** A port that nobody uses now. */
const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Start the server on a port of its own; `stop` ends it and removes its data. */
export async function startServer({ delay = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "wagonik-e2e-"));
  const port = await freePort();
  const script = join(folder, "serve.py");
  writeFileSync(script, SERVER);
  const env = { ...process.env, PYTHONPATH: process.env.WAGONIK_PATH ?? join(root, "src") };
  const child = spawn(PYTHON, [script, join(folder, "wagonik.db"), String(port), String(delay)], { env, stdio: "inherit" });
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; ; tries++) {
    try {
      if ((await fetch(`${address}/health`)).ok) break;
    } catch (error) {
      if (tries > 150) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    address,
    async stop() {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const launch = () =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });

/** A page whose errors fail the test. */
export async function openPage(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-GB", ...options });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error" && !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(message.text())) errors.push(message.text());
  });
  page.errors = errors;
  await page.goto(address);
  return page;
}

/** Set up a table of a game by clicks: me, and bots or what is asked for. */
export async function newTable(page, game, { seats = [], level = null } = {}) {
  await page.waitForSelector(`[data-game="${game}"]`);
  if (!(await visible(page, ".setup"))) await page.click(`[data-game="${game}"]`);
  await page.waitForSelector(".setup");
  await page.fill(".chair:first-of-type input", "Zosia");
  for (let i = 0; i < seats.length; i++) {
    const chair = page.locator(".chair").nth(i + 1);
    if ((await chair.count()) === 0) await page.click(".chair-add");
    const choice = { bot: 0, open: 1, mine: 2 }[seats[i]];
    await page.locator(".chair").nth(i + 1).locator(".segments").first().locator("button").nth(choice).click();
  }
  if (level !== null) {
    const levels = page.locator(".chair .segments:nth-of-type(2)");
    for (let i = 0; i < (await levels.count()); i++) await levels.nth(i).locator("button").nth(level).click();
  }
  await page.click(".setup-open");
}

const visible = (page, selector) => page.locator(selector).first().isVisible();

/** Where a track can be clicked without another lying over it. */
async function trackPoint(page, number) {
  return page.evaluate((track) => {
    const paths = document.querySelectorAll(`.hits path[data-track="${track}"]`);
    const path = paths[paths.length - 1];
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

/** Click a lit route and confirm its payment. Returns whether it was claimed. */
export async function claimLit(page, selector) {
  const lit = await page.$$eval(selector, (found) => found.map((each) => Number(each.getAttribute("data-track"))));
  for (const track of lit.slice(0, 4)) {
    const point = await trackPoint(page, track);
    if (!point) continue;
    await page.mouse.click(...point);
    const button = page.locator(".route-card-pinned [data-confirm]:enabled").first();
    try {
      await button.waitFor({ timeout: 3000 });
      await button.click();
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
    for (let i = 0; i < count; i++) await page.click(`button[data-hand="${kind}"]`);
    const button = page.locator(".panel-now [data-confirm]").first();
    if (await button.isEnabled()) {
      await button.click();
      return true;
    }
    for (let i = 0; i <= count; i++) {
      if (!(await visible(page, ".panel-now [data-confirm]"))) break;
      await page.click(`button[data-hand="${kind}"]`);
    }
  }
  return false;
}

/** One decision of a person. Returns "over" at the end, "waiting" when it is not my turn. */
export async function decide(page, state) {
  if (await visible(page, ".final-table")) return "over";
  const curtain = page.locator(".curtain button").first();
  if (await curtain.isVisible()) {
    await curtain.click();
    return "played";
  }
  const confirm = page.locator(".panel-now [data-confirm]:enabled").first();
  if (await confirm.isVisible()) {
    await confirm.click({ timeout: 2000 }).catch(() => undefined);
    return "played";
  }
  const stop = page.locator("[data-choice]:enabled").first();
  if (await stop.isVisible()) {
    await stop.click({ timeout: 2000 }).catch(() => undefined);
    return "played";
  }
  const second = await visible(page, ".panel-now .market-can:enabled");
  const deck = page.locator("[data-deck]:enabled").first();
  const market = page.locator("[data-market]:enabled").first();
  const turn = (await deck.isVisible()) || (await market.isVisible()) || (await visible(page, ".take-tickets:enabled"));
  if (!turn) {
    if (!(await visible(page, ".track-claimable, .track-helps"))) return "waiting";
  }
  if (!second) {
    state.turns = (state.turns ?? 0) + 1;
    const buy = page.locator(".tech-can:enabled").first();
    if ((await buy.isVisible()) && state.turns % 3 === 0) {
      await buy.click();
      const pay = page.locator(".route-card-pinned [data-confirm]:enabled").first();
      await pay.waitFor({ timeout: 3000 });
      await pay.click();
      return "played";
    }
    if (await claimLit(page, ".tracks .track-helps")) return "claimed";
    if (state.turns % 2 === 0 && (await claimLit(page, ".tracks .track-claimable"))) return "claimed";
    if ((await visible(page, "button[data-hand]")) && state.turns % 2 === 0 && (await playYard(page))) return "played";
    const take = page.locator(".take-tickets:enabled").first();
    if (state.turns % 17 === 0 && (await take.isVisible())) {
      await take.click();
      await page.locator(".offered").first().waitFor();
      return "played";
    }
  }
  const choice = (await deck.isVisible()) ? deck : (await market.isVisible()) ? market : page.locator(".take-tickets:enabled").first();
  if (await choice.isVisible()) await choice.click({ timeout: 2000 }).catch(() => undefined);
  else if (!(await claimLit(page, ".tracks .track-claimable, .tracks .track-helps"))) return "waiting";
  return "played";
}

const PATIENCE = 45_000;

/** Play until the final score; calls `each` after every decision. */
export async function playOut(page, { limit = 600_000, each = async () => undefined, until = () => false } = {}) {
  const state = {};
  const end = Date.now() + limit;
  let decisions = 0;
  let moved = Date.now();
  while (Date.now() < end) {
    if (Date.now() - moved > PATIENCE) {
      const picture = join(tmpdir(), "wagonik-stuck.png");
      await page.screenshot({ path: picture });
      throw new Error(`nothing to click for a while after ${decisions} decisions: see ${picture}`);
    }
    const done = await decide(page, state);
    if (done === "over") return { decisions, ...state };
    if (done === "waiting") await page.waitForTimeout(60);
    else {
      decisions++;
      moved = Date.now();
      await page.waitForTimeout(30);
      await each(decisions, done);
      if (until(decisions)) return { decisions, ...state };
    }
  }
  throw new Error(`no end after ${decisions} decisions`);
}
