import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Analysis, Facts, KeyMoment, MoveReason, TableInfo } from "../protocol/messages";
import { choicesOf, judged } from "./again";
import {
  apart,
  byTurns,
  type Frame,
  linePath,
  momentsOf,
  openChance,
  ticks,
  turnsOf,
  walked,
  waterfall,
} from "./graph";
import { hinted, shown, whereOf, worthy } from "./HintCard";
import { opened, positionBefore } from "./moment";
import { seatsFor } from "./playOn";
import { split } from "./requests";
import { actionAt, deed, either, gain, hundredths, reasonText, type Speaker, told, wordsIn } from "./say";
import { ticketNotes } from "./TicketHelper";
import { checked, mayAsk, tooMuch, warning } from "./table";
import { words as english } from "./texts/en";
import { words as polish } from "./texts/pl";
import { marksOf } from "./useCoach";

const families: [string, string[]][] = [
  ["pass", ["pass"]],
  ["keep", ["keep:none", "keep:1", "keep:2", "keep:1,2"]],
  ["deck", ["deck"]],
  ["market", ["take:red", "take:locomotive"]],
  ["tickets", ["tickets"]],
  ["claim", ["claim:A–B", "claim:B–C"]],
  ["pay", ["pay:red+0", "pay:red+2", "pay:locomotive+0"]],
  ["exchange", ["exchange:0", "exchange:1"]],
  ["give", ["give:blue"]],
  ["add", ["add:0", "add:2"]],
  ["withdraw", ["withdraw"]],
  ["share", ["share:PRR", "share:none"]],
  ["dummy", ["dummy:PRR"]],
  ["buy", ["buy:wales", "buy:unknown"]],
  ["stop", ["stop"]],
  ["full", ["full"]],
  ["trio", ["trio:red+orange+yellow"]],
  ["row", ["row:3_green"]],
  ["locomotives", ["locomotives:2"]],
  ["new_thing", ["new:thing"]],
];
let base = 0;
const facts = {
  players: 2,
  actions: families.map(([name, texts]) => {
    base += texts.length;
    return { name, base: base - texts.length, texts };
  }),
  tracks: [{ drawing: 4 }, { drawing: 9 }],
  railroads: [{ name: "Pennsylvania", code: "PRR" }],
} as unknown as Facts;
const number = (text: string): number => {
  const family = facts.actions.find((each) => each.texts.includes(text));
  return (family?.base ?? 0) + (family?.texts.indexOf(text) ?? 0);
};
const speaker = (language: string, bus = false): Speaker => ({
  words: wordsIn(language),
  language,
  facts,
  technologies: { wales: ["Wales Concession", ""] },
  bus,
  route: (track) => `route ${track}`,
  ticket: (ticket) => `ticket ${ticket}`,
  name: (seat) => `seat ${seat}`,
});

describe("deeds", () => {
  it.each(["en", "pl"])("every action has words in %s, as advice and as what was done", (language) => {
    const who = speaker(language);
    const said = new Set<string>();
    for (const { name, base, texts } of facts.actions)
      texts.forEach((text, i) => {
        for (const form of ["todo", "done"] as const) {
          const words = deed(who, form, base + i, [7, 8]);
          if (name === "new_thing") expect(words).toBe(text);
          else expect(words, text).not.toMatch(/:\S|undefined|_|–[A-Z]/);
          said.add(`${form} ${words}`);
        }
      });
    expect(said.size).toBeGreaterThan(families.length * 2);
  });

  it("names what is meant", () => {
    const who = speaker("en");
    expect(deed(who, "todo", number("claim:B–C"))).toBe("claim route 1");
    expect(deed(who, "done", number("keep:1,2"), [7, 8])).toBe("kept ticket 7 and ticket 8");
    expect(deed(who, "done", number("keep:1,2"))).toBe("kept 2 tickets");
    expect(deed(who, "todo", number("pay:red+2"))).toBe("pay with red and 2 locomotives");
    expect(deed(who, "todo", number("take:locomotive"))).toBe("take a locomotive");
    expect(deed(speaker("en", true), "todo", number("take:locomotive"))).toBe("take a bus");
    expect(deed(who, "todo", number("share:none"))).toBe("take no share");
    expect(deed(who, "todo", number("buy:wales"))).toBe("buy Wales Concession");
    expect(actionAt(facts, number("claim:B–C"))).toEqual({ family: "claim", argument: 1, text: "claim:B–C" });
    expect(either(english, ["a", "b", "a", "c"])).toBe("a, b or c");
    expect(told(who, 0, 0, "passed")).toBe("You passed");
    expect(told(who, 1, 0, "passed")).toBe("seat 1 passed");
    expect(told(speaker("pl"), 0, 0, "zajęta trasa X")).toBe("Zajęta trasa X");
  });
});

