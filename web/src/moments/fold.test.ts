import { describe, expect, test } from "vitest";
import type { View } from "../protocol/messages";
import { foldAll, misses } from "./fold";
import { momentsOf } from "./moments";
import { merge, recorded } from "./recorded";

describe("events fold to what the server shows, through whole matches", () => {
  for (const { game, players, facts, eyes } of recorded()) {
    for (const { viewer, view, steps } of eyes) {
      test(`${game}, ${players} players, ${viewer < 0 ? "a spectator" : `seat ${viewer}`}`, () => {
        let before = view;
        steps.forEach(([events, change], i) => {
          const after = merge(before, change) as View;
          const moments = momentsOf(events, 0);
          expect(moments.flatMap((moment) => moment.events)).toEqual(events);
          const folded = moments.reduce((now, moment) => foldAll(now, moment.events, facts), before);
          expect(misses(folded, after), `decision ${i}: ${JSON.stringify(events)}`).toEqual([]);
          before = after;
        });
        expect(before.over).toBe(true);
      });
    }
  }
});

test("a difference is found", () => {
  const [match] = recorded();
  const { view } = match!.eyes[0]!;
  expect(misses(view, { ...view, deck: view.deck - 1, market: [null, ...view.market.slice(1)] })).toEqual([
    "market.0",
    "deck",
  ]);
});
