/** A whole match in a link: the record, compressed, behind the # that never leaves the browser. */

import { COLOURS } from "../ui/colours";

export interface Shared {
  readonly record: Record<string, unknown>;
  /** Who sat where; a record itself knows no names. */
  readonly names: readonly string[];
  /** Who had which colour; empty where nobody chose. */
  readonly colours: readonly number[];
}

/** Longer links are cut by chat programs and mail. */
export const LONGEST_LINK = 16_000;
/** What a record may have unpacked; a link from a stranger can't fill the memory. */
const MOST_BYTES = 400_000;
const LONGEST_NAME = 24;
const COLOURED: readonly unknown[] = Array.from({ length: COLOURS }, (_, colour) => colour);

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error("too long");
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function pack(shared: Shared): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify([shared.record, shared.names, shared.colours]));
  const packed = await through(bytes, new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of packed) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The match of a link; an error if it is damaged. */
export async function unpack(text: string): Promise<Shared> {
  const raw = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(raw, (letter) => letter.charCodeAt(0));
  const whole = await through(bytes, new DecompressionStream("deflate-raw"));
  const found: unknown = JSON.parse(new TextDecoder().decode(whole));
  if (!Array.isArray(found)) throw new Error("not a match");
  const [record, names, colours] = found as unknown[];
  if (typeof record !== "object" || record === null || Array.isArray(record)) throw new Error("not a record");
  const known = Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  const chosen = Array.isArray(colours) && colours.every((colour) => COLOURED.includes(colour)) ? colours : [];
  return {
    record: record as Record<string, unknown>,
    names: known.map((name) => name.slice(0, LONGEST_NAME)),
    colours: new Set(chosen).size === chosen.length ? chosen : [],
  };
}