describe("how many", () => {
  it("cards of a row in Polish", () => {
    const done = (count: number, card: string): string => polish.todo.row(card, count);
    expect(done(1, "czarną")).toBe("wyłóż 1 czarną kartę");
    expect(done(3, "niebieską")).toBe("wyłóż 3 niebieskie karty");
    expect(done(5, "białą")).toBe("wyłóż 5 białych kart");
    expect(polish.done.row("niebieską", 1)).toBe("wyłożony rząd 1 niebieskiej karty");
    expect(polish.done.row("białą", 4)).toBe("wyłożony rząd 4 białych kart");
    expect(polish.done.market("fioletową", 0)).toBe("dobrana karta: fioletowa");
    expect(polish.done.pay("lokomotywę", 0)).toBe("zapłata: lokomotywa");
    expect(polish.done.pay("białą", 1)).toBe("zapłata: biała i 1 lokomotywa");
    expect(polish.todo.pay("białą", 2)).toBe("zapłać: biała i 2 lokomotywy");
    expect(deed(speaker("pl"), "done", number("trio:red+orange+yellow"))).toBe(
      "wyłożone karty: czerwona, pomarańczowa i żółta",
    );
    expect(deed(speaker("en"), "todo", number("keep:1,2"), [7, 8])).toBe("keep ticket 7 and ticket 8");
  });

  it.each(["en", "pl"])("locomotives of a tunnel and of an exchange in %s, or none", (language) => {
    const { todo, done } = wordsIn(language);
    for (const form of [todo, done])
      for (const family of ["add", "exchange", "locomotives"] as const) {
        expect(form[family]("", 0)).not.toMatch(/0/);
        expect(form[family]("", 2)).toMatch(/2/);
      }
  });
});

