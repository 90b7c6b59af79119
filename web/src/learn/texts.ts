/** The rules of the games and the other pages of this area, as data. */

import { FIRST } from "../i18n/languages";
import type { Language } from "../settings/settings";

export type Block =
  | { readonly text: string }
  | { readonly note: string }
  | { readonly example: string }
  | { readonly list: readonly string[] }
  | { readonly table: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] } }
  /** How many points a route of some length scores. */
  | { readonly points: readonly (readonly [number, number])[] }
  | { readonly picture: string; readonly caption: string }
  /** Blocks that several games share, by their name in common.*.json. */
  | { readonly use: string };

export interface Section {
  readonly key: string;
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface Page {
  readonly title: string;
  readonly lead: string;
  readonly sections: readonly Section[];
  /** The numbers of a game at a glance. */
  readonly facts?: readonly (readonly [string, string])[];
  /** Advice for a first match. */
  readonly first?: readonly string[];
  /** What must be known about where a board comes from. */
  readonly about?: readonly Block[];
  /** Whether what the games say about their boards stands here too. */
  readonly boards?: boolean;
  /** Where the shared blocks are looked for first: boxes of one language name a thing differently. */
  readonly variants?: readonly string[];
}

export interface Common {
  /** All pages in the order of the menu. */
  readonly titles: Readonly<Record<string, string>>;
  readonly blocks: Shared;
  /** The same blocks in the words of some of the games. */
  readonly variants?: Readonly<Record<string, Shared>>;
}

type Shared = Readonly<Record<string, readonly Block[]>>;

const files = import.meta.glob<Page | Common>("./texts/*.json", { import: "default" });

/** English where a page is not written in a language yet. */
const pathOf = (key: string, language: Language): string =>
  [language, FIRST].map((code) => `./texts/${key}.${code}.json`).find((path) => path in files) ?? "";
const keyOf = (path: string): string => path.replace(/^.*\/|\.\w+\.json$/g, "");

/** Pages that are not about one game. */
export const EXTRA: readonly string[] = ["guide", "about"];

/** Every game that has a page. */
export const GAME_KEYS: readonly string[] = [...new Set(Object.keys(files).map(keyOf))].filter(
  (key) => !EXTRA.includes(key) && key !== "common",
);

export const hasPage = (key: string): boolean => GAME_KEYS.includes(key) || EXTRA.includes(key);

/** Blocks with the shared ones in their place. */
export function spread(blocks: readonly Block[], common: Common, variants: readonly string[] = []): Block[] {
  const shelves = [...variants.map((name) => common.variants?.[name] ?? {}), common.blocks];
  return blocks.flatMap((block) => {
    if (!("use" in block)) return [block];
    const found = shelves.map((shelf) => shelf[block.use]).find((each) => each !== undefined);
    if (!found) throw new Error(`There are no shared blocks ${block.use}.`);
    return spread(found, common, variants);
  });
}

async function commonOf(language: Language): Promise<Common> {
  const common = await files[pathOf("common", language)]?.();
  if (!common) throw new Error(`Nothing is written in ${language}.`);
  return common as Common;
}

/** Every page by its key, in the order of the menu. */
export const titlesOf = async (language: Language): Promise<Common["titles"]> => (await commonOf(language)).titles;

/** A page with nothing left to look up. */
export async function pageOf(key: string, language: Language): Promise<Page> {
  const [page, common] = await Promise.all([files[pathOf(key, language)]?.(), commonOf(language)]);
  if (!page) throw new Error(`There is no page ${key} in ${language}.`);
  return whole(page as Page, common);
}

export function whole(page: Page, common: Common): Page {
  return {
    ...page,
    sections: page.sections.map((section) => ({ ...section, blocks: spread(section.blocks, common, page.variants) })),
  };
}
