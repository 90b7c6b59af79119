/** Packed forms beside the built files: the server sends them as they are. */

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Fonts and pictures are packed already; a smaller file gains nothing. */
const PACKED = /\.(js|css|html|json|svg|webmanifest)$/;
const SMALL = 1000;

const files = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) => {
    const path = join(folder, each.name);
    return each.isDirectory() ? files(path) : [path];
  });

/** Write `.br` and `.gz` beside every file of a folder that they make smaller. */
export function pack(folder: string): void {
  for (const path of files(folder)) {
    if (!PACKED.test(path) || statSync(path).size < SMALL) continue;
    const text = readFileSync(path);
    const brotli = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } });
    writeFileSync(`${path}.br`, brotli);
    writeFileSync(`${path}.gz`, gzipSync(text, { level: 9 }));
  }
}

/** After the build, when the files of `public` are there too. */
export const packing = (): Plugin => {
  let folder = "";
  return {
    name: "wagonik-packing",
    apply: "build",
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: () => pack(folder),
  };
};
