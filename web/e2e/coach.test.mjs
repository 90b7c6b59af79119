// The coach: a finished match analysed, its moments on the final page and in the replay.

import assert from "node:assert/strict";
import { test } from "node:test";
import { check } from "./accessible.mjs";
import { finishedMatch } from "./coached.mjs";
import { TEST_LIMIT } from "./limits.mjs";
import { copied, newTable, openPage, stage } from "./support.mjs";

const at = stage();
const looked = { bypassCSP: true }; // axe is put into the page

test("a match is analysed, its moments walked by keys and watched in the replay", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", looked);
  const table = await finishedMatch(page, "paris");
  await page.goto(`${at.address}/#/t/${table}`);
  await page.getByRole("tab", { name: "Coach" }).click();
  await page.getByRole("button", { name: "Analyse this match" }).click();
  // It can be stopped while it is made, and begun again.
  await page.getByRole("progressbar").waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByText("The analysis was stopped.").waitFor();
  await page.getByRole("button", { name: "Again" }).click();
  // An analysis is work, not something that comes by itself: it takes as long as the cores that are left for it.
  await page.getByRole("table").filter({ hasText: "Seat and deal" }).waitFor({ timeout: TEST_LIMIT });

  // Parts of the result add up to it.
  const falls = await page.locator(".coach-fall .coach-number-cell").allInnerTexts();
  const numbers = falls.map((text) =>
    Number(
      text
        .split("\n")[0]
        .replace("−", "-")
        .replace(/[+%\s]/g, ""),
    ),
  );
  const sum = numbers.slice(0, -1).reduce((total, part) => total + part, 0);
  assert.ok(Math.abs(sum - numbers.at(-1)) <= 3, `rounded parts ${numbers}`);

  const graph = page.locator(".coach-walk");
  await page.getByRole("button", { name: "As a table" }).click();
  assert.ok((await page.locator(".coach-table tbody tr").count()) > 5);
  await page.getByRole("button", { name: "As a graph" }).click();

  // Somebody here lost something: whoever it is, arrow keys lead there and say what it was.
  const moments = page.locator(".coach-moment");
  const whose = page.locator(".coach-moments [role=radio]");
  for (let seat = 0; (await moments.count()) === 0; seat++) await whose.nth(seat).click();
  await graph.focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".coach-on").waitFor();
  const spoken = page.locator(".coach-graph [aria-live]");
  assert.match(
    await spoken.innerText(),
    /^Moment 1 of \d\. (Turn \d+|First tickets)\. .+ It (cost|won) [\d.]+ percent\.$/,
  );
  await page.locator(".coach-ideas .coach-best").waitFor();
  const better = await page.locator(".coach-on .coach-text").innerText();

  await check(page, "the coach after a match");

  // Asked again: what was played is not the answer, the solution is told, nothing is lost.
  const asked = (await moments.count()) > 0 && page.getByRole("button", { name: "Try it again" });
  for (let i = 0; (await asked.count()) === 0; i++) await moments.nth(i).locator("> button").click();
  await asked.click();
  const again = page.getByRole("dialog", { name: "Try it again" });
  await again.getByText("What would you do?").waitFor();
  assert.ok((await again.locator(".again-moves button").count()) > 1);
  await check(page, "a moment asked again");
  await again.getByRole("button", { name: "Show it" }).click();
  await again.getByText(/^Best: /).waitFor();
  const solution = (await again.getByText(/^Best: /).innerText()).slice(6, -1).split(/,| or /)[0];
  await again.locator(".again-moves").getByRole("button", { name: solution }).first().click();
  await again.getByText(/^Right/).waitFor();
  await again.getByRole("button", { name: "Back" }).click();
  await graph.focus();
  await page.keyboard.press("Home");

  // The same moment in the replay, from the same eyes.
  await page.getByRole("link", { name: "Watch" }).click();
  await page.locator(".coach-replay").waitFor();
  await page.getByRole("button", { name: "Analyse this match" }).click();
  // Which tickets were meant is known a moment later.
  await page.waitForFunction(
    (said) => document.querySelector(".coach-replay .coach-on .coach-text")?.innerText === said,
    better,
  );
  assert.notEqual(await page.locator(".replay-eyes select").inputValue(), "-2");

  await check(page, "the coach beside a replay");

  // And played on from there, against bots, marked as what it is.
  await page.getByRole("button", { name: "Play on from here" }).click();
  await page.locator(".top-name", { hasText: "what if" }).waitFor();
  assert.deepEqual(page.errors, []);
});

