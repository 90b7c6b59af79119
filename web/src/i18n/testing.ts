/** For tests: all languages are here before the first one asks. */

import { LANGUAGES, speak } from "./languages";

await Promise.all(Object.keys(LANGUAGES).map(speak));
