import { useSettings } from "../settings/settings";
import { type Texts, textsOf } from "./languages";

export { inLanguage, LANGUAGES, nextLanguage, type Texts, textsOf } from "./languages";

export const useTexts = (): Texts => textsOf(useSettings().language);
