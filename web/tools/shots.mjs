// Pictures of the gallery, for looking: node tools/shots.mjs [FILTER]
// Needs the dev server (npm run dev) and a Chromium.

import { mkdirSync } from "node:fs";
import { launch } from "../e2e/support.mjs";

const address = process.env.GALLERY ?? "http://localhost:5173/gallery.html";
const out = new URL("../shots/", import.meta.url).pathname;
mkdirSync(out, { recursive: true });

const portrait = { width: 1190, height: 1400 };
const landscape = { width: 1400, height: 1000 };
const shots = [
  ["nordic_countries", "plain", "light", portrait],
  ["nordic_countries", "sample", "light", portrait],
  ["nordic_countries", "sample", "dark", portrait],
  ["nordic_countries", "plain", "light", { width: 1600, height: 900 }],
  ["northern_lights", "plain", "light", portrait],
  ["northern_lights", "sample", "dark", portrait],
  ["united_kingdom", "plain", "light", portrait],
  ["united_kingdom", "sample", "light", { width: 390, height: 700 }],
  ["pennsylvania", "plain", "light", landscape],
  ["pennsylvania", "sample", "dark", landscape],
  ["paris", "plain", "light", landscape],
  ["paris", "sample", "dark", landscape],
  ["paris", "bare", "light", landscape],
  ["", "", "light", { width: 1400, height: 500 }],
  ["components", "plain", "light", { width: 1440, height: 1000 }],
  ["components", "plain", "dark", { width: 1440, height: 1000 }],
];

const browser = await launch();
for (const [board, mode, theme, viewport] of shots) {
  const name = `${board || "list"}-${mode}-${theme}-${viewport.width}`;
  if (process.argv[2] && !name.includes(process.argv[2])) continue;
  const page = await browser.newPage({ viewport });
  page.on("pageerror", (error) => console.error(name, error.message));
  page.on("console", (message) => {
    if (message.type() === "error") console.error(name, message.text());
  });
  await page.goto(`${address}?board=${board}&mode=${mode}&theme=${theme}`);
  await page.waitForSelector(board === "components" ? ".gallery-components" : board ? ".tracks" : ".board-thumbnail");
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(900);
  await page.screenshot({ path: `${out}${name}.png` });
  await page.close();
  console.log(name);
}
await browser.close();
