// How fast the table answers and how smoothly a claim of five cars runs, from a trace of Chrome:
// node e2e/trace.mjs [FILE] (needs the build). A route of five spaces is claimed on a seeded deal at the usual pace, and
// what the browser itself wrote down about it is summed up; with FILE the trace is kept, to be opened in
// chrome://tracing or the developer tools.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { drawUntil } from "./player.mjs";
import { launch, newTable, openPage, resting, startServer } from "./support.mjs";

const GAME = "nordic_countries";
const CARS = 5;
const PRESSES = 11;
const CATEGORIES = [
  "devtools.timeline",
  "disabled-by-default-devtools.timeline",
  "devtools.timeline.frame",
  "disabled-by-default-devtools.timeline.frame",
  "blink.user_timing",
  "benchmark",
  "cc",
  "latencyInfo",
  "input",
  "toplevel",
  "__metadata",
];

/** The page writes down when what was asked for is in the document: the frame after it shows it. */
const watch = (page, name, selector) =>
  page.evaluate(
    ([mark, wanted]) => {
      const look = () => {
        if (!document.querySelector(wanted)) return false;
        performance.mark(mark);
        return true;
      };
      const observer = new MutationObserver(() => look() && observer.disconnect());
      observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    },
    [name, selector],
  );

const file = process.argv[2] ?? null;
const folder = mkdtempSync(join(tmpdir(), "wagonik-trace-"));
const path = file ?? join(folder, "trace.json");
const server = await startServer();
const browser = await launch();
try {
  const page = await openPage(browser, server.address);
  await newTable(page, GAME, { level: 0 });
  await page.waitForSelector(".offered");
  const track = await drawUntil(page, CARS);
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem("wagonik.settings") ?? "{}");
    localStorage.setItem("wagonik.settings", JSON.stringify({ ...kept, motion: "full", pace: "normal" }));
  });
  await page.reload();
  await page.locator("[data-deck]:enabled").waitFor();
  await page.waitForFunction(() => window.wagonik !== undefined && document.fonts.status === "loaded");
  await resting(page);
  await browser.startTracing(page, { path, categories: CATEGORIES });
  // Pressed as with a finger: for a mouse that rests on a route its card is there before. The one to be claimed is the
  // first and the last: the first press after a page has come is the slowest.
  const others = await page.evaluate(
    ([chosen, most]) => {
      const all = [...document.querySelectorAll(".tracks .track")].map((each) => Number(each.dataset.track));
      const step = Math.floor(all.length / most);
      return all.filter((each, i) => each !== chosen && i % step === 0 && window.eyes.pointOn(each)).slice(0, most);
    },
    [track, PRESSES - 2],
  );
  for (const [i, each] of [track, ...others, track].entries()) {
    await page.keyboard.press("Escape");
    await page.mouse.move(2, 2);
    await page.waitForFunction(() => document.querySelector(".route-card") === null);
    const point = await page.evaluate((number) => window.eyes.pointAt(number), each);
    await page.waitForTimeout(100);
    await watch(page, `wagonik:selected-${i}`, ".route-card-pinned");
    await page.mouse.click(...point);
    await page.locator(".route-card-pinned").waitFor();
    await page.waitForTimeout(100);
  }
  const { point: button } = await page.evaluate((number) => window.eyes.answer(number, 10_000), track);
  await page.waitForTimeout(300);
  await page.mouse.move(...button);
  await page.waitForTimeout(300);
  await watch(page, "wagonik:claimed", ".route-card-pinned [data-confirm]:disabled, .moments-stage .fly");
  await watch(page, "wagonik:moves", ".moments-stage .fly");
  await page.mouse.click(...button);
  const claim = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let claim = null;
        const look = () => {
          const { moment } = window.wagonik.playing.get();
          if (moment?.kind === "claim" && !claim) {
            performance.mark("wagonik:begins");
            claim = { track: moment.events[0].track, length: window.wagonik.length };
          } else if (claim && moment?.kind !== "claim") {
            performance.mark("wagonik:ends");
            stop();
            resolve(claim);
          }
        };
        const stop = window.wagonik.playing.subscribe(look);
        look();
      }),
  );
  await page.waitForTimeout(200);
  await browser.stopTracing();
  report(JSON.parse(readFileSync(path, "utf8")).traceEvents, claim);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** What the browser wrote down, summed up. Times of a trace are in microseconds. */