test("a hint against bots: where to look, then the move; the log tells it", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", looked);
  await newTable(page, "paris");
  await page.waitForSelector(".offered");
  // The ticket helper: what each ticket needs, and which of them the coach would keep.
  await page.getByRole("button", { name: "Ticket helper" }).click();
  const notes = page.locator(".offered-note");
  await notes.first().waitFor();
  assert.equal(await notes.count(), await page.locator(".offered").count());
  assert.match(await notes.first().innerText(), /^(\d+ turns? · done in \d+\s%|can’t be done any more)$/);
  await page.getByRole("button", { name: "Choose these" }).click();
  const best = (await page.locator(".helper-fit b").first().innerText()).split(", ");
  assert.equal(await page.locator(".offered-on").count(), best.length);
  for (const ticket of best) await page.locator(".offered-on", { hasText: ticket }).waitFor();
  await page.keyboard.press("h");
  const card = page.locator(".hint-card");
  await card.getByText("The best move is about tickets.").waitFor();
  assert.equal(await card.locator(".coach-candidates").count(), 0, "the first press does not tell the move");
  // It covers nothing of what it is about.
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction(() => {
      const box = (each) => each.getBoundingClientRect();
      const over = box(document.querySelector(".hint-card"));
      return [...document.querySelectorAll(".offered")].every(
        (each) => box(each).top >= over.bottom || box(each).right <= over.left || box(each).left >= over.right,
      );
    });
  }
  await page.keyboard.press("h");
  await card.locator(".coach-best").first().waitFor();
  assert.match(await card.locator("h2").innerText(), /^Keep .+ – .+/);
  // It says why, and what it compares with; or that there is nothing to tell apart.
  await card.getByText(/Compared with: keep .+|These moves are about equally good/).waitFor();
  await check(page, "a hint and the ticket helper");
  await card.getByRole("button", { name: "Do it" }).click();
  await card.waitFor({ state: "detached" });
  await page
    .getByRole("tab", { name: "Log" })
    .or(page.getByRole("button", { name: "Log" }))
    .first()
    .click();
  await page.getByText("You asked the coach before one decision").waitFor();
  assert.deepEqual(page.errors, []);
});

test("who wants to be warned is asked before a costly move", { timeout: TEST_LIMIT }, async () => {
  const page = await at.open("", { settings: { blunders: "10" } });
  // Every move costs much here, whatever the coach thinks of it.
  await page.routeWebSocket(/socket$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(text);
      socket.send(message.type === "cost" ? JSON.stringify({ ...message, loss: 0.31, error: 0.01 }) : text);
    });
  });
  await newTable(page, "paris");
  await page.waitForSelector(".offered");
  const keep = page.locator(".panel-now [data-confirm]:enabled").first();
  await keep.click();
  const row = page.getByRole("alertdialog", { name: "This costs about 31" });
  await row.getByText(/Better: keep /).waitFor();
  await row.getByRole("button", { name: "Think again" }).click();
  await row.waitFor({ state: "detached" });
  await page.locator(".offered").first().waitFor();
  await keep.click();
  await row.getByRole("button", { name: "Do it anyway" }).click();
  await page.locator(".offered").first().waitFor({ state: "detached" });
  assert.deepEqual(page.errors, []);
});

test("with people there are hints only where the host allows them, and everybody sees that", {
  timeout: TEST_LIMIT,
}, async () => {
  const host = await at.open("", { permissions: ["clipboard-read", "clipboard-write"] });
  const invite = async (options) => {
    await host.goto(`${at.address}/#/`);
    await newTable(host, "paris", { seats: ["open"], options });
    await host.waitForSelector(".waiting-link");
    return openPage(at.browser, await copied(host, host.locator(".waiting-link .button").first()));
  };
  const begin = async (friend) => {
    await friend.click(".join button[type=submit]");
    await host.getByText("Raspberry").first().waitFor();
    await host.click(".waiting .button-main");
    await host.waitForSelector(".offered");
  };
  const friend = await invite([]);
  await begin(friend);
  await host.waitForSelector(".turn-undo");
  assert.equal(await host.locator(".turn-hint").count(), 0);
  await host.keyboard.press("h");
  assert.equal(await host.locator(".hint-card").count(), 0);
  await friend.context().close();

  const other = await invite(["Hints for everybody"]);
  await other.getByText("At this table everybody may ask the coach for hints.").waitFor();
  await host.locator(".waiting-line", { hasText: "hints for everybody" }).waitFor();
  await begin(other);
  await host.waitForSelector(".turn-hint");
  await other.waitForSelector(".turn-hint");
});
