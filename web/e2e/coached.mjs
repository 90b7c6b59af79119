// A finished match for the coach: bots play it, also for the person at this page.

/** A table of a game at which bots have played a match to its end; its number comes back. */
export async function finishedMatch(page, game, { players = 2, level = "easy", name = "Zosia" } = {}) {
  const made = await page.evaluate(
    async ({ game, players, level, name }) => {
      const bots = ["Ekspres", "Marek", "Ola", "Jan"];
      const answer = await fetch("/api/tables", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          options: { game, players, stand_in: level },
          seats: Array.from({ length: players }, (_, i) =>
            i === 0 ? { kind: "mine", name } : { kind: "bot", name: bots[i - 1], level },
          ),
          start: true,
        }),
      });
      const table = await answer.json();
      const tokens = [table.host_token, ...table.seats.map((seat) => seat.token)];
      const known = JSON.parse(localStorage.getItem("wagonik.tables") ?? "[]");
      localStorage.setItem(
        "wagonik.tables",
        JSON.stringify([{ table: table.table, game, name, tokens, at: Date.now() }, ...known]),
      );
      const socket = new WebSocket(`ws://${location.host}/api/tables/${table.table}/socket`);
      await new Promise((resolve) => {
        socket.onopen = resolve;
      });
      socket.send(JSON.stringify({ type: "hello", tokens, key: null }));
      socket.send(JSON.stringify({ type: "stand_in", id: 1, seat: 0 }));
      await new Promise((resolve) => {
        socket.onmessage = (event) => {
          const message = JSON.parse(event.data);
          if (message.type === "update" && message.result) resolve();
        };
      });
      socket.close();
      return table;
    },
    { game, players, level, name },
  );
  await page.goto("about:blank");
  return made.table;
}
