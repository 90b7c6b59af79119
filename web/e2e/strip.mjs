// Strips of a moment for looking: node e2e/strip.mjs GAME KIND FOLDER WIDTH HEIGHT THEME MINE TIMES
import { mkdirSync } from "node:fs";
import { decide, launch, newTable, openPage, startServer } from "./support.mjs";

const [
  game = "nordic_countries",
  kind = "claim",
  out = "shots",
  width = "1440",
  height = "900",
  theme = "light",
  whose = "any",
  list = "",
] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const server = await startServer({ delay: 0.05 });
const browser = await launch();
try {
  const page = await openPage(browser, server.address, {
    viewport: { width: Number(width), height: Number(height) },
    colorScheme: theme,
    hasTouch: Number(width) < 700,
    motion: process.env.MOTION ?? "full",
  });
  await newTable(page, game, { seats: ["bot", "bot"], level: 0 });
  await page.waitForSelector(".offered");
  // The first moment of that kind stands still as soon as it begins.
  await page.evaluate(
    ([kind, whose]) => {
      const { wagonik } = window;
      wagonik.playing.subscribe(() => {
        const { moment, paused } = wagonik.playing.get();
        const mine = moment && (whose === "any" || (whose === "mine") === (moment.seat === wagonik.shown.get().seat));
        if (moment?.kind === kind && mine && !paused) setTimeout(() => wagonik.seek(0));
      });
    },
    [kind, whose],
  );
  const state = {};
  const stopped = () =>
    page.evaluate(() => window.wagonik.playing.get().paused && window.wagonik.playing.get().moment !== null);
  for (let i = 0; i < 900 && !(await stopped()); i++) {
    await decide(page, state);
    await page.waitForTimeout(30);
  }
  const length = await page.evaluate(() => window.wagonik.length);
  const times = list
    ? list.split(",").map(Number)
    : [0.02, 0.18, 0.36, 0.55, 0.75, 0.92].map((part) => Math.round(part * length));
  console.log(
    game,
    kind,
    "length",
    length,
    await page.evaluate(() => JSON.stringify(window.wagonik.playing.get().moment)),
  );
  for (const time of times) {
    await page.evaluate((at) => window.wagonik.seek(at), time);
    await page.waitForTimeout(150);
    await page.screenshot({ path: `${out}/${game}-${kind}-${width}-${theme}-${String(time).padStart(5, "0")}.png` });
  }
  console.log(page.errors.slice(0, 5), await page.evaluate(() => window.wagonik.blemishes));
} finally {
  await browser.close();
  await server.stop();
}
