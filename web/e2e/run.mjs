// All browser tests: node e2e/run.mjs [people axe …] [--times 5] [--busy]. Three files run at a time on two cores
// (E2E_LANES), each in processes of its own with a time limit, and nothing that it started outlives it. What a file
// says is printed when it ends. It is tried once more only if its browser or its server did not start; what fails,
// fails. The exit code is 0 if all passed, 1 if not. With --times all of it is run so often, one time after the other,
// and has to pass each time; with --busy something else keeps every core busy meanwhile: so tests that depend on time
// give themselves away.

import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve as absolute } from "node:path";
import { parseArgs } from "node:util";
import { NOT_STARTED } from "./limits.mjs";

// Far more than is needed: they end what hangs, also where other work keeps all cores busy.
const FILE_LIMIT = 25 * 60_000;
const WHOLE_LIMIT = 75 * 60_000;
const GRACE = 5_000;
// One more than there are cores: a file often waits, for a server or a browser to start, a frame, an answer.
const LANES = Number(process.env.E2E_LANES ?? Math.min(2, availableParallelism()) + 1);
// What takes longest begins first, so that no lane waits for it at the end.
const LONGEST = ["axe", "moments", "matches", "looks", "board", "scenes", "people", "faults", "guide"];

const rank = (name) => {
  const at = LONGEST.indexOf(name.split(/[.-]/)[0]);
  return at < 0 ? LONGEST.length : at;
};
const folder = process.env.E2E_FOLDER ? absolute(process.env.E2E_FOLDER) : new URL("./", import.meta.url).pathname;
const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { times: { type: "string", default: "1" }, busy: { type: "boolean", default: false } },
});
const times = Number(options.times);
if (!Number.isInteger(times) || times < 1) {
  console.error(`--times is how often: 1, 2, 3 …, not ${options.times}`);
  process.exit(1);
}
const files = readdirSync(folder)
  .filter((name) => name.endsWith(".test.mjs") && (asked.length === 0 || asked.some((word) => name.startsWith(word))))
  .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
if (files.length === 0) {
  console.error(
    `no tests called ${asked.join(", ")}: there are ${readdirSync(folder)
      .filter((name) => name.endsWith(".test.mjs"))
      .join(", ")}`,
  );
  process.exit(1);
}

const running = new Set();
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
    running.forEach(end);
    setTimeout(() => process.exit(1), GRACE + 500);
  });
}
process.on("exit", () => running.forEach((child) => send(child, "SIGKILL")));

/** Run a file; what happened in words: "passed", "failed", "did not start" or "timed out". */
function run(file, limit) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      ["--test-force-exit", "--test-reporter=spec", "--test-reporter-destination=stdout", file],
      { cwd: folder, detached: true, stdio: ["inherit", "pipe", "pipe"] },
    );
    running.add(child);
    const said = [];
    const closed = new Promise((done) => child.once("close", done));
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => said.push(data));
    let late = null;
    const timer = setTimeout(() => (late = end(child)), limit);
    child.once("exit", (code) => {
      clearTimeout(timer);
      // Its servers and browsers end with the pipe to it; whoever is left in its group ends now.
      send(child, "SIGKILL");
      running.delete(child);
      const told = () => {
        process.stdout.write(`\n${file}\n${Buffer.concat(said)}`);
        resolve(late ? "timed out" : code === 0 ? "passed" : code === NOT_STARTED ? "did not start" : "failed");
      };
      // Its last words may still be on their way; a process that it left behind must not hold them up.
      Promise.race([closed, new Promise((done) => setTimeout(done, GRACE))]).then(told);
    });
  });
}

/** Work without end for every core, which ends with this process however that ends. */
function keepBusy() {
  const work = "const parent = process.ppid; while (process.ppid === parent) for (let i = 0; i < 1e8; i++);";
  const workers = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", work], { stdio: "ignore" }),
  );
  process.on("exit", () => workers.forEach((worker) => worker.kill("SIGKILL")));
}

/** One file after the other, as long as there are any. */
async function lane(waiting, summary, left) {
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    const start = Date.now();
    const tries = [];
    do {
      if (left() <= 0 || stopped) tries.push("not run");
      else tries.push(await run(file, Math.min(FILE_LIMIT, left())));
    } while (tries.length < 2 && tries.at(-1) === "did not start");
    summary.push([file, tries, Math.round((Date.now() - start) / 1000)]);
  }
}
/** All files once. Returns whether all passed. */
async function all(round) {
  const began = Date.now();
  const left = () => WHOLE_LIMIT - (Date.now() - began);
  const [waiting, summary] = [[...files], []];
  await Promise.all(Array.from({ length: Math.max(1, LANES) }, () => lane(waiting, summary, left)));
  console.log(times > 1 ? `\nBrowser tests, ${round} of ${times}:` : "\nBrowser tests:");
  for (const [file, tries, seconds] of summary)
    console.log(`  ${file.padEnd(24)} ${tries.join(", then ")} (${seconds} s)`);
  const good = summary.every(([, tries]) => tries.at(-1) === "passed");
  console.log(`${good ? "All passed" : "Not all passed"} in ${Math.round((Date.now() - began) / 1000)} s.`);
  return good;
}

if (options.busy) keepBusy();
let passed = 0;
for (let round = 1; round <= times && !stopped; round++) if (await all(round)) passed++;
if (times > 1) console.log(`\n${passed} of ${times} times all passed${options.busy ? ", on busy cores" : ""}.`);
process.exit(passed === times ? 0 : 1);
