// The gallery shows every moment that there is.

import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { BEGINNINGS } from "../src/moments/moments";

const pictures = readdirSync(new URL("../gallery/moments", import.meta.url)).map((name) =>
  name.replace(/^.*-|\.webp$/g, ""),
);

test.each([...new Set(Object.values(BEGINNINGS).map(([kind]) => kind))])("a picture of the moment %s", (kind) => {
  expect(pictures, "npm run pictures -- rare lacking, or npm run pictures -- GAME lacking, makes it").toContain(kind);
});
