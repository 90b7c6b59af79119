import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { pack } from "./packing";

it("files get packed forms that say the same, pictures and small files none", () => {
  const folder = mkdtempSync(join(tmpdir(), "wagonik-pack-"));
  try {
    const text = "const wagon = 1;\n".repeat(200);
    mkdirSync(join(folder, "assets"));
    writeFileSync(join(folder, "assets/app.js"), text);
    writeFileSync(join(folder, "small.json"), "{}");
    writeFileSync(join(folder, "picture.webp"), text);
    pack(folder);
    expect(String(brotliDecompressSync(readFileSync(join(folder, "assets/app.js.br"))))).toBe(text);
    expect(String(gunzipSync(readFileSync(join(folder, "assets/app.js.gz"))))).toBe(text);
    expect(existsSync(join(folder, "small.json.br"))).toBe(false);
    expect(existsSync(join(folder, "picture.webp.gz"))).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
