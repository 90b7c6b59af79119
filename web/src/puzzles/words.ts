import { useSettings } from "../settings/settings";
import { words as english, type Words } from "./texts/en";
import { words as polish } from "./texts/pl";

const LANGUAGES: Readonly<Record<string, Words>> = { en: english, pl: polish };

/** The words of this page; English where they are not written. */
export const useWords = (): Words => LANGUAGES[useSettings().language] ?? english;
