// Pictures of every moment for the gallery; with "turn" the moving picture of a turn for the README, with "guide"
// those of the guided first match and of a tour, with "puzzles" those of puzzles, with "coach" those of the coach.
// node e2e/pictures.mjs [turn | guide | puzzles | coach | rare | GAME …] [lacking]: needs the build, Chromium, and
// Pillow in the environment. "rare" are moments that a match seldom comes to: tools/rare.py finds them. "lacking"
// makes only pictures of kinds of moments that the gallery has none of.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finishedMatch } from "./coached.mjs";
import { TEST_LIMIT } from "./limits.mjs";
import { claim, decide, drawUntil } from "./player.mjs";
import { placesOf, playOn } from "./rare.mjs";
import { launch, newTable, openPage, startServer } from "./support.mjs";

const root = new URL("../../", import.meta.url).pathname;
const PYTHON = process.env.WAGONIK_PYTHON ?? join(root, ".venv/bin/python");
const gallery = join(root, "web/gallery/moments");
const GAMES = ["nordic_countries", "northern_lights", "pennsylvania", "united_kingdom", "card_game", "paris"];
/** A moment is caught in the middle of it; these say more at another part. */
const PART = { tunnel: 0.8, row: 0.75, sweep: 0.3, kept: 0.3, fill: 0.4 };
/** Of these, those of others: what is asked of me ends mine. */
const THEIRS = ["tunnel"];
/** Moments that tools/rare.py finds. */
const RARE = ["sweep", "fill", "new_deck", "passed", "withdrew"];
const MOST_STEPS = 3000;

const WEBP = `
import sys
from PIL import Image
out, wide, quality, length, *names = sys.argv[1:]
frames = []
for name in names:
    picture = Image.open(name).convert("RGB")
    frames.append(picture.resize((int(wide), round(picture.height * int(wide) / picture.width)), Image.LANCZOS))
more = {"save_all": True, "append_images": frames[1:], "duration": int(length), "loop": 0} if len(frames) > 1 else {}
frames[0].save(out, quality=int(quality), method=6, **more)
`;
function webp(out, wide, quality, length, names) {
  const done = spawnSync(PYTHON, ["-c", WEBP, out, wide, quality, length, ...names].map(String), { stdio: "inherit" });
  if (done.status !== 0) throw new Error(`${out} was not written`);
}

/** Moments whose kind is wished for stand still as soon as they begin. */
const watch = (page) =>
  page.evaluate(() => {
    const { wagonik } = window;
    window.wished = null;
    wagonik.playing.subscribe(() => {
      const { moment, paused } = wagonik.playing.get();
      if (!moment || paused || !window.wished) return;
      const mine = moment.seat === wagonik.shown.get().seat;
      const meant = (wish) => wish.kind === moment.kind && (!wish.mine || mine) && (!wish.theirs || !mine);
      if (window.wished.some(meant)) wagonik.seek(1);
    });
  });
const wish = (page, list) =>
  page.evaluate((now) => {
    window.wished = now;
  }, list);
const stopped = (page) =>
  page.evaluate(() => {
    const { paused, moment } = window.wagonik.playing.get();
    return paused && moment ? { kind: moment.kind, length: window.wagonik.length } : null;
  });
/** Moments that nobody wished for are passed over one by one: whoever acts would end the others, too. */
const passOver = (page) =>
  page.waitForFunction(() => {
    const { wagonik, wished } = window;
    const { moment, paused } = wagonik.playing.get();
    if (moment && !paused && !wished.some((wish) => wish.kind === moment.kind)) wagonik.goOn();
    return moment === null || paused;
  });
const goOn = (page) =>
  page.evaluate(() => {
    window.wagonik.goOn();
    window.wagonik.resume();
  });
const seek = async (page, time) => {
  await page.evaluate((at) => window.wagonik.seek(at), time);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
};

async function table(browser, address, game, viewport, settings = {}) {
  const page = await openPage(browser, address, {
    viewport,
    motion: "full",
    settings: { pace: "normal", ...settings },
  });
  await newTable(page, game, { seats: ["bot", "bot"], level: 0 });
  await page.waitForSelector(".offered");
  await page.waitForFunction(() => window.wagonik !== undefined);
  await watch(page);
  return page;
}

