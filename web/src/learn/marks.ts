/** The few marks inside a text: **strong**, *emphasis*, and {blue}, a card. */

import { KINDS, type Kind } from "../ui/kinds";

export type Part =
  | { readonly text: string }
  | { readonly strong: string }
  | { readonly emphasis: string }
  | { readonly card: Kind };

const MARK = /\*\*([^*]+)\*\*|\*([^*]+)\*|\{(\w+)\}/g;

export function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const found of text.matchAll(MARK)) {
    if (found.index > end) parts.push({ text: text.slice(end, found.index) });
    end = found.index + found[0].length;
    const [, strong, emphasis, card] = found;
    if (strong !== undefined) parts.push({ strong });
    else if (emphasis !== undefined) parts.push({ emphasis });
    else {
      const kind = KINDS.find((each) => each === card);
      if (!kind) throw new Error(`There is no card {${card ?? ""}}.`);
      parts.push({ card: kind });
    }
  }
  if (end < text.length) parts.push({ text: text.slice(end) });
  return parts;
}
