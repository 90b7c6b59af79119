/** The recorded matches of the tests: see tools/recorded.py. */

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Facts, GameEvent, Result, View } from "../protocol/messages";

type Change = { [key: string]: unknown };
interface Eyes {
  viewer: number;
  view: View;
  steps: [GameEvent[], Change][];
}
export interface Recorded {
  game: string;
  players: number;
  facts: Facts;
  result: Result;
  eyes: Eyes[];
}

const plain = (value: unknown): value is Change => typeof value === "object" && value !== null && !Array.isArray(value);

/** The view with what differs merged into it. */
export function merge(before: unknown, change: unknown): unknown {
  if (!plain(before) || !plain(change)) return change;
  const { "-": gone, ...changed } = change;
  const next = { ...before };
  for (const [key, value] of Object.entries(changed))
    next[key] = key in before ? merge(before[key], value) : (value as { "=": unknown })["="];
  for (const key of (gone as string[] | undefined) ?? []) delete next[key];
  return next;
}

export const recorded = (): Recorded[] =>
  JSON.parse(gunzipSync(readFileSync(new URL("recorded.json.gz", import.meta.url))).toString()) as Recorded[];
