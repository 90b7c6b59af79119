// What style sheets must not do to the table.

import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const SRC = new URL("../src/", import.meta.url).pathname;

/** Every selector of the style sheets, with its file. */
function* selectors() {
  for (const file of readdirSync(SRC, { recursive: true }).filter((name) => name.endsWith(".css"))) {
    const text = readFileSync(SRC + file, "utf8").replace(/\/\*.*?\*\//gs, "");
    for (const [, head] of text.matchAll(/([^{}@;]+)\{/g))
      for (const each of head.split(/,(?![^(]*\))/)) yield [file, each.trim()];
  }
}

it("a rule that asks what is inside names what it styles", () => {
  // Whatever changes anywhere, the browser styles again all that such a rule might be about: with "> :not(.button)"
  // that was the whole table, 20 ms for every change.
  const any = [...selectors()].filter(([, selector]) => {
    if (!selector.includes(":has(")) return false;
    const styled = selector
      .replace(/\([^()]*(\([^()]*\)[^()]*)*\)/g, "()")
      .split(/[\s>+~]+/)
      .at(-1);
    return !/[.#\w]/.test(styled.replace(/::?[\w-]+(\(\))?/g, ""));
  });
  expect(any).toEqual([]);
});
