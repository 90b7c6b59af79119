/** The words of lessons and tours, and of the card that tells them: loaded when they are needed. */

import { FIRST } from "../i18n/languages";
import type { Language } from "../settings/settings";
import type { Script } from "./script";

/** The words of the card itself. */
export type Common = Omit<Readonly<Record<string, string>>, "minutes"> & {
  readonly minutes: Readonly<Record<string, string>>;
};

/** What a step is called, and what it says: as usual, or where a condition holds. */
export type StepTexts = Readonly<Record<string, string>> & { readonly title: string; readonly text: string };
export type LessonTexts = Readonly<Record<string, StepTexts>>;

/** A card of a tour. */
export interface Stop {
  readonly at: readonly string[];
  readonly title: string;
  readonly text: string;
}

const files = import.meta.glob<unknown>("./texts/*.json", { import: "default" });
const scripts = import.meta.glob<Script>("./lessons/*.json", { import: "default" });

async function load<T>(name: string, language: Language): Promise<T> {
  const path = [language, FIRST].map((code) => `./texts/${name}.${code}.json`).find((each) => each in files);
  const loader = path === undefined ? undefined : files[path];
  if (!loader) throw new Error(`There are no words ${name}.`);
  return (await loader()) as T;
}

export const commonTexts = (language: Language): Promise<Common> => load<Common>("common", language);
export const lessonTexts = (game: string, language: Language): Promise<LessonTexts> =>
  load<LessonTexts>(`lesson.${game}`, language);
export const tourTexts = (game: string, language: Language): Promise<readonly Stop[]> =>
  load<readonly Stop[]>(`tour.${game}`, language);

export const hasScript = (game: string): boolean => `./lessons/${game}.json` in scripts;

export async function scriptOf(game: string): Promise<Script> {
  const found = await scripts[`./lessons/${game}.json`]?.();
  if (!found) throw new Error(`There is no lesson of ${game}.`);
  return found;
}

/** A text with its values in their places. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));

/** The form of a text for a number. */
export const counted = (forms: Readonly<Record<string, string>>, n: number, language: Language): string =>
  filled(forms[new Intl.PluralRules(language).select(n)] ?? forms["other"] ?? "", { n });
