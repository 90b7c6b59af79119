/** The end of a match as a row of acts, made of the score sheets: what is counted, for whom, how long. */

import type { Result, Sheet } from "../protocol/messages";

export interface Act {
  readonly kind: "source" | "ticket" | "award" | "podium";
  readonly source: string;
  readonly seat: number;
  readonly points: number;
  readonly ticket?: number;
  readonly done?: boolean;
  /** What an award is for: a goal, a city, a railroad. */
  readonly label?: string;
  /** How long it is shown, in milliseconds. */
  readonly time: number;
}

const ROUTES = 1000;
const TICKET = 1250;
const LATER_TICKET = 950;
const FIRST_TICKETS = 4;
const AWARD = 1700;
/** Where there are many, such as shares, those after the first go by sooner. */
const LATER_AWARD = 900;
const FIRST_AWARDS = 4;

type Item = Sheet["sources"][number]["items"][number];
const pointsOf = (item: Item): number => (typeof item["points"] === "number" ? item["points"] : 0);

/** Every player's tickets in turn, one of each. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const most = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: most }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

export function actsOf(result: Result): Act[] {
  const sheets = [...result.scores].sort((a, b) => a.seat - b.seat);
  const names = sheets[0]?.sources.map((source) => source.name) ?? [];
  const acts: Act[] = [];
  names.forEach((name, i) => {
    const lines = sheets.map((sheet) => ({ seat: sheet.seat, line: sheet.sources[i] }));
    const tickets = lines.map(({ seat, line }) =>
      (line?.items ?? [])
        .filter((item) => typeof item["ticket"] === "number")
        .map((item) => ({
          seat,
          ticket: item["ticket"] as number,
          done: item["done"] === true,
          points: pointsOf(item),
        })),
    );
    if (tickets.some((list) => list.length > 0)) {
      inTurn(tickets).forEach((each, n) =>
        acts.push({ kind: "ticket", source: name, ...each, time: n < FIRST_TICKETS ? TICKET : LATER_TICKET }),
      );
      return;
    }
    let awards = 0;
    for (const { seat, line } of lines) {
      const items = (line?.items ?? []).filter((item) => pointsOf(item) !== 0);
      const counted = items.reduce((sum, item) => sum + pointsOf(item), 0);
      if (items.length > 0 && counted === line?.points)
        for (const item of items)
          acts.push({
            kind: "award",
            source: name,
            seat,
            points: pointsOf(item),
            label: String(item["goal"] ?? item["city"] ?? item["railroad"] ?? name),
            time: awards++ < FIRST_AWARDS ? AWARD : LATER_AWARD,
          });
      else if (line && (line.points !== 0 || i === 0))
        acts.push({
          kind: i === 0 ? "source" : "award",
          source: name,
          seat,
          points: line.points,
          time: i === 0 ? ROUTES : AWARD,
        });
    }
  });
  return [...acts, { kind: "podium", source: "", seat: result.winners[0] ?? 0, points: 0, time: Infinity }];
}

/** The points of every seat after so many acts. */
export function totalsAfter(acts: readonly Act[], count: number, seats: number): number[] {
  const totals = Array<number>(seats).fill(0);
  for (const act of acts.slice(0, count)) totals[act.seat] = (totals[act.seat] ?? 0) + act.points;
  return totals;
}

/** Seats from the winner down. */
export const ranking = (result: Result): number[] =>
  [...result.scores]
    .sort(
      (a, b) => Number(result.winners.includes(b.seat)) - Number(result.winners.includes(a.seat)) || b.total - a.total,
    )
    .map((sheet) => sheet.seat);
