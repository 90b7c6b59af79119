// Pictures of a game for looking: node e2e/look.mjs GAME DECISIONS FOLDER
import { mkdirSync } from "node:fs";
import { playOut } from "./player.mjs";
import { launch, newTable, openPage, startServer } from "./support.mjs";

const [
  game = "nordic_countries",
  count = "14",
  out = "shots",
  width = "1440",
  height = "900",
  theme = "light",
  whole = "",
] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const server = await startServer({ delay: 0 });
const browser = await launch();
try {
  const phone = Number(width) < 700;
  const page = await openPage(browser, server.address, {
    viewport: { width: Number(width), height: Number(height) },
    colorScheme: theme,
    hasTouch: phone,
  });
  const shot = (name) => page.screenshot({ path: `${out}/${game}-${width}-${theme}-${name}.png` });
  await page.waitForSelector(".game-picture svg");
  await page.waitForTimeout(800);
  await shot("home");
  await newTable(page, game, { seats: ["bot", "bot"] });
  await page.waitForSelector(".panel-now");
  await page.waitForTimeout(500);
  await shot("tickets");
  const result = await playOut(page, {
    until: (n) => !whole && n >= Number(count),
    each: async (n) => {
      if (n === Number(count)) {
        await page.waitForTimeout(1500);
        await shot("playing");
      }
    },
  });
  if (whole) {
    await page.waitForTimeout(5000);
    await shot("final");
  } else {
    await page.waitForTimeout(1200);
    const lit = await page.$$eval(".tracks .track-helps, .tracks .track-claimable", (all) =>
      all.map((each) => each.getAttribute("data-track")),
    );
    if (lit[0]) {
      const { x, y } = await page.evaluate((n) => {
        const path = document.querySelectorAll(`.hits path[data-track="${n}"]`)[1];
        const point = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM());
        return { x: point.x, y: point.y };
      }, lit[0]);
      await page.mouse.click(x, y);
      await page.waitForTimeout(700);
      await shot("route");
    }
  }
  console.log(game, result, page.errors.slice(0, 5));
} finally {
  await browser.close();
  await server.stop();
}
