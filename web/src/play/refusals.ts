/** Refusals in a person's language: the server gives a code and values, the words are made here. */

import { errorText } from "../app/errors";
import { Refusal } from "../net/api";
import type { Cause, Kind } from "../protocol/messages";
import type { Scene } from "./context";

/** What a sentence about a refusal needs of the table. */
export type Speaker = Pick<Scene, "t" | "name" | "pieces" | "kind" | "piece">;

type Values = Cause["values"];
type Say = (speaker: Speaker, values: Values) => string;

const count = (value: Values[string] | undefined): number => (typeof value === "number" ? value : 0);
const list = (value: Values[string] | undefined): (string | number)[] => (Array.isArray(value) ? value : []);

const locomotives = ({ t, piece }: Speaker, number: number): string =>
  piece === "bus" ? t.common.buses(number) : t.play.locomotives(number);

/** How far the cards go, by what, and what may stand for a locomotive. */
const cards: Say = (speaker, values) => {
  const { t, kind } = speaker;
  const wild = values["wild"] === true;
  const symbols = count(values["symbols"]);
  const exchange = count(values["exchange"]);
  const have = count(values["have"]);
  const held: string[] = [];
  if (count(values["cards"]) > 0) held.push(t.why.held(count(values["cards"]), kind(values["best"] as Kind)));
  if (count(values["locomotives"]) > 0 && (wild || symbols > 0)) {
    held.push(locomotives(speaker, count(values["locomotives"])));
  }
  return [
    t.why.cards(have, count(values["need"]), held.join(", ") || t.why.held(have, kind("locomotive"))),
    ...(symbols > 0 ? [count(values["need"]) === 1 ? t.why.symbolAlone : `${t.why.symbols(symbols)}.`] : []),
    ...(exchange > 0
      ? [values["pairs"] === true ? t.why.pairs : (wild ? t.why.exchange : t.why.exchangeColour)(exchange)]
      : []),
    ...(!wild && exchange === 0 && count(values["locomotives"]) > 0 ? [t.why.notWild] : []),
  ].join(" ");
};

/** A sentence for every code of the engine and its games; a test of the server's side compares the lists. */
const SENTENCES: Readonly<Record<string, Say>> = {
  over: ({ t }) => t.why.over,
  turn: ({ t }) => t.why.turn,
  choices: ({ t }) => t.why.choices,
  choose_tickets: ({ t }, values) => t.why.choose_tickets(count(values["least"])),
  too_many_tickets: ({ t }, values) => t.why.too_many_tickets(count(values["of"])),
  second_card: ({ t }) => t.why.second_card,
  locomotive_first: ({ t }) => t.why.locomotive_first,
  no_such_card: ({ t }) => t.why.no_such_card,
  deck_empty: ({ t }) => t.why.deck_empty,
  no_cards: ({ t }) => t.why.no_cards,
  no_tickets: ({ t }) => t.why.no_tickets,
  pass: ({ t }) => t.why.pass,
  turn_first: ({ t }) => t.why.turn_first,
  own: ({ t }) => t.why.own,
  taken: ({ t, name }, values) => t.why.taken(list(values["by"]).map(Number).map(name).join(", ")),
  parallel: ({ t }) => t.why.parallel,
  closed: ({ t }) => t.why.closed,
  pieces: ({ t, pieces }, values) => t.why.pieces(count(values["need"]), pieces(count(values["have"]))),
  cards,
  technology: ({ t }, values) =>
    t.why.technology(
      list(values["technologies"])
        .map((code) => t.mechanics.technology.names[code]?.[0] ?? String(code))
        .join(", "),
    ),
  paying: ({ t }) => t.why.paying,
  payment: ({ t }) => t.why.payment,
  kept_back: ({ t }) => t.why.kept_back,
  basic: ({ t }) => t.why.basic,
  bought_one: ({ t }) => t.why.bought_one,
  held: ({ t }) => t.why.held_already,
  sold_out: ({ t }) => t.why.sold_out,
  too_late: ({ t }) => t.why.too_late,
  no_way_to_use: ({ t }) => t.why.no_way_to_use,
  price: (speaker, values) =>
    [
      speaker.t.why.price(count(values["have"]), locomotives(speaker, count(values["need"]))),
      speaker.t.why.exchange(count(values["exchange"])),
    ].join(" "),
  way_first: ({ t }) => t.why.way_first,
  second_claim: ({ t }) => t.why.second_claim,
  tunnel: ({ t }, values) => t.why.tunnel(t.common.cards(count(values["more"]))),
  share: ({ t }) => t.why.share,
  dummy_share: ({ t }) => t.why.dummy_share,
  row: ({ t }, values) => t.why.row(count(values["least"])),
  own_yard: ({ t }) => t.why.own_yard,
  trio: ({ t }) => t.why.trio,
  row_locomotives: ({ t }) => t.why.row_locomotives,
  too_few_locomotives: (speaker, values) =>
    speaker.t.why.too_few_locomotives(locomotives(speaker, count(values["have"]))),
};

/** Which rule forbids it, in words; nothing for a code that is no rule's, or not known here. */
function ruleText(speaker: Speaker, cause: Cause | null): string | undefined {
  return cause ? SENTENCES[cause.code]?.(speaker, cause.values) : undefined;
}

/** Why not, in words; a code that is not known here is told as the server did. */
export const refusalText = (speaker: Speaker, cause: Cause | null, text: string): string =>
  ruleText(speaker, cause) ?? text;

/** What to say of a request that failed. */
export const problemText = (speaker: Speaker, problem: unknown): string =>
  (problem instanceof Refusal ? ruleText(speaker, problem.why) : undefined) ?? errorText(speaker.t, problem);
