// Moments that matches seldom come to: a table plays on from just before one, and the decision is made that leads to it.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { showsMoments } from "./support.mjs";

const root = new URL("../../", import.meta.url).pathname;
const PYTHON = process.env.WAGONIK_PYTHON ?? join(root, ".venv/bin/python");

/** Where such moments happen, one place for each; tools/rare.py finds them, always the same ones. */
export function placesOf(kinds) {
  const env = { ...process.env, PYTHONPATH: process.env.WAGONIK_PATH ?? join(root, "src") };
  const search = spawnSync(PYTHON, [join(root, "web/tools/rare.py"), ...kinds], { env, encoding: "utf8" });
  if (search.status !== 0) throw new Error(search.stderr);
  return search.stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/**
 * The page at a table that plays on from a place, at the seat that decides there; what comes back makes that decision. All
 * others are bots: those of a slow server leave the time to look.
 */
export async function playOn(page, { game, players, record, decisions, seat, action }) {
  const address = new URL(page.url()).origin;
  const { table, tokens } = await page.evaluate(
    async ({ game, players, record, decisions, seat }) => {
      const names = ["Zosia", "Ekspres", "Parowóz", "Marek"];
      const answer = await fetch("/api/tables", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          options: { game, players },
          seats: Array.from({ length: players }, (_, i) => {
            const name = names[(i - seat + players) % players];
            return i === seat ? { kind: "mine", name } : { kind: "bot", name, level: "easy" };
          }),
          play_on: { record, decisions },
        }),
      });
      const made = await answer.json();
      const tokens = [made.host_token, ...made.seats.map((each) => each.token)];
      localStorage.setItem(
        "wagonik.tables",
        JSON.stringify([{ table: made.table, game, name: names[0], tokens, at: Date.now() }]),
      );
      return { table: made.table, tokens };
    },
    { game, players, record, decisions, seat },
  );
  // A page that is loaded anew knows the table that was kept for it.
  await page.goto("about:blank");
  await page.goto(`${address}/#/t/${table}`);
  await page.waitForFunction(() => window.wagonik?.shown.get());
  await showsMoments(page);
  return () =>
    page.evaluate(
      async ({ table, tokens, seat, action }) => {
        const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
        await new Promise((resolve) => {
          socket.onopen = resolve;
        });
        socket.onmessage = (event) => {
          const message = JSON.parse(event.data);
          const at = message.decision?.at;
          if (at === undefined) return;
          socket.onmessage = null;
          socket.send(JSON.stringify({ type: "play", id: 1, seat, at, actions: [action] }));
        };
        socket.send(JSON.stringify({ type: "hello", tokens, key: null }));
      },
      { table, tokens, seat, action },
    );
}
