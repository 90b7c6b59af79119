// Pictures of the table for the documentation: every game, its final score, the first page, and the drawn boards.
// node e2e/tables.mjs [tables | boards | home | table-paris …]: needs the build and Chromium; then
// `python -m tools.pictures` shrinks them.

import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "vite";
import { playOut } from "./player.mjs";
import { launch, newTable, openPage, startServer } from "./support.mjs";

const root = new URL("../../", import.meta.url).pathname;
const out = `${root}docs/images/`;
const wanted = process.argv.slice(2);
const wants = (what) => wanted.length === 0 || wanted.includes(what);

/** A table some decisions into a match, where `pose` does what the picture shows. */
async function table(
  browser,
  address,
  name,
  {
    game,
    seats,
    decisions,
    theme = "light",
    viewport = { width: 1440, height: 900 },
    ready = "",
    pose = async () => undefined,
    whole = false,
  },
) {
  if (!wants("tables") && !wants(name)) return;
  const phone = viewport.width < 700;
  const page = await openPage(browser, address, {
    viewport,
    colorScheme: theme,
    hasTouch: phone,
    deviceScaleFactor: phone ? 2 : 1,
  });
  await newTable(page, game, { seats });
  await page.waitForSelector(".panel-now");
  await playOut(page, { until: (n) => !whole && n >= decisions });
  await page.waitForTimeout(whole ? 6000 : 1500);
  // On with the match until there is to be seen what the picture is about.
  for (let more = 0; ready && more < 15 && (await page.locator(ready).count()) === 0; more++) {
    await playOut(page, { until: () => true });
    await page.waitForTimeout(1500);
  }
  await pose(page);
  await page.screenshot({ path: `${out}${name}.png` });
  await page.context().close();
  console.log(name);
}

/** Point at a route that can be claimed, so that its price is shown. */
async function pinRoute(page) {
  const lit = await page.$$eval(".tracks .track-helps, .tracks .track-claimable", (all) =>
    all.map((each) => each.getAttribute("data-track")),
  );
  if (!lit[0]) return;
  const { x, y } = await page.evaluate((n) => {
    const path = document.querySelectorAll(`.hits path[data-track="${n}"]`)[1];
    const point = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
    return { x: point.x, y: point.y };
  }, lit[0]);
  await page.mouse.click(x, y);
  await page.waitForTimeout(700);
}

/** Point at a technology that can be bought, so that the board shows what it would open. */
async function pointAtTechnology(page) {
  await page.locator(".tech-can").first().hover();
  await page.waitForTimeout(700);
}

/** A card on its way from the hand to the yard. */
async function dragCard(page) {
  const from = await page.locator("button[data-hand]").first().boundingBox();
  const to = await page.locator(".yard-mine").boundingBox();
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width * 0.3, to.y + to.height * 0.55, { steps: 12 });
  await page.waitForTimeout(400);
}

const LIT = ".tracks .track-helps, .tracks .track-claimable";

async function tables(browser, address) {
  if (wants("tables") || wants("home")) await home(browser, address);
  const bots = ["bot", "bot"];
  await table(browser, address, "table", {
    game: "nordic_countries",
    seats: bots,
    decisions: 20,
    ready: LIT,
    pose: pinRoute,
  });
  await table(browser, address, "table-northern-lights", {
    game: "northern_lights",
    seats: bots,
    decisions: 20,
    ready: LIT,
  });
  await table(browser, address, "table-pennsylvania", {
    game: "pennsylvania",
    seats: bots,
    decisions: 16,
    ready: LIT,
    pose: pinRoute,
  });
  await table(browser, address, "table-paris", {
    game: "paris",
    seats: bots,
    decisions: 11,
    ready: LIT,
    pose: pinRoute,
  });
  await table(browser, address, "table-united-kingdom", {
    game: "united_kingdom",
    seats: bots,
    decisions: 14,
    theme: "dark",
    ready: ".tech-can",
    pose: pointAtTechnology,
  });
  await table(browser, address, "table-card-game", {
    game: "card_game",
    seats: [...bots, "bot"],
    decisions: 26,
    ready: "button[data-hand]:enabled",
    pose: dragCard,
  });
  await table(browser, address, "phone", {
    game: "northern_lights",
    seats: bots,
    decisions: 26,
    viewport: { width: 390, height: 844 },
  });
  await table(browser, address, "final", { game: "paris", seats: bots, decisions: 0, whole: true });
}

async function home(browser, address) {
  const page = await openPage(browser, address);
  // The maps come one after the other.
  await page.waitForFunction(
    () =>
      [...document.querySelectorAll(".game-map")].length > 4 &&
      [...document.querySelectorAll(".game-map")].every((map) => map.querySelector("svg")),
  );
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `${out}home.png` });
  await page.context().close();
  console.log("home");
}

async function boards(browser) {
  mkdirSync(`${out}boards`, { recursive: true });
  const vite = await createServer({
    root: `${root}web`,
    configFile: `${root}web/vite.config.ts`,
    server: { port: 5199 },
    logLevel: "error",
  });
  await vite.listen();
  try {
    for (const file of readdirSync(`${root}web/gallery/boards`)) {
      const name = file.replace(".json", "");
      const { width, height } = JSON.parse(readFileSync(`${root}web/gallery/boards/${file}`, "utf8"));
      const long = 1400;
      const ratio =
        width > height ? [long, Math.round((long * height) / width)] : [Math.round((long * width) / height), long];
      const page = await browser.newPage({ viewport: { width: ratio[0], height: ratio[1] } });
      await page.goto(`http://localhost:5199/gallery.html?board=${name}&mode=plain&theme=light`);
      await page.waitForSelector(".tracks");
      await page.addStyleTag({ content: ".gallery-said, button { display: none !important }" });
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `${out}boards/${name}.png` });
      await page.close();
      console.log(`board of ${name}`);
    }
  } finally {
    await vite.close();
  }
}

mkdirSync(out, { recursive: true });
const browser = await launch();
const asked = wanted.some((name) => name !== "boards");
const server = wanted.length === 0 || asked ? await startServer({ delay: 0 }) : null;
try {
  if (wants("boards")) await boards(browser);
  if (server) await tables(browser, server.address);
} finally {
  await browser.close();
  await server?.stop();
}
