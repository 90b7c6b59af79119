import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { packing } from "./tools/packing";

// The server that `npm run dev` asks; `npm run build` puts the client into the Python package.
const server = process.env["WAGONIK_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [react(), packing()],
  server: { proxy: { "/api": { target: server, ws: true } } },
  build: {
    outDir: "../src/wagonik/server/static",
    emptyOutDir: true,
    // The server's content policy takes fonts and pictures only from files.
    assetsInlineLimit: 0,
    // Modules are preloaded by the browser itself.
    modulePreload: { polyfill: false },
  },
  test: {
    setupFiles: ["src/i18n/testing.ts"],
    include: ["src/**/*.test.ts", "src/**/*.test.tsx", "tools/**/*.test.mjs"],
  },
});