describe("reasons", () => {
  const source = readFileSync(join(__dirname, "../../../src/wagonik/analysis/why/kinds.py"), "utf8");
  const kinds = source.slice(source.indexOf("KINDS"), source.indexOf("\n}\n"));
  const known: [string, string[]][] = [...kinds.matchAll(/^ {4}"(\w+)": \{([^}]*)\}/gm)].map(
    ([, kind = "", body = ""]) => [kind, [...body.matchAll(/"(\w+)":/g)].map(([, name = ""]) => name)],
  );

  it("the analysis has some", () => expect(known.length).toBeGreaterThan(15));

  it.each(["en", "pl"])("every kind has its words in %s, for every plural form", (language) => {
    for (const [kind, names] of known) {
      for (const value of [0, 0.4, 1, 2, 5, 22]) {
        const reason: MoveReason = { kind, values: Object.fromEntries(names.map((name) => [name, value])) };
        const text = reasonText(speaker(language), reason);
        expect(text, kind).toMatch(/\.$/);
        expect(text, kind).not.toMatch(/NaN|undefined|null/);
      }
    }
  });

  it("says nothing where it has no words", () => {
    expect(reasonText(speaker("en"), { kind: "constructor", values: {} })).toBe("");
    expect(reasonText(speaker("en"), { kind: "unheard", values: {} })).toBe("");
  });

  it("Polish counts right", () => {
    const say = (kind: string, values: Record<string, number>): string => reasonText(speaker("pl"), { kind, values });
    expect(say("draw_lacking", { card: 4, tracks: 1 })).toBe("Na niebieską czeka 1 trasa planu.");
    expect(say("draw_lacking", { card: 4, tracks: 2 })).toBe("Na niebieską czekają 2 trasy planu.");
    expect(say("draw_lacking", { card: 4, tracks: 5 })).toBe("Na niebieską czeka 5 tras planu.");
    expect(say("tickets_pay", { turns: 5, time: 26 })).toBe(
      "Jest czas na kolejne bilety: plan zajmie 5 tur, zostało około 26 tur.",
    );
    expect(say("tickets_pay", { turns: 0.2, time: 8 })).toBe(
      "Jest czas na kolejne bilety: plan jest wykonany, zostało około 8 tur.",
    );
    expect(say("robs", { seat: 1, card: 7, count: 1 })).toBe("Zabiera graczowi seat 1 rząd 1 białej karty.");
    expect(say("robs", { seat: 1, card: 4, count: 3 })).toBe("Zabiera graczowi seat 1 rząd 3 niebieskich kart.");
    expect(say("sooner", { turns: 1.8, points: 4.2 })).toBe(
      "Partia kończy się o około 2 tur wcześniej, a inni dostają o około 4 punktów mniej.",
    );
    expect(say("longer", { turns: 0.6, points: 1 })).toBe(
      "Partia trwa o około 1 tury dłużej, a własnych punktów jest o około 1 więcej.",
    );
    expect(say("ready", { track: 1, better: 1, other: 0.48 })).toBe(
      "Komplet kart na route 1 jest potem na ręce w 100\u00a0% prób, inaczej w 48\u00a0%.",
    );
    expect(say("contested", { track: 1, share: 0.13 })).toBe("W 13\u00a0% prób ktoś wcześniej zajmie route 1.");
  });

  it("every word is used", () => {
    const code = readdirSync(__dirname)
      .filter((file) => /\.tsx?$/.test(file) && !file.includes(".test."))
      .map((file) => readFileSync(join(__dirname, file), "utf8"))
      .join("\n");
    // Deeds are looked up by their form.
    const words = Object.keys(english).filter((word) => word !== "todo" && word !== "done");
    expect(words.filter((word) => !new RegExp(`\\.${word}\\b`).test(code))).toEqual([]);
  });

  it("both languages have the same words", () => {
    const keys = (tree: object): string[] =>
      Object.entries(tree).flatMap(([key, value]) =>
        typeof value === "object" ? keys(value as object).map((each) => `${key}.${each}`) : [key],
      );
    expect(keys(polish).sort()).toEqual(keys(english).sort());
    expect(wordsIn("xx")).toBe(english);
  });
});

describe("numbers", () => {
  it("have their signs and the digits of the language", () => {
    expect(gain("en", 0.047)).toBe("+4.7\u00a0%");
    expect(gain("pl", -0.047)).toBe("−4,7\u00a0%");
    expect(gain("en", 0.0001)).toBe("0\u00a0%");
    expect([0.05, -0.13, 0.001].map(hundredths)).toEqual(["+5", "−13", "0"]);
  });
});

const frame: Frame = { width: 120, height: 60, left: 10, right: 10, top: 5, bottom: 5 };
const moment = (decision: number, seat: number, more: Partial<KeyMoment> = {}): KeyMoment => ({
  decision,
  turn: decision,
  seat,
  played: number("claim:A–B"),
  better: [number("claim:B–C"), number("deck")],
  loss: 0.05,
  error: 0.01,
  size: "inaccuracy",
  candidates: [],
  reasons: [],
  again: [],
  ...more,
});
const analysis = (moments: KeyMoment[]): Analysis =>
  ({
    turns: [0, 0, 1, 1, 2, 3],
    chances: [[0.5], [0.6], [], [0.2], [0.1], [0.3], [1]],
    moments,
  }) as unknown as Analysis;

