/** Events as lines that a person can read. */

import type { GameEvent, Kind } from "../protocol/messages";

export type Deed =
  | "drew"
  | "tickets"
  | "claimed"
  | "withdrew"
  | "bought"
  | "row"
  | "moved"
  | "passed"
  | "refreshed"
  | "shuffled"
  | "new_deck"
  | "last_turns"
  | "completed"
  | "dummy_shown"
  | "unknown";

export interface LogLine {
  readonly key: number;
  readonly deed: Deed;
  readonly seat: number | null;
  track?: number;
  ticket?: number;
  points?: number;
  count?: number;
  /** Cards that everybody, or I, may see. */
  cards: Kind[];
  /** Cards drawn from the deck whose kind is hidden from me. */
  hidden: number;
  /** Cards that everybody saw and must remember: the table is played by the book. */
  faded: number;
  /** What was paid for a claim or a purchase. */
  paid: { card: Kind; count: number }[];
  tunnel?: { card: Kind; match: boolean }[];
  technology?: number;
  /** Shares taken; without a railroad where they must be remembered. */
  shares?: { railroad: number | null; number: number; dummy: boolean }[];
  flag?: boolean;
  bonus?: number;
  robbed?: { seat: number; card: Kind; count: number }[];
  /** An event that this client has no words for, as it came. */
  event?: GameEvent;
}

/** Events that no line tells of: another one does, or the board shows it. */
const UNTOLD = new Set(["paid", "laid", "turned", "offered", "offered_ticket", "kept_ticket", "goal", "over"]);

/** Lines that end nobody's deed. */
const ASIDE: ReadonlySet<Deed> = new Set(["refreshed", "shuffled"]);

const num = (value: unknown): number => (typeof value === "number" ? value : 0);

/** Lines in the order of what happened; the last line may still grow. */
export function logLines(events: readonly GameEvent[]): LogLine[] {
  const lines: LogLine[] = [];
  let tunnel: { card: Kind; match: boolean }[] = [];
  let dealt = false;
  const add = (deed: Deed, seat: number | null, key: number): LogLine => {
    const line: LogLine = { key, deed, seat, cards: [], hidden: 0, faded: 0, paid: [] };
    lines.push(line);
    return line;
  };
  const growing = (deed: Deed, seat: number | null, key: number): LogLine => {
    const last = lines[lines.length - 1];
    return last?.deed === deed && last.seat === seat ? last : add(deed, seat, key);
  };
  let turn = -1;
  events.forEach((event, i) => {
    const seat = event.seat ?? null;
    switch (event.event) {
      case "turn":
        dealt = true;
        turn = i;
        return;
      case "drew":
      case "took": {
        if (!dealt) return;
        // Between two cards of a turn the deck may be shuffled or the market swept.
        const last = lines.findLast((each) => !ASIDE.has(each.deed));
        const line = last?.deed === "drew" && last.seat === seat && last.key > turn ? last : add("drew", seat, i);
        if (typeof event["card"] === "string") line.cards.push(event["card"] as Kind);
        else if (event.event === "took") line.faded += 1;
        else line.hidden += 1;
        return;
      }
      case "paid": {
        const last = lines[lines.length - 1];
        if (typeof event["card"] === "string" && (last?.deed === "claimed" || last?.deed === "bought"))
          last.paid.push({ card: event["card"] as Kind, count: num(event["count"]) });
        return;
      }
      case "kept":
        add("tickets", seat, i).count = num(event["count"]);
        return;
      case "tunnel":
        if (typeof event["card"] === "string")
          tunnel.push({ card: event["card"] as Kind, match: num(event["match"]) > 0 });
        return;
      case "withdrew": {
        const line = add("withdrew", seat, i);
        line.track = num(event["track"]);
        line.tunnel = tunnel;
        tunnel = [];
        return;
      }
      case "claimed": {
        const line = add("claimed", seat, i);
        line.track = num(event["track"]);
        line.points = num(event["points"]);
        if (tunnel.length > 0) line.tunnel = tunnel;
        tunnel = [];
        return;
      }
      case "share":
      case "dummy_share": {
        const line = growing("claimed", seat, i);
        line.shares ??= [];
        line.shares.push({
          railroad: typeof event["railroad"] === "number" ? event["railroad"] : null,
          number: num(event["number"]),
          dummy: event.event === "dummy_share",
        });
        return;
      }
      case "flag_card":
        growing("claimed", seat, i).cards.push(event["card"] as Kind);
        return;
      case "flag":
        growing("claimed", seat, i).flag = true;
        return;
      case "bonus":
        growing("claimed", seat, i).bonus = num(event["cards"]);
        return;
      case "bought":
        add("bought", seat, i).technology = num(event["technology"]);
        return;
      case "moved": {
        const line = growing("moved", seat, i);
        if (typeof event["card"] === "string") line.cards.push(event["card"] as Kind);
        else line.faded += 1;
        return;
      }
      case "row": {
        const last = lines[lines.length - 1];
        const line = last?.deed === "row" && last.seat === seat && last.key > turn ? last : add("row", seat, i);
        for (let n = num(event["count"]); n > 0; n--) line.cards.push(event["card"] as Kind);
        if (event["count"] === null) line.faded += 1;
        return;
      }
      case "row_locomotives": {
        const line = growing("row", seat, i);
        for (let n = num(event["count"]); n > 0; n--) line.cards.push("locomotive");
        return;
      }
      case "robbed": {
        const last = lines[lines.length - 1];
        if (last?.deed !== "row" || seat === null) return;
        last.robbed ??= [];
        last.robbed.push({ seat, card: event["card"] as Kind, count: num(event["count"]) });
        return;
      }
      case "completed":
        add("completed", seat, i).ticket = num(event["ticket"]);
        return;
      case "dummy_shown":
        growing("dummy_shown", null, i).count = (lines[lines.length - 1]?.count ?? 0) + 1;
        return;
      case "passed":
      case "refreshed":
      case "new_deck":
      case "last_turns":
      case "shuffled":
        add(event.event, seat, i);
        return;
      default:
        // A newer server may tell of things that this client does not know: never silently dropped.
        if (!UNTOLD.has(event.event)) add("unknown", seat !== null && seat >= 0 ? seat : null, i).event = event;
    }
  });
  return lines;
}

