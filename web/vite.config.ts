import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { packing } from "./tools/packing";

// The server that `npm run dev` asks; `npm run build` puts the client into the Python package.
const server = process.env["WAGONIK_SERVER"] ?? "http://127.0.0.1:8000";

/** What every page needs, and what every table: but what is loaded when it is looked at. */
const BASE =
  /node_modules\/(react|react-dom|scheduler)\/|src\/(ui|net|board)\/|src\/settings\/settings|src\/i18n\/\w+\.ts|src\/app\/(router|pages|Message|Radios|controls|errors|names|levels|Safely)\.tsx?|src\/guide\/kept/;
const TABLE =
  /src\/(play|moments)\/(?!Final|Charts|statistics|TableDialog|TablePage|scenes|stage|Ceremony|acts|faces|ways)[\w/]+\.tsx?$/;

export default defineConfig({
  plugins: [react(), packing()],
  server: { proxy: { "/api": { target: server, ws: true } } },
  build: {
    outDir: "../src/wagonik/server/static",
    emptyOutDir: true,
    // The server's content policy takes fonts and pictures only from files.
    assetsInlineLimit: 0,
    // What every page needs comes as one file, what a table needs as another: many small ones cost their
    // headers, and are packed less well.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "base", test: BASE },
            { name: "table", test: TABLE },
          ],
        },
      },
    },
    // Modules are preloaded by the browser itself.
    modulePreload: { polyfill: false },
  },
  test: {
    setupFiles: ["src/i18n/testing.ts"],
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "tools/**/*.test.mjs"],
  },
});
