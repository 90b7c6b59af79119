/** The connection to a table: it comes back by itself, and knows what it missed. */

import type {
  Answer,
  Change,
  ChatLine,
  Decision,
  Emoted,
  GameEvent,
  Invitation,
  Openings,
  Reason,
  Request,
  Result,
  TableInfo,
  Update,
  View,
  Ways,
  You,
} from "../protocol/messages";
import { Refusal } from "./api";
import { checksum, patched } from "./changes";
import { createStore, type Store } from "./store";

/** The match as one of my seats, or a spectator (-1), knows it. */
export interface Seen {
  readonly seat: number;
  readonly match: number;
  readonly line: number;
  readonly number: number;
  readonly events: readonly GameEvent[];
  /** How many of the events came with the last update. */
  readonly fresh: number;
  readonly view: View;
  readonly deciding: readonly number[];
  readonly decision: Decision | null;
  readonly undoAt: number | null;
  readonly deadline: number | null;
  /** Until when bots wait for me to take a move back; 0: until I go on. */
  readonly heldUntil: number | null;
  readonly result: Result | null;
}

export type Connection = "connecting" | "online" | "offline" | "refused" | "deleted";

export interface TableState {
  readonly connection: Connection;
  /** When the next attempt starts, in milliseconds of this device's clock. */
  readonly retryAt: number | null;
  readonly you: You | null;
  readonly table: TableInfo | null;
  /** The server's clock minus this one's, in milliseconds. */
  readonly skew: number;
  readonly seen: Readonly<Record<number, Seen>>;
  readonly chat: readonly ChatLine[];
  readonly lost: readonly number[];
}

type WithoutId<T> = T extends { id: number } ? Omit<T, "id"> : never;
export type Wish = WithoutId<Request>;

interface Waiting {
  resolve(answer: Answer): void;
  reject(error: Refusal): void;
}

const EMPTY: TableState = {
  connection: "connecting",
  retryAt: null,
  you: null,
  table: null,
  skew: 0,
  seen: {},
  chat: [],
  lost: [],
};
/** Codes of closing after which trying again is useless. */
const FINAL = new Set([4403, 4404, 4410]);
const LONGEST_WAIT = 15_000;
const PING = 25_000;
/** How long an answer to it may take before the connection counts as lost. */
const SILENCE = 10_000;

/** How long to wait before an attempt; some randomness, so that not everybody comes at once. */
export function backoff(attempt: number, dice: number): number {
  return Math.min(LONGEST_WAIT, 500 * 2 ** attempt) * (0.75 + dice / 2);
}

/** The events after an update, which may replace the last ones. */
export function merged(before: Seen | undefined, update: Update): Seen {
  const same = before?.match === update.match;
  const events = [...(same ? before.events.slice(0, update.start) : []), ...update.events];
  return {
    seat: update.seat,
    match: update.match,
    line: update.line,
    number: update.number,
    events,
    fresh: same ? update.events.length : 0,
    view: update.view,
    deciding: update.deciding,
    decision: update.decision,
    undoAt: update.undo_at,
    deadline: update.deadline,
    heldUntil: update.held_until,
    result: update.result,
  };
}

/** An update put together from what changed; nothing if it does not fit to what was seen. */
export function applied(before: Seen | undefined, change: Change): Seen | null {
  if (before?.match !== change.match || before.events.length < change.start) return null;
  const view = patched(before.view, change.patches);
  if (checksum(view) !== change.checksum) return null;
  const { patches, checksum: _, type: __, ...rest } = change;
  return merged(before, { ...rest, type: "update", view: patches.length > 0 ? view : before.view });
}

export class TableSocket {
  readonly store: Store<TableState> = createStore(EMPTY);
  /** The feeling that was shown last. */
  readonly emote: Store<Emoted | null> = createStore<Emoted | null>(null);
  private socket: WebSocket | null = null;
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pinger: ReturnType<typeof setInterval> | undefined;
  private closed = false;

  constructor(
    private readonly table: string,
    private tokens: readonly string[],
    private readonly key: string | undefined,
  ) {
    window.addEventListener("online", this.retry);
    window.addEventListener("offline", this.dropped);
    this.connect();
  }

  /** Try again at once. */
  readonly retry = (): void => {
    if (this.closed || this.store.get().connection === "online") return;
    clearTimeout(this.timer);
    this.connect();
  };

  /** The network is gone: said at once, as a closing handshake would never be answered. */
  private readonly dropped = (): void => {
    const socket = this.socket;
    if (!socket || this.closed) return;
    this.socket = null;
    socket.close();
    this.lost(1006);
  };

  /** Ask whether the server is still there; a network that swallows everything says nothing by itself. */
  private ping(): void {
    const socket = this.socket;
    const silence = setTimeout(() => socket === this.socket && this.dropped(), SILENCE);
    this.ask({ type: "ping" })
      .catch(() => undefined)
      .finally(() => clearTimeout(silence));
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    window.removeEventListener("online", this.retry);
    window.removeEventListener("offline", this.dropped);
    this.socket?.close();
  }

  /** Come back with other tokens: a seat was taken. */
  renew(tokens: readonly string[]): void {
    this.tokens = tokens;
    this.store.set((now) => ({ ...now, seen: {} }));
    this.socket?.close();
  }

