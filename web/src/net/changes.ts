/** A view put together from the last one and what changed, and the checksum by which to see that it is right. */

import type { Patch } from "../protocol/messages";

type Json = unknown;

/** A view with changes made in it; what did not change stays the same object. */
export function patched<T>(view: T, patches: readonly Patch[]): T {
  return patches.reduce<Json>((now, patch) => changed(now, patch.path, patch), view) as T;
}

function changed(value: Json, path: readonly (string | number)[], patch: Patch): Json {
  const [key, ...rest] = path;
  if (key === undefined) return patch.value;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, Json>;
  if (rest.length > 0) copy[key] = changed(copy[key], rest, patch);
  else if ("value" in patch) copy[key] = patch.value;
  else delete copy[key];
  return copy;
}

/** JSON with sorted keys: the same text on both sides. */
export function canonical(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, number) => {
  let value = number;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

/** CRC-32 of a view's canonical JSON. */
export function checksum(view: Json): number {
  let sum = 0xffffffff;
  for (const byte of new TextEncoder().encode(canonical(view)))
    sum = (sum >>> 8) ^ (TABLE[(sum ^ byte) & 0xff] as number);
  return (sum ^ 0xffffffff) >>> 0;
}
