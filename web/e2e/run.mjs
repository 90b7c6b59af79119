// All browser tests: node e2e/run.mjs [people axe …]. Each file runs in processes of its own with a
// time limit, and nothing that it started outlives it. It is tried once more only if its browser or
// its server did not start; what fails, fails. The exit code is 0 if all passed, 1 if not.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { resolve as absolute } from "node:path";
import { NOT_STARTED } from "./limits.mjs";

// Far more than is needed: they end what hangs, also where other work keeps all cores busy.
const FILE_LIMIT = 25 * 60_000;
const WHOLE_LIMIT = 75 * 60_000;
const GRACE = 5_000;

const folder = process.env.E2E_FOLDER ? absolute(process.env.E2E_FOLDER) : new URL("./", import.meta.url).pathname;
const asked = process.argv.slice(2);
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs") && (asked.length === 0 || asked.some((word) => name.startsWith(word))))
  .sort();
if (files.length === 0) {
  console.error(
    `no tests called ${asked.join(", ")}: there are ${readdirSync(folder)
      .filter((name) => name.endsWith(".test.mjs"))
      .join(", ")}`,
  );
  process.exit(1);
}

let running = null;
function send(child, signal) {
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It ended by itself meanwhile.
  }
}
/** End the processes of a file: kindly first, so that they can end their own. */
function end(child) {
  send(child, "SIGTERM");
  return setTimeout(() => send(child, "SIGKILL"), GRACE);
}
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    stopped = true;
    if (running) end(running);
    setTimeout(() => process.exit(1), GRACE + 500);
  });
}
process.on("exit", () => {
  if (running) send(running, "SIGKILL");
});

/** Run a file; what happened in words: "passed", "failed", "did not start" or "timed out". */
function run(file, limit) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ["--test-force-exit", "--test-reporter=spec", "--test-reporter-destination=stdout", file],
      { cwd: folder, detached: true, stdio: "inherit" },
    );
    running = child;
    let late = null;
    const timer = setTimeout(() => (late = end(child)), limit);
    child.once("exit", (code) => {
      clearTimeout(timer);
      // Its servers and browsers end with the pipe to it; whoever is left in its group ends now.
      send(child, "SIGKILL");
      running = null;
      resolve(late ? "timed out" : code === 0 ? "passed" : code === NOT_STARTED ? "did not start" : "failed");
    });
  });
}

const began = Date.now();
const left = () => WHOLE_LIMIT - (Date.now() - began);
const summary = [];
for (const file of files) {
  const start = Date.now();
  const tries = [];
  do {
    if (left() <= 0 || stopped) tries.push("not run");
    else tries.push(await run(file, Math.min(FILE_LIMIT, left())));
  } while (tries.length < 2 && tries.at(-1) === "did not start");
  summary.push([file, tries, Math.round((Date.now() - start) / 1000)]);
}

console.log("\nBrowser tests:");
for (const [file, tries, seconds] of summary)
  console.log(`  ${file.padEnd(20)} ${tries.join(", then ")} (${seconds} s)`);
const good = summary.every(([, tries]) => tries.at(-1) === "passed");
console.log(`${good ? "All passed" : "Not all passed"} in ${Math.round((Date.now() - began) / 1000)} s.`);
process.exit(good ? 0 : 1);
