/** What a person has chosen for this browser. */

import { spokenBy } from "../i18n/languages";
import { recall, remember } from "../net/storage";
import { createStore, useStore } from "../net/store";

/** A code of `LANGUAGES`. */
export type Language = string;
export type Theme = "auto" | "light" | "dark";

export interface Settings {
  readonly language: Language;
  readonly theme: Theme;
  /** Ask before a route is claimed. */
  readonly confirm: boolean;
  /** Light up only the routes that help my tickets. */
  readonly quiet: boolean;
  readonly still: boolean;
  readonly sound: boolean;
  readonly notify: boolean;
  readonly name: string;
}

const browserLanguage = (): Language => spokenBy(typeof navigator === "undefined" ? [] : navigator.languages);

const DEFAULTS: Settings = {
  language: browserLanguage(),
  theme: "auto",
  confirm: true,
  quiet: false,
  still: false,
  sound: false,
  notify: false,
  name: "",
};

export const settings = createStore<Settings>({ ...DEFAULTS, ...recall<Partial<Settings>>("settings", {}) });

export function change(part: Partial<Settings>): void {
  settings.set((now) => ({ ...now, ...part }));
  remember("settings", settings.get());
}

export const useSettings = (): Settings => useStore(settings);

export const dark = (theme: Theme): boolean =>
  theme === "dark" || (theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);

/** Put theme, language and motion on the page, now and whenever they change. */
export function applySettings(): void {
  const show = (): void => {
    const { theme, language, still } = settings.get();
    const root = document.documentElement;
    root.dataset["theme"] = dark(theme) ? "dark" : "light";
    root.dataset["motion"] = still ? "still" : "free";
    root.lang = language;
  };
  show();
  settings.subscribe(show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
}
