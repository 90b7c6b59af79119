import { useSettings } from "../settings/settings";
import { type Texts, textsOf } from "./languages";

export { inLanguage, LANGUAGES, nextLanguage, speak, type Texts, textsOf } from "./languages";

/** The texts in the language of this browser; at a table or on a page of a game, in that game's words. */
export const useTexts = (game?: string): Texts => textsOf(useSettings().language, game);
