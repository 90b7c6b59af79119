/** The HTTP side of the server. */

import { linksLeadTo } from "../app/router";
import type { BoardDrawing, Geography } from "../board";
import type {
  Cause,
  CreatedTable,
  Facts,
  HttpProblem,
  JoinTable,
  NewLesson,
  NewTable,
  SeatToken,
  TableInfo,
  TakeSeat,
  Welcoming,
} from "../protocol/messages";

/** A request that the server refused, or that never arrived. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    text: string,
    /** The rule that forbids it, where one does. */
    readonly why: Cause | null = null,
  ) {
    super(text);
  }
}

/** An answer of the server; what it refuses is thrown. */
export async function ask<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (key) headers["authorization"] = `Bearer ${key}`;
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refusal("offline", "");
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({ code: "failed", text: "" }))) as HttpProblem;
    throw new Refusal(problem.code, problem.text, problem.why ?? null);
  }
  return (answer.status === 204 ? undefined : await answer.json()) as T;
}

const kept = new Map<string, Promise<unknown>>();

/** What is asked for again and again and never changes. */
export function once<T>(path: string): Promise<T> {
  const found = kept.get(path) ?? ask<T>("GET", path);
  kept.set(path, found);
  found.catch(() => kept.delete(path));
  return found as Promise<T>;
}

const at = (table: string): string => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  home: async (): Promise<Welcoming> => {
    const home = await once<Welcoming>("/api/home");
    linksLeadTo(home.origin);
    return home;
  },
  gameFacts: (game: string, players: number) => once<Facts>(`/api/games/${game}/facts?players=${players}`),
  gameDrawing: (game: string) => once<BoardDrawing>(`/api/games/${game}/drawing`),
  /** A board that this server offers beside the published ones. */
  boardDrawing: (board: string) => once<BoardDrawing>(`/api/boards/${encodeURIComponent(board)}/drawing`),
  /** The map under a published board; a board of one's own has none. */
  geography: (game: string) => once<Geography>(`/geography/${game}.json`),
  /** The guided first match of a game. */
  lesson: (lesson: NewLesson) => ask<CreatedTable>("POST", "/api/lessons", lesson),
  create: (table: NewTable) => ask<CreatedTable>("POST", "/api/tables", table),
  table: (table: string, key: string) => ask<TableInfo>("GET", at(table), undefined, key),
  remove: (table: string, key: string) => ask<void>("DELETE", at(table), undefined, key),
  join: (table: string, join: JoinTable) => ask<SeatToken>("POST", `${at(table)}/seats`, join),
  take: (table: string, take: TakeSeat) => ask<SeatToken>("POST", `${at(table)}/invitations`, take),
  facts: (table: string, key: string) => ask<Facts>("GET", `${at(table)}/facts`, undefined, key),
  drawing: (table: string, key: string) => ask<BoardDrawing>("GET", `${at(table)}/drawing`, undefined, key),
  record: (table: string, match: number, key: string) =>
    ask<Record<string, unknown>>("GET", `${at(table)}/matches/${match}/record`, undefined, key),
};
