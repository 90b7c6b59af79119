import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { GAME_KEYS } from "../learn/texts";
import { inLanguage, LANGUAGES, nextLanguage, spokenBy, type Texts, textsOf } from "./languages";
import { english, polish } from "./plural";

type Tree = Record<string, unknown>;

/** Every text by its path; lists and pairs count as one text. */
function leaves(tree: Tree, path: string[] = []): [string, unknown][] {
  return Object.entries(tree).flatMap(([key, value]): [string, unknown][] =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? leaves(value as Tree, [...path, key])
      : [[[...path, key].join("."), value]],
  );
}

const all = Object.fromEntries(
  Object.keys(LANGUAGES).map((name) => [name, new Map(leaves(textsOf(name) as unknown as Tree))]),
);
const first = all["en"] as Map<string, unknown>;

/** Texts that are looked up by a name that comes from the server. */
const BY_NAME =
  /^(common\.(errors|kinds|reasons)|final\.(breakers|sources)|play\.(what|why)|moments\.emotes|log)\.|^mechanics\.yards\.(already|mixed|inYard)$/;

function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === "i18n" ? "" : sources(path);
      return /\.tsx?$/.test(entry.name) && !entry.name.includes(".test.") ? readFileSync(path, "utf8") : "";
    })
    .join("\n");
}

describe("texts", () => {
  it.each(Object.keys(all))("%s has every text and no other", (language) => {
    expect([...(all[language] as Map<string, unknown>).keys()].sort()).toEqual([...first.keys()].sort());
  });

  it.each(Object.keys(all))("no text of %s is empty", (language) => {
    for (const [path, value] of all[language] as Map<string, unknown>) {
      if (typeof value === "string") expect(value.trim(), path).not.toBe("");
      if (Array.isArray(value)) expect(JSON.stringify(value), path).not.toContain('""');
    }
  });

  it.each(Object.keys(all))("texts of %s with a value contain it", (language) => {
    for (const [path, value] of all[language] as Map<string, unknown>) {
      if (typeof value !== "function" || value.length === 0) continue;
      const text = (value as (...values: unknown[]) => string)(...Array.from({ length: value.length }, () => 7));
      expect(text, path).toContain("7");
    }
  });

  it("every text is used", () => {
    const code = sources(join(__dirname, ".."));
    const unused = [...first.keys()].filter(
      (path) => !BY_NAME.test(path) && !new RegExp(`\\.${path.split(".").at(-1)}\\b`).test(code),
    );
    expect(unused).toEqual([]);
  });

  it("Polish differs from English", () => {
    const polishTexts = all["pl"] as Map<string, unknown>;
    const same = [...first]
      .filter(([path, value]) => typeof value === "string" && polishTexts.get(path) === value)
      .map(([path]) => path);
    expect(same.sort()).toEqual(["common.name", "home.bot", "play.menu"]);
  });
});

describe("plural forms", () => {
  it("English has two", () => {
    const routes = english("route", "routes");
    expect([0, 1, 2].map(routes)).toEqual(["0 routes", "1 route", "2 routes"]);
  });

  it("Polish has three", () => {
    const routes = polish("trasa", "trasy", "tras");
    expect([0, 1, 2, 5, 12, 22, 25].map(routes)).toEqual([
      "0 tras",
      "1 trasa",
      "2 trasy",
      "5 tras",
      "12 tras",
      "22 trasy",
      "25 tras",
    ]);
  });
});

/** What a text says, with some numbers where it takes values. */
const said = (value: unknown): string =>
  typeof value === "function"
    ? [0, 1, 2, 5].map((each) => (value as (...values: unknown[]) => string)(each, each, each)).join(" ")
    : JSON.stringify(value);

describe("the words of the games", () => {
  const files = (language: string): string[] =>
    readdirSync(join(__dirname, language, "games")).map((name) => name.replace(".ts", ""));

  it.each(Object.keys(all))("%s has a file for every game, and for no other", (language) => {
    expect(files(language).sort(), `write web/src/i18n/${language}/games/<game>.ts`).toEqual([...GAME_KEYS].sort());
  });

  it.each(Object.keys(all))("%s says of every game what it is about", (language) => {
    const lines = GAME_KEYS.map((game) => textsOf(language, game).home.about);
    expect(new Set([...lines, textsOf(language).home.about]).size).toBe(lines.length + 1);
  });

  it("take the place of the general ones and leave all others", () => {
    const [general, paris] = [textsOf("en"), textsOf("en", "paris")];
    expect(paris.log.refreshed).toBe("Three buses: a new market");
    expect(paris.log.shuffled).toBe(general.log.shuffled);
    expect(paris.common.kinds).toEqual({ ...general.common.kinds, locomotive: "bus" });
    expect(textsOf("en", "no such game")).toBe(general);
    expect(textsOf("fi", "paris")).toBe(paris);
  });

  const areas = (texts: Texts): Tree => {
    const { common, final, log, mechanics, play } = texts;
    const { goals, tunnel, flags } = mechanics;
    return { common, final, log, play, goals, tunnel, flags };
  };

  it.each(["nordic_countries", "northern_lights", "paris"])("%s speaks of „połączenie” in Polish", (game) => {
    // „Trasa” is a chain of them there.
    const wrong = leaves(areas(textsOf("pl", game)))
      .filter(([, value]) => /\btras/i.test(said(value).replace(/najdłuższ\S+ tras\S+/gi, "")))
      .map(([path]) => path);
    expect(wrong, "say it with „połączenie” in web/src/i18n/pl/connection.ts").toEqual([]);
  });

  it("count in Polish as people do", () => {
    const { common, home, final, mechanics } = textsOf("pl");
    expect([0, 1, 2, 5, 9, 14, 22].map(common.points).join(", ")).toBe(
      "0 punktów, 1 punkt, 2 punkty, 5 punktów, 9 punktów, 14 punktów, 22 punkty",
    );
    expect([home.players(2, 3), home.players(2, 4), home.players(2, 5)]).toEqual([
      "2–3 osoby",
      "2–4 osoby",
      "2–5 osób",
    ]);
    expect([final.summary(1), final.summary(22), final.summary(25)]).toEqual(["1 tura", "22 tury", "25 tur"]);
    expect([1, 2, 5].map(mechanics.tunnel.title)).toEqual([
      "Tunel: jeszcze 1 karta",
      "Tunel: jeszcze 2 karty",
      "Tunel: jeszcze 5 kart",
    ]);
  });
});

describe("languages", () => {
  it("are found by their folders, and each by a browser that speaks it", () => {
    expect(LANGUAGES).toEqual({ en: { name: "English" }, pl: { name: "Polski" } });
    expect(spokenBy(["de-DE", "pl-PL", "en"])).toBe("pl");
    expect(spokenBy(["fi"])).toBe("en");
    expect(textsOf("fi")).toBe(textsOf("en"));
    expect([nextLanguage("en"), nextLanguage("pl"), nextLanguage("fi")]).toEqual(["pl", "en", "en"]);
  });

  it("fall back to English where the server has no word", () => {
    const item = { name: "Paris", name_pl: "Paryż", name_fi: "" };
    expect(["en", "pl", "fi", "de"].map((code) => inLanguage(item, "name", code))).toEqual([
      "Paris",
      "Paryż",
      "Paris",
      "Paris",
    ]);
  });
});
