import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { texts as en } from "../i18n/en";
import { textsOf } from "../i18n/languages";
import { texts as pl } from "../i18n/pl";
import { partsOf } from "./marks";
import { PICTURES } from "./pictures";
import { type Block, type Common, EXTRA, GAME_KEYS, hasPage, type Page, pageOf, spread, titlesOf } from "./texts";

const folder = fileURLToPath(new URL("./texts", import.meta.url));
const games = fileURLToPath(new URL("../../../src/wagonik/games", import.meta.url));
const boards = fileURLToPath(new URL("../../gallery/boards", import.meta.url));
const LANGUAGES = ["en", "pl"] as const;
const read = <T>(name: string): T => JSON.parse(readFileSync(`${folder}/${name}.json`, "utf8")) as T;
/** Every game of the engine has a folder with its rules. */
const KEYS = readdirSync(games).filter((name) => existsSync(`${games}/${name}/rules.py`));
const PAGES = [...KEYS, ...EXTRA];

/** What both languages share: everything but the words. */
function shape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shape);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "variants")
      .map(([key, part]) => [
        key,
        key === "picture" || key === "use" || key === "key" || key === "points" ? part : shape(part),
      ]),
  );
}

const blocksOf = (page: Page): readonly Block[] => [
  ...page.sections.flatMap((section) => section.blocks),
  ...(page.about ?? []),
];

/** Every string that a person reads. */
function words(value: unknown, key = ""): string[] {
  if (typeof value === "string") return key === "picture" || key === "use" || key === "key" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap((part) => words(part, key));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, part]) => (name === "variants" ? [] : words(part, name)));
  return [];
}

const numbers = (text: string): string[] => (text.match(/\d+/g) ?? []).sort();