function report(events, claim) {
  const ms = (time) => (time / 1000).toFixed(1);
  const mark = (name) => events.find((event) => event.name === `wagonik:${name}` && event.ph !== "N");
  const [begins, ends] = [mark("begins"), mark("ends")];
  const { pid, tid } = begins;
  const own = events.filter((event) => event.pid === pid);

  // A frame: when it began, when it was on the screen or given up, and which of these. Numbers of frames are used again.
  const frames = [];
  const open = new Map();
  for (const each of own.filter(({ name }) => name === "PipelineReporter").sort((a, b) => a.ts - b.ts)) {
    const begun = open.get(each.id2.local);
    if (each.ph === "b") open.set(each.id2.local, each);
    else if (begun) {
      frames.push({ ...begun.args.frame_reporter, from: begun.ts, to: each.ts });
      open.delete(each.id2.local);
    }
  }
  frames.sort((a, b) => a.to - b.to);
  const presented = ({ state }) => state.startsWith("STATE_PRESENTED");

  /** From the click to the first frame with what the page handed over after the answer stood in its document. */
  const answer = (name) => {
    const shown = mark(name).ts;
    const click = own.findLast(
      (each) => each.name === "EventTiming" && each.args.data?.type === "pointerup" && each.ts < shown,
    ).ts;
    const handed = own.find((each) => each.name === "Commit" && each.tid === tid && each.ts > shown);
    const frame = frames.find((each) => each.state === "STATE_PRESENTED_ALL" && each.to > handed.ts);
    const work = own.filter(
      (each) => each.name === "RunTask" && each.tid === tid && each.ts + each.dur > click && each.ts <= handed.ts,
    );
    const worked = work.reduce((all, { tdur = 0 }) => all + tdur, 0);
    return { time: frame.to - click, worked };
  };
  const told = ({ time, worked }) => `${ms(time)} ms, of which the page worked ${ms(worked)}`;
  const presses = Array.from({ length: PRESSES }, (_, i) => (mark(`selected-${i}`) ? [answer(`selected-${i}`)] : []))
    .flat()
    .sort((a, b) => a.time - b.time);

  const during = frames.filter((each) => each.from >= begins.ts && each.to <= ends.ts);
  const seen = during.filter(presented);
  const times = seen.map((each) => each.to).sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, i) => (time - times[i]) / 1000);
  const sorted = [...gaps].sort((a, b) => a - b);
  const part = (share) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1);

  // What the page's own thread did meanwhile, in its processor time: others on this machine don't count.
  const work = own.filter(
    (each) =>
      each.ph === "X" && each.tid === tid && each.ts >= begins.ts && each.ts <= ends.ts && each.tdur !== undefined,
  );
  const named = (...names) => work.filter(({ name }) => names.includes(name));
  const sum = (list) => `${ms(list.reduce((whole, { tdur }) => whole + tdur, 0))} ms`;
  /** Those that lie in no other of them. */
  const outer = (list) => {
    let end = 0;
    return list
      .sort((a, b) => a.ts - b.ts)
      .filter(({ ts, dur }) => {
        if (ts < end) return false;
        end = ts + dur;
        return true;
      });
  };
  const tasks = named("RunTask");
  const raster = events.filter((each) => each.name === "RasterTask" && each.ts >= begins.ts && each.ts <= ends.ts);
  const scripts = outer(named("FunctionCall", "EvaluateScript", "TimerFire", "FireAnimationFrame", "RunMicrotasks"));
  const long = Math.max(0, ...tasks.map(({ tdur }) => tdur));

  const lines = [
    [`click on a route to its card, median of ${presses.length}`, told(presses[presses.length >> 1])],
    ["the slowest of them", told(presses.at(-1))],
    ["click on Claim to the answer", told(answer("claimed"))],
    ["click on Claim to the first card in the air", told(answer("moves"))],
    ["the claim", `${ms(ends.ts - begins.ts)} ms, ${CARS} cars, track ${claim.track}`],
    ["frames shown", `${seen.length} (${(seen.length / ((ends.ts - begins.ts) / 1e6)).toFixed(1)} a second)`],
    ["frames dropped", String(during.filter(({ state }) => state === "STATE_DROPPED").length)],
    ["frames apart", `median ${part(0.5)} ms, 95 % ${part(0.95)} ms, longest ${part(1)} ms`],
    [
      "work of the page for a frame",
      `${ms(tasks.reduce((all, { tdur }) => all + tdur, 0) / Math.max(1, seen.length))} ms`,
    ],
    ["longest task", `${ms(long)} ms`],
    ["script", sum(scripts)],
    ["style", sum(named("UpdateLayoutTree"))],
    ["layout", `${sum(named("Layout"))} in ${named("Layout").length}`],
    ["paint", `${sum(named("PrePaint", "Paint", "Layerize", "Commit"))} in ${named("Paint").length}`],
    ["raster, in other threads", sum(raster.filter(({ tdur }) => tdur !== undefined))],
    ["load of this machine", `${loadavg()[0].toFixed(1)} on ${availableParallelism()} cores`],
  ];
  for (const [what, value] of lines) console.log(`${what.padEnd(46)} ${value}`);
}
