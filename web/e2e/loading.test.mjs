// What a first visit loads: packed, little, and one map after the other.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_LIMIT } from "./limits.mjs";
import { newTable, stage } from "./support.mjs";

const at = stage();
const MOST = 150_000;

/** Everything that a page loads from now on. */
async function watch(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  const loads = new Map();
  let [maps, most] = [0, 0];
  session.on("Network.requestWillBeSent", ({ requestId, request }) => {
    loads.set(requestId, { url: request.url, size: 0, coding: "" });
    if (request.url.includes("/geography/")) most = Math.max(most, ++maps);
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const load = loads.get(requestId);
    if (load)
      load.coding = Object.entries(response.headers).find(([key]) => /^content-encoding$/i.test(key))?.[1] ?? "";
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const load = loads.get(requestId);
    if (!load) return;
    load.size = encodedDataLength;
    if (load.url.includes("/geography/")) maps--;
  });
  return {
    scripts: () => [...loads.values()].filter(({ url }) => url.endsWith(".js")),
    maps: () => [...loads.values()].filter(({ url }) => url.includes("/geography/")),
    atOnce: () => most,
  };
}

test("home and a table load less than 150 KB of scripts, packed", { timeout: TEST_LIMIT }, async () => {
  const page = await (await at.browser.newContext({ locale: "en-GB" })).newPage();
  const loads = await watch(page);
  await page.goto(at.address);
  await page.locator(".game-map svg").first().waitFor();
  const size = () => loads.scripts().reduce((sum, each) => sum + each.size, 0);
  assert.ok(loads.scripts().length > 0 && size() < MOST, `${size()} bytes`);
  // What is smaller than a packet or two is sent as it is.
  for (const { url, coding, size: bytes } of loads.scripts())
    if (bytes > 2048) assert.match(coding, /^(br|gzip)$/, url);
  await newTable(page, "paris", { level: 0 });
  await page.waitForSelector(".offered");
  console.log(`home and a table: ${size()} bytes of scripts`);
  assert.ok(size() < MOST, `${size()} bytes with the table`);
});

test("maps of the games come one after the other, and only those in sight", { timeout: TEST_LIMIT }, async () => {
  const page = await (await at.browser.newContext({ viewport: { width: 390, height: 560 } })).newPage();
  const loads = await watch(page);
  await page.goto(at.address);
  await page.locator(".game-map svg").first().waitFor();
  assert.ok(loads.maps().length < 5, `${loads.maps().length} maps`);
  await page.locator(".game-map").last().scrollIntoViewIfNeeded();
  await page.locator(".game-map").last().locator("svg").waitFor();
  assert.equal(loads.atOnce(), 1);
});
