import { type Language, useSettings } from "../settings/settings";
import { en } from "./en";
import { pl } from "./pl";

/** All texts of the client. A further language is one more folder beside `en`. */
export type Texts = typeof en;

export const LANGUAGES: Record<Language, { readonly name: string; readonly texts: Texts }> = {
  en: { name: "English", texts: en },
  pl: { name: "Polski", texts: pl },
};

export const textsOf = (language: Language): Texts => LANGUAGES[language].texts;

export const useTexts = (): Texts => textsOf(useSettings().language);
