// The pictures of the rules for the documentation: node tools/rule-pictures.mjs [NAME …]
// Takes them from the rule pages of the client into docs/images/rules, two dots a pixel and clear at the
// corners; then `python -m tools.pictures` shrinks them.

import { fileURLToPath } from "node:url";
import { createServer } from "vite";
import { launch } from "../e2e/support.mjs";

const out = fileURLToPath(new URL("../../docs/images/rules/", import.meta.url));
const asked = process.argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const server = await createServer({ root, logLevel: "silent", server: { port: 0 } });
await server.listen();
const browser = await launch();
try {
  const { GAME_KEYS, EXTRA } = await server.ssrLoadModule("/src/learn/texts.ts");
  const page = await browser.newPage({ viewport: { width: 1000, height: 900 }, deviceScaleFactor: 2, locale: "en" });
  for (const key of [...GAME_KEYS, ...EXTRA]) {
    await page.goto(`${server.resolvedUrls.local[0]}#/rules/${key}`);
    await page.reload();
    await page.waitForSelector(".learn-text h1");
    await page.evaluate(() => document.fonts.ready);
    for (const picture of await page.locator("[data-picture]").all()) {
      const name = await picture.getAttribute("data-picture");
      if (asked.length > 0 && !asked.includes(name)) continue;
      await picture.evaluate((element) => {
        Object.assign(element.style, { width: "fit-content", padding: "12px" });
        for (let each = element; each; each = each.parentElement) each.style.background = "none";
        // Paper below the dark signs, which nobody would see on a dark page.
        Object.assign(element.style, { background: "var(--paper)", borderRadius: "12px" });
      });
      await picture.screenshot({ path: `${out}${name}.png`, omitBackground: true });
      console.log(name);
    }
  }
} finally {
  await browser.close();
  await server.close();
}