describe("the graph", () => {
  it("has a gap where nothing is known yet", () => {
    expect(linePath(frame, [[0.5], [1], [], [0], [0]], 0)).toBe("M10.0 30.0L35.0 5.0M85.0 55.0L110.0 55.0");
  });

  it("writes turns on its axis, each once", () => {
    const turns = [0, 0, 1, 5, 5, 6, 10, 10, 11];
    expect(ticks(turns, 4)).toEqual([
      { decision: 0, turn: 0 },
      { decision: 3, turn: 5 },
      { decision: 6, turn: 10 },
    ]);
  });

  it("keeps names and numbers apart", () => {
    expect(apart([50, 50, 10], 17, 0, 60)).toEqual([43, 60, 10]);
    expect(apart([58, 60, 140], 24, 60, 290)).toEqual([60, 84, 140]);
    expect(apart([200, 280, 285], 24, 60, 290)).toEqual([200, 266, 290]);
  });

  it("is walked by keys, and its ends are ends", () => {
    expect(["ArrowRight", "ArrowLeft", "Home", "End", "x"].map((key) => walked(key, null, 3))).toEqual([
      0,
      2,
      0,
      2,
      null,
    ]);
    expect([walked("ArrowRight", 2, 3), walked("ArrowLeft", 0, 3), walked("ArrowRight", 0, 3)]).toEqual([2, 0, 1]);
    expect(walked("ArrowRight", null, 0)).toBeNull();
  });

  it("shows the moments of a seat in order, and all turns of one advice", () => {
    const found = analysis([moment(5, 0), moment(2, 1), moment(4, 0, { again: [2, 5] })]);
    expect(momentsOf(found, [0]).map((each) => each.decision)).toEqual([4, 5]);
    expect(turnsOf(found, moment(4, 0, { turn: 2, again: [2, 5] }))).toEqual([1, 2, 3]);
    expect(byTurns(found).map(({ turn, chances }) => [turn, chances[0]])).toEqual([
      [0, 0.5],
      [1, 0.2],
      [2, 0.1],
      [3, 0.3],
    ]);
  });

  it("explains a move that costs more than there was to lose on the open table", () => {
    const found = analysis([]);
    const chance = found.chances[4]?.[0] ?? 0;
    expect(openChance(found, moment(4, 0, { loss: chance + 0.3 }))).toBe(chance);
    expect(openChance(found, moment(4, 0, { loss: chance + 0.1 }))).toBe(null);
    expect(openChance(found, moment(99, 0, { loss: 0.9 }))).toBe(null);
  });

  it("adds up to the result", () => {
    const pieces = waterfall([0.5, -0.2, 0.1, 0.6]);
    expect(pieces.at(-1)?.to).toBeCloseTo(1);
    expect(pieces.map((piece, i) => (i === 0 ? 0 : (pieces[i - 1]?.to ?? 0)) - piece.from)).toEqual([0, 0, 0, 0]);
  });
});

