/** The coach in words: what was done, what is better, and why. */

import type { Facts, MoveReason } from "../protocol/messages";
import { KINDS } from "../ui/kinds";
import { words as english, type Words } from "./texts/en";
import { words as polish } from "./texts/pl";
import type { DeedName, Names, Values } from "./types";

const LANGUAGES: Readonly<Record<string, Words>> = { en: english, pl: polish };

/** The coach's words in a language; English where it has none. */
export const wordsIn = (language: string): Words => LANGUAGES[language] ?? english;

/** How things are called where the coach speaks. */
export interface Speaker {
  readonly words: Words;
  readonly language: string;
  readonly facts: Facts;
  /** Names of technologies, by their codes. */
  readonly technologies: Readonly<Record<string, readonly [string, string]>>;
  readonly bus: boolean;
  route(track: number): string;
  ticket(ticket: number): string;
  name(seat: number): string;
}

const numbers = new Map<string, Intl.NumberFormat>();

function written(language: string, value: number, digits: number): string {
  const key = `${language}/${digits}`;
  const format = numbers.get(key) ?? new Intl.NumberFormat(language, { maximumFractionDigits: digits });
  numbers.set(key, format);
  return format.format(Math.abs(value));
}

/** "4.7 %", without a sign. */
export const percent = (language: string, share: number, digits = 1): string =>
  `${written(language, share * 100, digits)}\u00a0%`;

/** "+4.7 %", "−4.7 %" or "0 %". */
export function gain(language: string, share: number): string {
  const text = percent(language, share);
  if (/^0\D*$/.test(text)) return text;
  return `${share > 0 ? "+" : "−"}${text}`;
}

/** Points of a hundred, whole: "+5", "−13", "0". */
export function hundredths(share: number): string {
  const value = Math.round(share * 100);
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

export interface Action {
  readonly family: string;
  readonly argument: number;
  readonly text: string;
}

/** Which action of the game's table a number is. */
export function actionAt(facts: Facts, action: number): Action {
  const family = facts.actions.find((each) => action >= each.base && action < each.base + each.texts.length);
  const argument = action - (family?.base ?? 0);
  return { family: family?.name ?? "", argument, text: family?.texts[argument] ?? "" };
}

/** The track that an action claims, or nothing. */
export function trackOf(facts: Facts, action: number): number | null {
  const found = actionAt(facts, action);
  return found.family === "claim" ? found.argument : null;
}

const card = (speaker: Speaker, kind: string): string =>
  kind === "locomotive" && speaker.bus ? speaker.words.bus : (speaker.words.cards[kind] ?? kind);

/** Several things together: "A, B and C". */
const all = (words: Words, things: readonly string[]): string =>
  things.length < 2 ? (things[0] ?? "") : words.and(things.slice(0, -1).join(", "), things.at(-1) ?? "");

/** An action in words, as advice or as a deed; tickets are named where it is known which were offered, else counted. */
export function deed(
  speaker: Speaker,
  form: "todo" | "done",
  action: number,
  offer: readonly number[] | null = null,
): string {
  const { words, facts } = speaker;
  const { family, argument, text } = actionAt(facts, action);
  const said = words[form];
  const rest = text.slice(text.indexOf(":") + 1);
  const name = (deed: DeedName, what = "", count = 0): string => said[deed](what, count);
  switch (family) {
    case "claim":
      return name("claim", speaker.route(argument));
    case "keep": {
      if (argument === 0) return name("keepNone");
      const kept = [...argument.toString(2)].filter((bit) => bit === "1").length;
      const named = offer?.filter((_, i) => argument & (1 << i)).map((ticket) => speaker.ticket(ticket)) ?? [];
      return name("keep", all(words, named), kept);
    }
    case "market":
      return name("market", card(speaker, rest));
    case "give":
      return name("give", card(speaker, rest));
    case "pay": {
      const [kind = "", count = "0"] = rest.split("+");
      return name("pay", card(speaker, kind), kind === "locomotive" ? 0 : Number(count));
    }
    case "exchange":
    case "add":
    case "locomotives":
      return name(family, "", Number(rest) || 0);
    case "share":
      return facts.railroads[argument] ? name("share", rest) : name("shareNone");
    case "dummy":
      return name("dummy", rest);
    case "buy":
      return name("buy", speaker.technologies[rest]?.[0] ?? rest);
    case "trio":
      return name(
        "trio",
        all(
          words,
          rest.split("+").map((kind) => card(speaker, kind)),
        ),
      );
    case "row": {
      const [count = "1", kind = ""] = rest.split("_");
      return name("row", card(speaker, kind), Number(count) || 1);
    }
    case "deck":
    case "tickets":
    case "withdraw":
    case "stop":
    case "full":
    case "pass":
      return name(family);
    default:
      return text;
  }
}

/** Several moves of which any will do: "A, B or C". */
export function either(words: Words, moves: readonly string[]): string {
  const distinct = [...new Set(moves)];
  const last = distinct.at(-1) ?? "";
  return distinct.length < 2 ? last : words.or(distinct.slice(0, -1).join(", "), last);
}

/** A seat's deed as a sentence without its full stop. */
export const told = (speaker: Speaker, seat: number, me: number, text: string): string =>
  seat === me ? speaker.words.you(text) : speaker.words.somebody(speaker.name(seat), text);

/** The numbers of a reason; what is missing is nothing. */
export function valuesOf(language: string, reason: MoveReason): Values {
  const number = (name: string): number => {
    const value = reason.values[name];
    return typeof value === "number" ? value : Number(value ?? 0) || 0;
  };
  return {
    number,
    percent: (name) => percent(language, number(name), 0),
    gain: (name) => gain(language, number(name)),
    signed: (name) => (number(name) < 0 ? "−" : "+") + written(language, number(name), 0),
    decimal: (name) => written(language, number(name), 1),
  };
}

/** Why, in a sentence; nothing for a code that we have no words for. */
export function reasonText(speaker: Speaker, reason: MoveReason): string {
  const say = Object.hasOwn(speaker.words.reasons, reason.kind) ? speaker.words.reasons[reason.kind] : undefined;
  const names: Names = {
    route: speaker.route,
    ticket: speaker.ticket,
    card: (kind) => card(speaker, KINDS[kind] ?? ""),
    name: speaker.name,
  };
  return say ? say(valuesOf(speaker.language, reason), names) : "";
}

export const reasonsText = (speaker: Speaker, reasons: readonly MoveReason[]): string =>
  reasons
    .map((reason) => reasonText(speaker, reason))
    .filter((text) => text !== "")
    .join(" ");

export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);
