// A server of its own, a browser, and pages at its tables. Who plays there is in player.mjs.

import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before } from "node:test";
import { chromium } from "playwright-core";
import { NOT_STARTED, START_LIMIT, WAIT_LIMIT } from "./limits.mjs";
import { eyes, playOut } from "./player.mjs";

const root = new URL("../../", import.meta.url).pathname;
const PYTHON = process.env.WAGONIK_PYTHON ?? join(root, ".venv/bin/python");

// All deals of the tests: the first match of a server has this seed, each further one the next.
const DEALS = Number(process.env.DEALS ?? 20261117);

const SERVER = `
import os, signal, sys, threading
from pathlib import Path

def end_with_parent():
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGKILL)

# The processes in which its bots think read this file, too: they need no server, and start much sooner without.
if __name__ == "__main__":
    from wagonik.server.app import run
    from wagonik.server.settings import Settings

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

/**
 * What Chromium does for those who sit at it: every window has two pages of its own behind the address bar, which cost
 * as much as one of ours. The others are those that Playwright turns off, since only the last of such lists counts.
 */
const UNUSED = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

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
      `--disable-features=${UNUSED.join(",")}`,
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
  await context.addInitScript(eyes);
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
  if (!(await page.locator(".setup").isVisible())) await page.click(`[data-game="${game}"]`);
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

/** What a button copies: the clipboard gets it a moment after the press, and may hold something from before. */
export async function copied(page, button) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await button.click();
  return (await page.waitForFunction(() => navigator.clipboard.readText())).jsonValue();
}

/**
 * A page of a stage at a table of a game with easy bots: when its first tickets are on offer, or after so many decisions of
 * mine, when the next one is asked. All else is about the page.
 */
export async function atTable(at, game, { others = 1, decisions = 0, ...options } = {}) {
  const page = await at.open("", { hasTouch: true, ...options });
  await newTable(page, game, { seats: Array(others).fill("bot"), level: 0 });
  await page.waitForSelector(".offered");
  if (decisions > 0) {
    await playOut(page, { until: (n) => n >= decisions });
    await page.locator(".market-can:enabled, .panel-now").first().waitFor();
  }
  return page;
}

/** Which of these are wholly on the screen, with nothing else over their middle. */
export const inSight = (page, selector) =>
  page.$$eval(selector, (all) =>
    all.map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const whole = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
      return whole && over !== null && (each.contains(over) || over.contains(each));
    }),
  );

/** Until moments are shown: their scenes come after the table, and what happens before is shown as it is. */
export const showsMoments = (page) => page.waitForFunction(() => window.wagonik?.house.rate() > 0);

/** Until the board has rested for some frames: what a panel beside it does to it comes a frame or two later. */
export async function resting(page) {
  await page.evaluate(
    () =>
      new Promise((done) => {
        const place = () => JSON.stringify(document.querySelector(".hits, .yards").getBoundingClientRect());
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
