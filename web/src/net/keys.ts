/** The secrets of this browser: seats and tables it may come back to. */

import { recall, remember } from "./storage";
import { createStore } from "./store";

export interface KnownTable {
  readonly table: string;
  readonly game: string;
  readonly name: string;
  /** Tokens of my seats, and of the host. */
  readonly tokens: readonly string[];
  /** The key of a link that lets me watch. */
  readonly key?: string | undefined;
  readonly at: number;
}

const MOST = 40;

export const knownTables = createStore<readonly KnownTable[]>(recall<KnownTable[]>("tables", []));

export const knownTable = (table: string): KnownTable | undefined =>
  knownTables.get().find((known) => known.table === table);

export function keepTable(known: KnownTable): void {
  const others = knownTables.get().filter((other) => other.table !== known.table);
  const tables = [known, ...others].slice(0, MOST);
  knownTables.set(tables);
  remember("tables", tables);
}

export function addToken(table: string, game: string, token: string): void {
  const known = knownTable(table);
  const tokens = [...new Set([...(known?.tokens ?? []), token])];
  keepTable({ table, game, name: known?.name ?? "", tokens, key: known?.key, at: Date.now() });
}

export function forgetTable(table: string): void {
  const tables = knownTables.get().filter((known) => known.table !== table);
  knownTables.set(tables);
  remember("tables", tables);
}
