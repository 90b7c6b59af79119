// What axe-core says of a page.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Nothing found, in light and in dark colours. */
export async function check(page, where) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((theme) => document.documentElement.dataset.theme === theme, colorScheme);
    // The strict content policy of the page is for pages, not for this tool.
    const found = await page.evaluate(async (source) => {
      // biome-ignore lint/security/noGlobalEval: axe-core comes as a text
      if (!window.axe) globalThis.eval(source);
      const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
      return violations.map(
        (each) =>
          `${each.id}: ${each.nodes
            .slice(0, 3)
            .map((node) => `${node.target} ${node.any[0]?.message ?? ""}`)
            .join(" | ")}`,
      );
    }, axe);
    assert.deepEqual(found, [], `${where}, ${colorScheme}`);
  }
}