async function moments(browser, address, folder, game, lacking) {
  const page = await table(browser, address, game, { width: 1280, height: 800 });
  const kinds = [
    "draw",
    "claim",
    "tunnel",
    "offer",
    "kept",
    "share",
    "flag",
    "bonus",
    "bought",
    "row",
    "moved",
    "turn",
  ];
  const has = readdirSync(gallery).map((name) => name.replace(/^.*-|\.webp$/g, ""));
  let left = [...kinds, "shuffle", "completed", "last_turns", "over"]
    .filter((kind) => !(lacking && has.includes(kind)))
    .map((kind) => ({ kind, theirs: THEIRS.includes(kind) }));
  const state = {};
  await wish(page, left);
  for (let i = 0; i < MOST_STEPS && left.length > 0; i++) {
    await passOver(page);
    const now = await stopped(page);
    if (now) {
      await seek(page, now.length * (PART[now.kind] ?? 0.5));
      await caught(page, folder, game, now.kind);
      left = left.filter(({ kind }) => kind !== now.kind);
      await wish(page, left);
      await goOn(page);
    } else if (await page.locator(".ceremony-card").first().isVisible()) {
      // The end has its own scene, in place of the table.
      if (left.some(({ kind }) => kind === "over")) {
        // Without a board no way is lit.
        if ((await page.locator(".ceremony-board").count()) > 0)
          await page.locator(".way-lit, .way-lost").first().waitFor({ state: "attached" });
        await caught(page, folder, game, "over");
      }
      break;
    } else if ((await decide(page, state)) === "over") break;
    else await page.waitForTimeout(20);
  }
  await page.context().close();
}

/** What is on the page now, as the gallery's picture of a moment. */
async function caught(page, folder, game, kind) {
  const name = join(folder, `${game}-${kind}.png`);
  await page.screenshot({ path: name });
  webp(join(gallery, `${game}-${kind}.webp`), 720, 60, 0, [name]);
  console.log(game, kind);
}

/** A moment that matches seldom come to: a table plays on from just before it, and the decision is made that leads to it. */
async function rare(browser, address, folder, kind) {
  const [found] = placesOf([kind]);
  const page = await openPage(browser, address, {
    viewport: { width: 1280, height: 800 },
    motion: "full",
    settings: { pace: "normal" },
  });
  const decide = await playOn(page, found);
  await watch(page);
  await wish(page, [{ kind }]);
  await decide();
  await passOver(page);
  await page.waitForFunction(() => window.wagonik.playing.get().paused);
  const now = await stopped(page);
  await seek(page, now.length * (PART[kind] ?? 0.5));
  await caught(page, folder, found.game, kind);
  await page.context().close();
}

/** A turn: a card from the deck, and a route of five cars claimed. */
async function turn(browser, address, folder) {
  // Bots that answer at once would hurry the claim on: they wait, but for what is drawn, which can't be taken back.
  const page = await table(browser, address, "nordic_countries", { width: 1180, height: 738 }, { grace: "press" });
  await decide(page, {});
  await page.locator(".offered").first().waitFor({ state: "detached" });
  const held = page.locator(".ribbon-go");
  await held.or(page.locator(".market-can:enabled")).first().waitFor();
  if (await held.isVisible()) await held.click();
  const names = [];
  const film = async (kind, act) => {
    // What I did before may still be shown, and would be taken for it.
    await page.waitForFunction(() => window.wagonik.playing.get().moment === null);
    await wish(page, [{ kind, mine: true }]);
    await act();
    await page.waitForFunction((wanted) => {
      const { paused, moment } = window.wagonik.playing.get();
      return paused && moment?.kind === wanted;
    }, kind);
    const { length } = await stopped(page);
    for (let time = 0; time <= length; time += 80) {
      await seek(page, time);
      const name = join(folder, `${String(names.length).padStart(3, "0")}.png`);
      await page.screenshot({ path: name });
      names.push(name);
    }
    await wish(page, []);
    await goOn(page);
  };
  await drawUntil(page, 5);
  await film("draw", () => page.locator("[data-deck]:enabled").click());
  const track = await drawUntil(page, 5);
  await film("claim", () => claim(page, {}, [track]));
  webp(join(root, "docs/images/turn.webp"), 900, 60, 80, names);
  console.log("docs/images/turn.webp", names.length, "frames");
}

const SMALL = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, locale: "pl-PL", colorScheme: "dark" };

/** A page as a picture of the documentation. */
async function picture(page, folder, name, wide) {
  const file = join(folder, `${name}.png`);
  await page.waitForTimeout(800);
  await page.screenshot({ path: file });
  webp(join(root, `docs/images/${name}.webp`), wide, 80, 0, [file]);
  console.log(`docs/images/${name}.webp`);
  await page.context().close();
}

/** The guided first match where a route is claimed, its start on a phone, and a tour. */
async function guide(browser, address, folder) {
  const page = await openPage(browser, address);
  await page.click("[data-lesson]");
  // Up to the fifth step, which is about claiming.
  const shown = () =>
    page.evaluate(() => {
      const done = document.querySelectorAll(".guide-dots .guide-done").length;
      if (done < 4) document.querySelector('[data-guide="show"]:not([aria-disabled="true"])')?.click();
      return done;
    });
  while ((await shown()) < 4) await page.waitForTimeout(150);
  await picture(page, folder, "guide", 1440);
  const phone = await openPage(browser, address, SMALL);
  await phone.click("[data-lesson]");
  await phone.waitForSelector(".guide-card");
  await picture(phone, folder, "guide-phone", 390);
  const tour = await openPage(browser, address, { tours: true });
  await newTable(tour, "nordic_countries");
  await tour.waitForSelector(".guide-card");
  await picture(tour, folder, "tour", 1440);
}

