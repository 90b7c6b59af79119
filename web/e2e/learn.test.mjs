// The rules in both languages, and a recorded match looked at from all sides, as a person would.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { stage } from "./support.mjs";

const texts = new URL("../src/learn/texts/", import.meta.url).pathname;
const PAGES = readdirSync(texts)
  .filter((name) => name.endsWith(".en.json") && !name.startsWith("common"))
  .map((name) => name.replace(".en.json", ""));
const record = readFileSync(new URL("./record.txt", import.meta.url), "utf8");

const at = stage();

for (const [size, viewport] of [
  ["wide", { width: 1440, height: 900 }],
  ["phone", { width: 390, height: 844 }],
]) {
  test(`every page of the rules in both languages, ${size}`, { timeout: TEST_LIMIT }, async () => {
    const page = await at.open("/#/rules", { viewport });
    for (const language of ["en", "pl"]) {
      for (const name of PAGES) {
        const { title } = JSON.parse(readFileSync(`${texts}${name}.${language}.json`, "utf8"));
        await page.click(`.learn-pages a[href="#/rules/${name}"]`);
        await page.waitForFunction((text) => document.querySelector(".learn-text h1")?.textContent === text, title);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, name);
        assert.ok((await page.locator(".learn-text section").count()) > 2, name);
      }
      if (language === "en") await page.click(".learn-top button[lang=pl]");
    }
    assert.deepEqual(page.errors, []);
  });

  test(`a record is opened, watched and passed on, ${size}`, { timeout: TEST_LIMIT }, async () => {
    const page = await at.open("/#/replay", { viewport, permissions: ["clipboard-read", "clipboard-write"] });
    await page.fill("textarea", record);
    await page.click(".replay-primary");
    const slider = page.locator(".replay-slider input");
    await slider.waitFor();
    const where = () => slider.evaluate((input) => Number(input.value));
    const last = await slider.evaluate((input) => Number(input.max));
    assert.ok(last > 20);

    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await where(), 1);
    await page.keyboard.press("Shift+ArrowRight");
    assert.ok((await where()) > 1);
    await page.keyboard.press("End");
    assert.equal(await where(), last);
    await page.waitForSelector(".replay-score");
    await page.keyboard.press("Home");
    await page.click(".replay-main");
    await page.waitForFunction(() => Number(document.querySelector(".replay-slider input").value) >= 2);
    await page.click(".replay-main");

    // All open shows every hand, a seat its own, a spectator none.
    const hands = (count) =>
      page.waitForFunction((many) => document.querySelectorAll(".replay-hand").length === many, count);
    await hands(2);
    await page.selectOption(".replay-eyes select", "1");
    await hands(1);
    await page.selectOption(".replay-eyes select", "-1");
    await hands(0);

    await page.click(".replay-keeping summary");
    await page.click(".replay-menu button >> nth=0");
    await page.waitForFunction(() => document.querySelector(".replay-menu output").textContent !== "");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const [json] = await Promise.all([page.waitForEvent("download"), page.click(".replay-menu button >> nth=1")]);
    const [notation] = await Promise.all([page.waitForEvent("download"), page.click(".replay-menu button >> nth=2")]);
    assert.equal(readFileSync(await notation.path(), "utf8"), record);

    await page.goto("about:blank");
    await page.goto(link);
    await slider.waitFor();
    await page.click('[data-anchor="another"]');
    await page.setInputFiles("input[type=file]", {
      name: "match.json",
      mimeType: "application/json",
      buffer: readFileSync(await json.path()),
    });
    await slider.waitFor();
    assert.equal(await slider.evaluate((input) => Number(input.max)), last);
    assert.deepEqual(page.errors, []);

    await page.click('[data-anchor="another"]');
    await page.fill("textarea", record.replace(/\[Scores "\d+/, '[Scores "999'));
    await page.click(".replay-primary");
    await page.waitForSelector(".replay-problem");
  });
}