describe("moments", () => {
  it("of people are seen by others only if they show them", () => {
    const seats = (["person", "person", "bot", "open"] as const).map((kind, seat) => ({ seat, kind }));
    expect(opened(seats, [0], [])).toEqual([0, 2, 3]);
    expect(opened(seats, [0], [1])).toEqual([0, 1, 2, 3]);
    expect(opened(seats, [], [])).toEqual([2, 3]);
  });

  it("stand in a replay before their decision", () => {
    const at = [2, 3, 6].map((decision) => ({ decision, turn: 1, seat: 0, actions: [] }));
    expect([0, 1, 2, 4, 6, 9].map((decision) => positionBefore(at, decision))).toEqual([0, 0, 1, 2, 3, 3]);
  });

  it("are marked on the board with words, never twice on one track", () => {
    const who = speaker("en");
    expect(marksOf(who, moment(1, 0))).toEqual([
      { track: 9, kind: "better", word: "Better" },
      { track: 4, kind: "played", word: "Played" },
    ]);
    const same = moment(1, 0, { better: [number("claim:A–B"), number("claim:A–B")] });
    expect(marksOf(who, same)).toEqual([{ track: 4, kind: "played", word: "Played" }]);
    expect(marksOf(who, moment(1, 0, { size: "good" }))).toEqual([{ track: 4, kind: "better", word: "Played" }]);
  });

  it("are played on by one person and bots", () => {
    const sitters = [
      { name: "Ala", level: null },
      { name: "Ekspres", level: "hard" },
      { name: null, level: null },
    ];
    expect(seatsFor(sitters, 0, "Zosia", "normal")).toEqual([
      { kind: "mine", name: "Zosia" },
      { kind: "bot", name: "Ekspres", level: "hard" },
      { kind: "bot", name: null, level: "normal" },
    ]);
  });
});

it("one of parallel routes is told by its colour, which agrees with the route", () => {
  expect(wordsIn("pl").colour("red", "czerwony")).toBe("czerwona");
  expect(wordsIn("pl").colour("grey", "dowolny jeden kolor")).toBe("dowolny jeden kolor");
  expect(wordsIn("en").colour("red", "red")).toBe("red");
});

it("lines of an answer are read when they are whole", () => {
  expect(split('{"a":1}\n\n{"b":2}\n{"c"')).toEqual({ lines: ['{"a":1}', '{"b":2}'], rest: '{"c"' });
  expect(split("")).toEqual({ lines: [], rest: "" });
});

describe("hints", () => {
  const who = speaker("en");
  const found = {
    candidates: [
      { action: number("claim:B–C"), gain: 0, error: 0 },
      { action: number("deck"), gain: 0, error: 0.02 },
      { action: number("claim:A–B"), gain: -0.01, error: 0.01 },
      { action: number("tickets"), gain: -0.08, error: 0.01 },
    ],
    equal: [number("claim:B–C"), number("claim:A–B")],
    reasons: [],
    playouts: 100,
    beside: null,
  };

  it("point out where to look, then the move", () => {
    expect(hinted(who, found, false).map((mark) => [mark.track, mark.word])).toEqual([
      [9, "Hint"],
      [4, ""],
    ]);
    expect(hinted(who, { ...found, equal: [number("claim:B–C")] }, true)).toEqual([
      { track: 9, kind: "hint", word: "Hint" },
    ]);
    const cards = { ...found, candidates: found.candidates.slice(1), equal: [number("deck")] };
    expect(hinted(who, cards, false)).toEqual([]);
  });

  it("leave out what few samples can't tell from the best", () => {
    expect(worthy(found).map((each) => each.action)).toEqual(["claim:B–C", "claim:A–B", "tickets"].map(number));
  });

  it("show the move that the best is compared with, however far down", () => {
    const many = Array.from({ length: 7 }, (_, i) => ({ action: i, gain: -0.01 * i, error: 0.001 }));
    const told = (beside: number | null): number[] =>
      shown({ ...found, candidates: many, equal: [0], beside }).map((each) => each.action);
    expect(told(null)).toEqual([0, 1, 2, 3, 4]);
    expect(told(2)).toEqual([0, 1, 2, 3, 4]);
    expect(told(6)).toEqual([0, 1, 2, 3, 6]);
  });

  it("know which part of the table is meant", () => {
    expect(
      ["claim:A–B", "deck", "take:red", "tickets", "keep:1", "pass"].map((text) => whereOf(who, number(text))),
    ).toEqual(["board", "market", "market", "tickets", "tickets", "other"]);
  });

  it("are for who plays against bots, or where the table allows them", () => {
    const table = (kinds: string[], hints = false): TableInfo =>
      ({ options: { hints }, seats: kinds.map((kind, seat) => ({ seat, kind })) }) as unknown as TableInfo;
    expect(mayAsk(table(["person", "bot"]), 0)).toBe(true);
    expect(mayAsk(table(["person", "open"]), 0)).toBe(true);
    expect(mayAsk(table(["person", "person"]), 0)).toBe(false);
    expect(mayAsk(table(["person", "person"], true), 0)).toBe(true);
    expect(mayAsk(table(["person", "bot"]), -1)).toBe(false);
    expect(mayAsk(null, 0)).toBe(false);
  });
});