  private connect(): void {
    const address = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.socket?.close();
    this.socket = socket;
    socket.onopen = () => {
      const seen = Object.values(this.store.get().seen);
      const least = seen.reduce<Seen | undefined>((a, b) => (!a || b.number < a.number ? b : a), undefined);
      socket.send(
        JSON.stringify({
          type: "hello",
          tokens: this.tokens,
          key: this.key ?? null,
          match: least?.match ?? 0,
          line: least?.line ?? 0,
          seen: least?.number ?? 0,
          changes: true,
        }),
      );
    };
    socket.onmessage = (event) => {
      if (socket === this.socket) this.receive(JSON.parse(event.data as string) as Answer);
    };
    socket.onclose = (event) => {
      if (socket === this.socket) this.lost(event.code);
    };
  }

  private lost(code: number): void {
    clearInterval(this.pinger);
    for (const waiting of this.waiting.values()) waiting.reject(new Refusal("offline", ""));
    this.waiting.clear();
    if (this.closed) return;
    const now = this.store.get().connection;
    if (FINAL.has(code) || now === "deleted" || now === "refused") {
      const connection = code === 4410 || now === "deleted" ? "deleted" : "refused";
      this.store.set((state) => ({ ...state, connection, retryAt: null }));
      return;
    }
    const wait = backoff(this.attempts++, Math.random());
    this.store.set((state) => ({
      ...state,
      connection: state.you ? "offline" : "connecting",
      retryAt: Date.now() + wait,
    }));
    this.timer = setTimeout(() => this.connect(), wait);
  }

  private receive(answer: Answer): void {
    switch (answer.type) {
      case "welcome":
        this.attempts = 0;
        clearInterval(this.pinger);
        this.pinger = setInterval(() => this.ping(), PING);
        this.store.set((now) => ({
          ...now,
          connection: "online",
          retryAt: null,
          you: answer.you,
          // Who has just got a seat sees it with other eyes.
          seen: mine(now.seen, answer.you.seats),
          table: answer.table,
          skew: answer.now * 1000 - Date.now(),
          lost: [],
        }));
        return;
      case "table":
        this.store.set((now) => ({ ...now, table: answer.table }));
        return;
      case "update":
        this.store.set((now) => ({
          ...now,
          seen: { ...now.seen, [answer.seat]: merged(now.seen[answer.seat], answer) },
        }));
        return;
      case "change": {
        const seen = applied(this.store.get().seen[answer.seat], answer);
        if (seen) this.store.set((now) => ({ ...now, seen: { ...now.seen, [answer.seat]: seen } }));
        else this.ask({ type: "resync" }).catch(() => undefined);
        return;
      }
      case "chat":
        this.store.set((now) => ({ ...now, chat: joined(now.chat, answer.lines) }));
        return;
      case "emote":
        this.emote.set(answer);
        return;
      case "lost":
        this.store.set((now) => ({
          ...now,
          lost: answer.seats,
          you: now.you && {
            ...now.you,
            seats: now.you.seats.filter((seat) => !answer.seats.includes(seat)),
            asking: now.you.asking.filter((seat) => !answer.seats.includes(seat)),
          },
        }));
        return;
      case "deleted":
        this.store.set((now) => ({ ...now, connection: "deleted" }));
        return;
      case "error": {
        if (answer.id === null) {
          if (answer.code === "not_found") this.store.set((now) => ({ ...now, connection: "refused" }));
          return;
        }
        this.settle(answer.id)?.reject(new Refusal(answer.code, answer.text, answer.why));
        return;
      }
      default:
        this.settle(answer.id)?.resolve(answer);
    }
  }

  private settle(id: number): Waiting | undefined {
    const found = this.waiting.get(id);
    this.waiting.delete(id);
    return found;
  }

  /** Send a message; its answer, or a Refusal. */
  ask(wish: Wish): Promise<Answer> {
    const socket = this.socket;
    if (!socket || socket.readyState !== WebSocket.OPEN) return Promise.reject(new Refusal("offline", ""));
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...wish, id }));
    });
  }

  play(seat: number, at: number, actions: number[]): Promise<Answer> {
    return this.ask({ type: "play", seat, at, actions });
  }

  explore(seat: number, at: number, actions: number[], after: number[] | null = null): Promise<Ways> {
    return this.ask({ type: "explore", seat, at, actions, after }) as Promise<Ways>;
  }

  why(seat: number, action: number): Promise<Reason> {
    return this.ask({ type: "why", seat, action }) as Promise<Reason>;
  }

  openings(seat: number): Promise<Openings> {
    return this.ask({ type: "openings", seat }) as Promise<Openings>;
  }

  invite(seat: number): Promise<Invitation> {
    return this.ask({ type: "invite", seat }) as Promise<Invitation>;
  }
}

/** What my seats have seen; a spectator is seat -1. */
export function mine(seen: Readonly<Record<number, Seen>>, seats: readonly number[]): Record<number, Seen> {
  const viewers = seats.length > 0 ? seats : [-1];
  return Object.fromEntries(Object.entries(seen).filter(([seat]) => viewers.includes(Number(seat))));
}

/** Chat lines in order, each once. */
export function joined(before: readonly ChatLine[], lines: readonly ChatLine[]): ChatLine[] {
  const all = new Map([...before, ...lines].map((line) => [line.number, line]));
  return [...all.values()].sort((a, b) => a.number - b.number);
}