/** A puzzle about routes with its solution, and on a phone another one as it is asked. */
async function puzzles(browser, address, folder) {
  const { shelves } = await (await fetch(`${address}/api/puzzles`)).json();
  const { game, puzzles: all } = shelves.find((shelf) => shelf.game === "paris");
  const { id } = all.find((each) => each.theme === "which_route");
  const { better } = await (await fetch(`${address}/api/puzzles/${id}/solution`)).json();
  const page = await openPage(browser, `${address}/#/puzzles/${game}/${id}`);
  await page.click(`[data-action="${better[0]}"]`);
  await page.click('[data-puzzle="play"]');
  await page.waitForSelector(".puzzle-solution");
  await picture(page, folder, "puzzle", 1440);
  const phone = await openPage(browser, `${address}/#/puzzles/${game}/${id}`, SMALL);
  await phone.waitForSelector(".puzzle-move");
  await picture(phone, folder, "puzzle-phone", 390);
}

/** The coach after a match and in its replay, a mistake asked again, a hint, and tickets on offer. */
async function coach(browser, address, folder) {
  const shot = async (page, name, wide, fullPage = false) => {
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
    webp(join(root, `docs/images/${name}.webp`), wide, 80, 0, [join(folder, `${name}.png`)]);
    console.log(`docs/images/${name}.webp`);
  };
  const settings = { analyse: true };
  const analysed = async (page, game, players) => {
    const table = await finishedMatch(page, game, { players });
    await page.goto(`${address}/#/t/${table}`);
    await page.locator(".final-tabs button").nth(1).click();
    await page.waitForSelector(".coach-fall", { timeout: TEST_LIMIT });
    // The dearest moment that is a mistake and on the board, if there is one.
    const moments = page.locator(".coach-moment > button");
    for (let i = 0; i < (await moments.count()); i++) {
      await moments.nth(i).click();
      await page.waitForTimeout(1200);
      if ((await page.locator(".mark-better").count()) && (await page.locator(".coach-actions .button-main").count()))
        break;
    }
  };
  const page = await openPage(browser, address, { settings });
  await analysed(page, "paris", 2);
  await page.locator(".final-main").evaluate((main) => main.scrollTo(0, 0));
  await shot(page, "coach-final", 1440);
  const replay = await page.locator(".coach-actions a").getAttribute("href");
  await page.locator(".coach-actions .button-main").click();
  await shot(page, "coach-again", 1440);
  await page.keyboard.press("Escape");
  await page.goto(`${address}/${replay}`);
  await page.waitForSelector(".coach-replay .coach-on");
  await shot(page, "coach-replay", 1440);
  await page.context().close();
  const phone = await openPage(browser, address, { ...SMALL, settings });
  await analysed(phone, "paris", 2);
  await shot(phone, "coach-phone", 390, true);
  await phone.context().close();
  for (const [name, options, wide] of [
    ["", {}, 1440],
    ["-phone", SMALL, 390],
  ]) {
    const seat = await openPage(browser, address, options);
    await newTable(seat, "nordic_countries");
    await seat.click(".ticket-helper");
    await seat.waitForSelector(".helper-fit h3");
    await shot(seat, `coach-tickets${name}`, wide);
    await seat.locator(".helper-fit .button").click();
    await seat.locator(".panel-now [data-confirm]:enabled").click();
    await seat.waitForSelector(".offered", { state: "detached" });
    await seat.waitForTimeout(2500);
    await seat.locator(".turn-hint").click();
    await seat.locator(".hint-card .button-main").click();
    await seat.waitForSelector(".hint-card footer");
    await shot(seat, `coach-hint${name}`, wide);
    await seat.context().close();
  }
}

const chosen = process.argv.slice(2);
const lacking = chosen.includes("lacking");
const games = chosen.filter((word) => word !== "lacking");
mkdirSync(gallery, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), "wagonik-pictures-"));
const server = await startServer({ delay: 0.05 });
const browser = await launch();
try {
  if (chosen.length === 0 || chosen.includes("turn")) await turn(browser, server.address, folder);
  if (chosen.length === 0 || chosen.includes("guide")) await guide(browser, server.address, folder);
  if (chosen.length === 0 || chosen.includes("puzzles")) await puzzles(browser, server.address, folder);
  if (chosen.length === 0 || chosen.includes("coach")) await coach(browser, server.address, folder);
  const has = readdirSync(gallery).map((name) => name.replace(/^.*-|\.webp$/g, ""));
  const seldom = chosen.length === 0 || chosen.includes("rare") ? RARE : [];
  if (seldom.length > 0) {
    // Bots that take their time: what they do would hurry the moment on.
    const slow = await startServer({ delay: 60 });
    try {
      for (const kind of seldom) if (!(lacking && has.includes(kind))) await rare(browser, slow.address, folder, kind);
    } finally {
      await slow.stop();
    }
  }
  for (const game of GAMES)
    if (games.length === 0 || games.includes(game)) await moments(browser, server.address, folder, game, lacking);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
