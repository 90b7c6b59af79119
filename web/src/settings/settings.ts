/** What a person has chosen for this browser. */

import { isSpoken, speak, spokenBy } from "../i18n/languages";
import { recall, remember } from "../net/storage";
import { createStore, useStore } from "../net/store";

/** A code of `LANGUAGES`. */
export type Language = string;
export type Theme = "auto" | "light" | "dark";
/** Things travel; they fade in where they end up; or only the result is shown. */
export type Motion = "full" | "calm" | "none";
export type Sound = "off" | "quiet" | "full";
/** How fast moments on the table are shown. */
export const PACES = ["slow", "normal", "fast", "instant"] as const;
export type ShowPace = (typeof PACES)[number];

/** How long bots wait, so that I can take a move back. */
export type Grace = "none" | "short" | "long" | "press";
/** As a table's options have it. */
export const GRACES: Readonly<Record<Grace, number>> = { none: 0, short: 2.5, long: 5, press: -1 };

/** From which cost on the coach warns before a move, in percent of a win. */
export type Blunders = "off" | "5" | "10" | "20";
/** The same as shares of a win; 0: never. */
export const LIMITS: Readonly<Record<Blunders, number>> = { off: 0, "5": 0.05, "10": 0.1, "20": 0.2 };

export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  /** Ask before a route is claimed. */
  readonly confirm: boolean;
  /** Mark only the routes that help my tickets. */
  readonly quiet: boolean;
  /** Light up every route that I can claim. */
  readonly all: boolean;
  readonly motion: Motion;
  readonly sound: Sound;
  readonly pace: ShowPace;
  readonly grace: Grace;
  /** The board comes nearer for what others build. */
  readonly follow: boolean;
  /** Show what others feel, and let me show it. */
  readonly emotes: boolean;
  readonly notify: boolean;
  /** Warn of a move that costs more of the chance to win, where the coach may be asked. */
  readonly blunders: Blunders;
  /** Analyse a match as soon as the coach is opened. */
  readonly analyse: boolean;
  readonly name: string;
  /** The colour that I chose last, or none. */
  readonly colour: number | null;
}

const browserLanguage = (): Language => spokenBy(typeof navigator === "undefined" ? [] : navigator.languages);

const DEFAULTS: Settings = {
  language: browserLanguage(),
  theme: "auto",
  confirm: true,
  quiet: false,
  all: false,
  motion: "full",
  sound: "off",
  pace: "normal",
  grace: "short",
  follow: true,
  emotes: true,
  notify: false,
  analyse: false,
  blunders: "off",
  name: "",
  colour: null,
};

/** What an earlier version of the client remembered: switches that have more than two states now. */
export function modern(kept: Record<string, unknown>): Partial<Settings> {
  const { still, sound, ...rest } = kept;
  return {
    ...rest,
    ...(still === true && rest["motion"] === undefined ? { motion: "calm" as const } : {}),
    ...(typeof sound === "string" ? { sound: sound as Sound } : sound === true ? { sound: "full" as const } : {}),
  };
}

export const settings = createStore<Settings>({
  ...DEFAULTS,
  ...modern(recall<Record<string, unknown>>("settings", {})),
});

export function change(part: Partial<Settings>): void {
  const { language } = part;
  if (language !== undefined && !isSpoken(language)) {
    // Its texts come first; where they can't be had, everything stays as it is.
    speak(language).then(
      () => change(part),
      () => undefined,
    );
    return;
  }
  settings.set((now) => ({ ...now, ...part }));
  remember("settings", settings.get());
}

export const useSettings = (): Settings => useStore(settings);

export const dark = (theme: Theme): boolean =>
  theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);

/** Put theme, language and motion on the page, now and whenever they change. */
export function applySettings(): void {
  const show = (): void => {
    const { theme, language, motion } = settings.get();
    const root = document.documentElement;
    root.dataset["theme"] = dark(theme) ? "dark" : "light";
    root.dataset["motion"] = motion === "full" ? "free" : "still";
    root.lang = language;
  };
  show();
  settings.subscribe(show);
  // What is chosen on another page of this browser holds here, too.
  window.addEventListener("storage", ({ key }) => {
    if (key !== "wagonik.settings") return;
    const kept = modern(recall<Record<string, unknown>>("settings", {}));
    void speak(kept.language ?? settings.get().language).then(
      () => settings.set((now) => ({ ...now, ...kept })),
      () => undefined,
    );
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
}

/** How much may move: what was chosen, and no more than the device's own setting allows. */
export function motionNow(): Motion {
  const { motion } = settings.get();
  return motion === "full" && matchMedia("(prefers-reduced-motion: reduce)").matches ? "calm" : motion;
}
