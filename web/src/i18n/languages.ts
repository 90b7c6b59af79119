/** Every folder here is a language: its `index.ts` says its own name and all texts. */

import type { texts as source } from "./en";

/** All texts of the client. */
export type Texts = typeof source;

interface Spoken {
  readonly name: string;
  readonly texts: Texts;
}

const found = import.meta.glob<Spoken>("./*/index.ts", { eager: true });

/** By their codes, such as "en". */
export const LANGUAGES: Readonly<Record<string, Spoken>> = Object.fromEntries(
  Object.entries(found).map(([path, { name, texts }]) => [path.split("/")[1] ?? "", { name, texts }]),
);

/** What is spoken where nothing else is written. */
export const FIRST = "en";

/** The language of a browser, if we speak it. */
export const spokenBy = (wished: readonly string[]): string =>
  wished.map((each) => each.toLowerCase().split("-")[0] ?? "").find((code) => code in LANGUAGES) ?? FIRST;

export const textsOf = (language: string): Texts => (LANGUAGES[language] ?? (LANGUAGES[FIRST] as Spoken)).texts;

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
