import { useSettings } from "../settings/settings";
import { type Texts, textsOf } from "./languages";

export { inLanguage, LANGUAGES, nextLanguage, textsOf, type Texts } from "./languages";

export const useTexts = (): Texts => textsOf(useSettings().language);