/** The tracks that were claimed last, up to the present turn's. */
export function freshTracks(events: readonly GameEvent[]): number[] {
  for (let i = events.length - 1; i >= 0; i--) {
    const event = events[i];
    if (event?.event === "claimed") return [num(event["track"])];
  }
  return [];
}

/** What the others did since my last turn, also while I am taking this one; for a spectator, the last moves of all. */
export function sinceMine(lines: readonly LogLine[], me: number, seats: number): LogLine[] {
  const moves = lines.filter((line) => line.seat !== null && !NO_MOVE.has(line.deed));
  if (me < 0) return moves.slice(-seats);
  let end = moves.length;
  while (end > 0 && moves[end - 1]?.seat === me) end--;
  let start = end;
  while (start > 0 && moves[start - 1]?.seat !== me) start--;
  return moves.slice(start, end);
}

/** Lines about a seat that are no move of its own. */
const NO_MOVE: ReadonlySet<Deed> = new Set(["completed", "moved", "last_turns"]);

/**
 * The number of the first event that is new to me: after my last move before the others', so that what they did stays
 * marked while I move, or since the log was out of sight. Who has no seat, as in a replay, has nothing but that.
 */
export function newFrom(lines: readonly LogLine[], me: number, looked: number | null): number {
  if (me < 0) return looked === null ? Number.POSITIVE_INFINITY : looked + 1;
  const others = lines.findLastIndex((line) => line.seat !== null && line.seat !== me && !NO_MOVE.has(line.deed));
  const mine = lastOf(others < 0 ? lines : lines.slice(0, others), me);
  return (looked === null ? mine : Math.min(mine, looked)) + 1;
}

/** The number of a seat's last move; what happens to it by itself is none. */
export const lastOf = (lines: readonly LogLine[], seat: number): number =>
  lines.findLast((line) => line.seat === seat && !NO_MOVE.has(line.deed))?.key ?? -1;