describe("a moment asked again", () => {
  const [best, close, little, played, worse] = ["claim:B–C", "deck", "take:red", "claim:A–B", "tickets"].map(
    number,
  ) as [number, number, number, number, number];
  const asked = moment(3, 0, {
    played,
    better: [best],
    candidates: [
      { action: best, gain: 0.08, error: 0.01 },
      { action: close, gain: 0.066, error: 0.01 },
      { action: little, gain: 0.02, error: 0.01 },
      { action: played, gain: 0, error: 0 },
      { action: worse, gain: -0.03, error: 0.01 },
    ],
  });

  it("takes what is within one and a half percent of the best", () => {
    expect([best, close, little, played, worse].map((action) => judged(asked, action))).toEqual([
      "best",
      "right",
      "little",
      "same",
      "wrong",
    ]);
    expect(judged({ ...asked, better: [best, little] }, little)).toBe("right");
  });

  it("offers every move once, in an order that tells nothing", () => {
    const texts = choicesOf(asked, (action) => deed(speaker("en"), "todo", action)).map((action) =>
      deed(speaker("en"), "todo", action),
    );
    expect(texts).toEqual([...texts].sort((a, b) => a.localeCompare(b)));
    expect(new Set(texts).size).toBe(5);
  });
});

it("tickets on offer have their turns and how often they are done, in every plural form", () => {
  const ticket = (number: number, turns: number | null, chance: number) => ({
    ticket: number,
    turns,
    chance,
    error: 0,
  });
  const offer = { tickets: [ticket(3, 1.2, 0.994), ticket(4, 5, 0.4), ticket(5, null, 0)], keeps: [], time: 20 };
  expect([...ticketNotes(speaker("en"), offer).values()]).toEqual([
    "1 turn · done in 99\u00a0%",
    "5 turns · done in 40\u00a0%",
    "can’t be done any more",
  ]);
  expect(ticketNotes(speaker("pl"), offer).get(4)).toBe("5 tur · zrealizowany w 40\u00a0%");
});

describe("the check before a move", () => {
  const cost = (loss: number, error: number) => ({
    type: "cost",
    id: 1,
    seat: 0,
    action: 3,
    loss,
    error,
    better: [4],
    reasons: [],
  });
  const socket = (loss: number, error = 0.01) => ({ ask: () => Promise.resolve(cost(loss, error) as never) });

  it("warns over its limit, where the samples are sure", () => {
    expect(tooMuch({ loss: 0.12, error: 0.01 }, 0.1)).toBe(true);
    expect(tooMuch({ loss: 0.08, error: 0.01 }, 0.1)).toBe(false);
    expect(tooMuch({ loss: 0.12, error: 0.07 }, 0.1)).toBe(false);
    expect(tooMuch({ loss: 0.9, error: 0 }, 0)).toBe(false);
  });

  it("asks, and does what its person says", async () => {
    expect(await checked(socket(0.02), 0, 1, 3, 0.1)).toBe(true);
    for (const anyway of [true, false]) {
      const waiting = checked(socket(0.3), 0, 1, 3, 0.1);
      await Promise.resolve();
      await Promise.resolve();
      expect(warning.get()?.cost.loss).toBe(0.3);
      warning.get()?.answer(anyway);
      expect(await waiting).toBe(anyway);
      expect(warning.get()).toBeNull();
    }
  });

  it("holds nothing up without an answer", async () => {
    expect(await checked({ ask: () => Promise.reject(new Error("offline")) }, 0, 1, 3, 0.1)).toBe(true);
  });
});