describe("the rules in the app", () => {
  it("are there for every game of the engine, and for no other", () => {
    expect(KEYS.length).toBeGreaterThanOrEqual(6);
    expect([...GAME_KEYS].sort()).toEqual([...KEYS].sort());
    expect(hasPage("monopoly")).toBe(false);
    expect(hasPage("common")).toBe(false);
    for (const language of LANGUAGES)
      expect(Object.keys(read<Common>(`common.${language}`).titles).sort()).toEqual([...PAGES].sort());
  });

  it.each([...PAGES, "common"])("%s has the same structure in both languages", (key) => {
    expect(shape(read(`${key}.pl`))).toEqual(shape(read(`${key}.en`)));
  });

  it.each([...PAGES, "common"])("%s has the same numbers in both languages", (key) => {
    const [english, polish] = LANGUAGES.map((language) => words(read(`${key}.${language}`)));
    english?.forEach((text, i) => {
      const written = numbers(text);
      expect(numbers(polish?.[i] ?? ""), `${text} / ${polish?.[i]}`).toEqual(written);
    });
  });

  it.each(LANGUAGES)("variants of %s say what the shared blocks say", (language) => {
    const common = read<Common>(`common.${language}`);
    const named = PAGES.flatMap((key) => read<Page>(`${key}.${language}`).variants ?? []);
    expect([...new Set(named)].sort()).toEqual(Object.keys(common.variants ?? {}).sort());
    for (const [name, blocks] of Object.entries(common.variants ?? {}))
      for (const [key, variant] of Object.entries(blocks)) {
        expect(shape(variant), `${name} ${key}`).toEqual(shape(common.blocks[key]));
      }
  });

  it.each(["nordic_countries", "northern_lights", "paris"])("%s speaks of „połączenie” in Polish", async (key) => {
    // „Trasa” is a chain of them there.
    const page = await pageOf(key, "pl");
    for (const text of words(page)) expect(text.replace(/najdłuższ\S+ tras\S+/gi, "")).not.toMatch(/\btras/i);
  });

  it("say in Polish what the boxes say", async () => {
    const pages = await Promise.all(PAGES.map((key) => pageOf(key, "pl")));
    const whole = pages.flatMap((page) => words(page)).join("\n");
    for (const no of [
      /pod spód/,
      /w ręce/,
      /pionk/,
      /\bpalacz/i,
      /pozorn/i,
      /\btor(y|ów|em|u)?\b/,
      /napad/i,
      /\bgotow[ye]\b/,
    ])
      expect(whole).not.toMatch(no);
  });

  it.each(PAGES)("%s can be put together", async (key) => {
    for (const language of LANGUAGES) {
      const page = await pageOf(key, language);
      expect((await titlesOf(language))[key]).toBe(page.title);
      expect(page.lead.length).toBeGreaterThan(20);
      const keys = page.sections.map((section) => section.key);
      expect(new Set(keys).size).toBe(keys.length);
      for (const block of blocksOf(page)) {
        expect("use" in block).toBe(false);
        if ("picture" in block) expect(PICTURES[block.picture], block.picture).toBeDefined();
        if ("table" in block) for (const row of block.table.rows) expect(row.length).toBe(block.table.head.length);
      }
      for (const text of words(page)) {
        expect(text.trim()).toBe(text);
        expect(text).not.toBe("");
        expect(() => partsOf(text)).not.toThrow();
        expect(text, text).not.toMatch(/[“"]\s|\s[”"]|\s{2}/);
      }
    }
  });

  it("use every picture and every shared block", () => {
    const used = new Set<string>();
    const shared = new Set<string>();
    const walk = (blocks: readonly Block[]): void => {
      for (const block of blocks) {
        if ("picture" in block) used.add(block.picture);
        if ("use" in block) shared.add(block.use);
      }
    };
    const common = read<Common>("common.en");
    Object.values(common.blocks).forEach(walk);
    for (const key of PAGES) walk(blocksOf(read<Page>(`${key}.en`)));
    expect([...used].sort()).toEqual(Object.keys(PICTURES).sort());
    expect([...shared].sort()).toEqual(Object.keys(common.blocks).sort());
  });

  it.each(KEYS)("%s tells the points of just the lengths that its board has", async (key) => {
    const page = await pageOf(key, "en");
    const told = blocksOf(page).flatMap((block) => ("points" in block ? block.points.map(([length]) => length) : []));
    const path = `${boards}/${key}.json`;
    const drawing = existsSync(path)
      ? (JSON.parse(readFileSync(path, "utf8")) as { tracks: { length: number }[] })
      : null;
    const lengths = new Set((drawing?.tracks ?? []).map((track) => track.length));
    expect(told).toEqual([...lengths].sort((a, b) => a - b));
  });

  it("say of Paris that its board is a reconstruction", async () => {
    expect(words((await pageOf("paris", "en")).about).join(" ")).toContain("reconstruction");
    expect(words((await pageOf("paris", "pl")).about).join(" ")).toContain("rekonstrukcją");
  });

  it("call goals and technologies as the table does", async () => {
    for (const language of LANGUAGES) {
      const pages = await Promise.all(KEYS.map((key) => pageOf(key, language)));
      const rows = pages.flatMap(blocksOf).flatMap((block) => ("table" in block ? block.table.rows : []));
      const told = new Set(rows.map((row) => row[0]));
      for (const key of KEYS) {
        const { goals, technology } = textsOf(language, key).mechanics;
        for (const [name] of [...Object.values(goals.names), ...Object.values(technology.names)])
          expect(told).toContain(name);
      }
    }
  });

  it("refuse a shared block that is not there", () => {
    expect(() => spread([{ use: "nothing" }], { titles: {}, blocks: {} })).toThrow("nothing");
    expect(() => partsOf("a {pink} card")).toThrow("pink");
  });
});

describe("marks", () => {
  it("are found in a text", () => {
    expect(partsOf("a **b** {red} *c*.")).toEqual([
      { text: "a " },
      { strong: "b" },
      { text: " " },
      { card: "red" },
      { text: " " },
      { emphasis: "c" },
      { text: "." },
    ]);
    expect(partsOf("plain")).toEqual([{ text: "plain" }]);
  });
});

describe("the dictionaries of rules and replays", () => {
  it("have the same entries in both languages, none of them empty", () => {
    for (const area of ["learn", "replay"] as const) {
      expect(Object.keys(pl[area])).toEqual(Object.keys(en[area]));
      for (const text of Object.values({ ...en[area], ...pl[area] })) expect(text).not.toBe("");
    }
  });
});
