/** Every folder here is a language: its `index.ts` has all its texts. */

import type { texts as source } from "./en";

/** All texts of the client. */
export type Texts = typeof source;

/** What a folder holds: loaded as a whole when the language is spoken. */
interface Spoken {
  readonly texts: Texts;
  /** What games call things, by the path of their file. */
  readonly games: Readonly<Record<string, GameWords>>;
}

type Fixed = string | readonly unknown[] | ((...values: never[]) => string);

/** Texts that take the place of the general ones. */
export type Changes<T> = { readonly [K in keyof T]?: T[K] extends Fixed ? T[K] : Changes<T[K]> };

/** What one game calls things: `<language>/games/<game>.ts`. */
export type GameWords = Changes<Texts>;

/** What is spoken where nothing else is written. */
export const FIRST = "en";

const files = import.meta.glob<Spoken>("./*/index.ts");

/** What a language calls itself, as browsers know. */
function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

/** By their codes, such as "en". */
export const LANGUAGES: Readonly<Record<string, { readonly name: string }>> = Object.fromEntries(
  Object.keys(files).map((path) => {
    const code = path.split("/")[1] ?? "";
    return [code, { name: ownName(code) }];
  }),
);

const spoken = new Map<string, Spoken>();

const codeOf = (language: string): string => (language in LANGUAGES ? language : FIRST);

/** Whether the texts of a language are here. */
export const isSpoken = (language: string): boolean => spoken.has(codeOf(language));

/** Bring the texts of a language: only the one that is read comes with a page. */
export async function speak(language: string): Promise<void> {
  const code = codeOf(language);
  const found = await files[`./${code}/index.ts`]?.();
  if (found) spoken.set(code, found);
}

/** The language of a browser, if we speak it. */
export const spokenBy = (wished: readonly string[]): string =>
  wished.map((each) => each.toLowerCase().split("-")[0] ?? "").find((code) => code in LANGUAGES) ?? FIRST;

function changed<T>(texts: T, changes: Changes<T>): T {
  const result = { ...texts };
  for (const [key, change] of Object.entries(changes) as [keyof T, T[keyof T]][]) {
    const plain = typeof change === "object" && change !== null && !Array.isArray(change);
    result[key] = plain ? changed(texts[key], change as Changes<T[keyof T]>) : change;
  }
  return result;
}

const made = new Map<string, Texts>();

/** All texts of a language, in the words of a game where one is named: a game's own names for its
 * things, and another word for a thing that boxes call differently. */
export function textsOf(language: string, game = ""): Texts {
  const code = codeOf(language);
  const { texts: general, games } = spoken.get(code) as Spoken;
  const words = games[`./games/${game}.ts`];
  if (!words) return general;
  const key = `${code}/${game}`;
  const texts = made.get(key) ?? changed(general, words);
  made.set(key, texts);
  return texts;
}

/** The language that a button beside the present one offers. */
export function nextLanguage(language: string): string {
  const codes = Object.keys(LANGUAGES);
  return codes[(codes.indexOf(language) + 1) % codes.length] ?? FIRST;
}

/** What the server says in several languages: `name` and `name_pl`; English where one is missing. */
export function inLanguage<F extends string>(item: Readonly<Record<F, string>>, field: F, language: string): string {
  const other = (item as Readonly<Record<string, unknown>>)[`${field}_${language}`];
  return typeof other === "string" && other !== "" ? other : item[field];
}
