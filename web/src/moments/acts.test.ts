import { describe, expect, test } from "vitest";
import { actsOf, ranking, totalsAfter } from "./acts";
import { recorded } from "./recorded";

describe("the ceremony counts to the result", () => {
  for (const { game, players, result } of recorded())
    test(`${game}, ${players} players`, () => {
      const acts = actsOf(result);
      const totals = totalsAfter(acts, acts.length, players);
      expect(totals).toEqual(result.scores.map((sheet) => sheet.total));
      expect(acts.at(-1)!.kind).toBe("podium");
      const tickets = result.scores
        .flatMap((sheet) => sheet.sources.flatMap((source) => source.items))
        .filter((item) => "ticket" in item);
      expect(acts.filter((act) => act.kind === "ticket")).toHaveLength(tickets.length);
      expect(result.winners).toContain(ranking(result)[0]);
    });
});
