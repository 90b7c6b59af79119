import type { GameWords } from "../languages";
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

export const texts = { common, final, home, learn, log, mechanics, moments, play, replay, settings, why };
export const games = import.meta.glob<GameWords>("./games/*.ts", { eager: true, import: "words" });
