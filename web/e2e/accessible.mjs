// What axe-core says of a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A page that this tool may look into, and on which nothing moves. */
export const CALM = { bypassCSP: true, reducedMotion: "reduce" };

const CONTRAST = { runOnly: { type: "rule", values: ["color-contrast"] } };
/** Every language in every theme. What has no colour is the same in both themes: it is looked at in one. */
const ALL = [
  ["light", "en", {}],
  ["dark", "en", CONTRAST],
  ["dark", "pl", {}],
  ["light", "pl", CONTRAST],
];
/**
 * For the same screen in two windows, one half each. Every window is seen in both themes, which is what contrast
 * depends on, and in both languages, which is what names depend on; words may also lie on another ground in another
 * language, so that the two windows have every language in every theme between them.
 */
export const HALVES = [
  [
    ["light", "en", {}],
    ["dark", "pl", {}],
  ],
  [
    ["dark", "en", {}],
    ["light", "pl", {}],
  ],
];

/** The same page in another theme and language, as if they had been chosen on another page of the browser. */
const dress = (page, theme, language) =>
  page.evaluate(
    async ([theme, language]) => {
      const key = "wagonik.settings";
      const kept = JSON.parse(localStorage.getItem(key) ?? "{}");
      localStorage.setItem(key, JSON.stringify({ ...kept, theme, language }));
      window.dispatchEvent(new StorageEvent("storage", { key }));
      const root = document.documentElement;
      const shown = () => (theme === "auto" || root.dataset.theme === theme) && root.lang === language;
      while (!shown()) await new Promise(requestAnimationFrame);
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    },
    [theme, language],
  );

/** Nothing found, in both themes and both languages; `ready` brings back what has gone by meanwhile. */
export async function check(page, where, { ready = async () => undefined, looks = ALL } = {}) {
  const before = await page.evaluate(() => {
    const { theme = "auto" } = JSON.parse(localStorage.getItem("wagonik.settings") ?? "{}");
    return [theme, document.documentElement.lang];
  });
  for (const [theme, language, rules] of looks) {
    await dress(page, theme, language);
    await ready();
    // The strict content policy of the page is for pages, not for this tool.
    const found = await page.evaluate(
      async ([source, rules]) => {
        // biome-ignore lint/security/noGlobalEval: axe-core comes as a text
        if (!window.axe) globalThis.eval(source);
        const { violations } = await window.axe.run(document, { resultTypes: ["violations"], ...rules });
        return violations.map(
          (each) =>
            `${each.id}: ${each.nodes
              .slice(0, 3)
              .map((node) => `${node.target} ${node.any[0]?.message ?? ""}`)
              .join(" | ")}`,
        );
      },
      [axe, rules],
    );
    assert.deepEqual(found, [], `${where}, ${theme}, ${language}`);
  }
  await dress(page, ...before);
}
