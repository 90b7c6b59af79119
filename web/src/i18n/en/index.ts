import { common } from "./common";
import { final } from "./final";
import { home } from "./home";
import { learn } from "./learn";
import { log } from "./log";
import { mechanics } from "./mechanics";
import { moments } from "./moments";
import { play } from "./play";
import { replay } from "./replay";
import { settings } from "./settings";
import { why } from "./why";

export const name = "English";
export const texts = { common, final, home, learn, log, mechanics, moments, play, replay, settings, why };
