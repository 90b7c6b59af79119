import { describe, expect, it } from "vitest";
import { errorText } from "../app/errors";
import { textsOf } from "../i18n";
import { Refusal } from "../net/api";
import type { Cause } from "../protocol/messages";
import { wordsOf } from "./context";
import { problemText, refusalText } from "./refusals";
import { facts } from "./testing";

const speaker = (language: string, piece = "train", game = "") => {
  const t = textsOf(language, game);
  return { t, name: (seat: number) => ["Ada", "Bo"][seat] ?? "", ...wordsOf({ ...facts, piece }, t) };
};
const cards = (values: Cause["values"]): Cause => ({
  code: "cards",
  values: {
    need: 3,
    have: 0,
    symbols: 0,
    colour: "red",
    best: "red",
    cards: 0,
    locomotives: 0,
    wild: true,
    exchange: 0,
    pairs: false,
    ...values,
  },
});

describe("a refusal in words", () => {
  it("counts buses and locomotives as what they pay for", () => {
    const cause = cards({ have: 2, cards: 1, locomotives: 1 });
    expect(refusalText(speaker("en", "bus"), cause, "")).toBe("Your cards pay for 2 of 3: 1 red, 1 bus.");
    expect(refusalText(speaker("pl", "bus"), cause, "")).toBe(
      "Twoje karty wystarczą na 2 z 3: czerwony: 1, 1 autobus.",
    );
  });

  it("tells of symbols, exchanges and pairs", () => {
    const ferry = cards({ have: 2, cards: 1, locomotives: 2, symbols: 1, exchange: 4 });
    expect(refusalText(speaker("en"), ferry, "")).toBe(
      "Your cards pay for 2 of 3: 1 red, 2 locomotives. 1 of them must be a locomotive. Any 4 cards stand for a locomotive.",
    );
    const pair = cards({ have: 1, cards: 3, symbols: 2, exchange: 2, pairs: true });
    expect(refusalText(speaker("en"), pair, "")).toContain("Two cards of one colour stand for a locomotive here.");
    const plain = cards({ have: 1, cards: 1, locomotives: 2, wild: false });
    expect(refusalText(speaker("en"), plain, "")).toBe(
      "Your cards pay for 1 of 3: 1 red. Locomotives can't be played here.",
    );
  });

  it("names players, pieces and technologies in the language of the person", () => {
    const uk = speaker("pl", "train", "united_kingdom");
    expect(refusalText(speaker("en"), { code: "taken", values: { by: [1] } }, "")).toBe("Bo has it.");
    expect(refusalText(speaker("en"), { code: "pieces", values: { have: 1, need: 4 } }, "")).toBe(
      "It takes 4, and you have 1 train left.",
    );
    expect(refusalText(uk, { code: "technology", values: { technologies: ["right-of-way"] } }, "")).toBe(
      "Potrzebne: Prawo przejazdu.",
    );
  });

  it("repeats the server where it has no words", () => {
    expect(refusalText(speaker("pl"), { code: "of_tomorrow", values: {} }, "The rule says so.")).toBe(
      "The rule says so.",
    );
    const refused = new Refusal("illegal", "English", { code: "second_card", values: {} });
    expect(problemText(speaker("en"), refused)).toBe("Draw your next card first.");
    expect(problemText(speaker("en"), new Refusal("offline", ""))).toContain("No connection");
    const tomorrow = new Refusal("illegal", "The rule says so.", { code: "of_tomorrow", values: {} });
    expect(problemText(speaker("pl"), tomorrow)).toBe("The rule says so.");
  });

  it("says in words what the table does not allow, and what is wrong with what somebody brought", () => {
    const taken = new Refusal("not_now", "English", { code: "colour_taken", values: {} });
    expect(problemText(speaker("pl"), taken)).toBe("Ten kolor ma już ktoś inny.");
    expect(errorText(speaker("en").t, taken)).toBe("Somebody else has this colour.");
    expect(errorText(speaker("pl").t, new Refusal("not_now", "English"))).toBe("Teraz nie można tego zrobić.");
    expect(errorText(speaker("pl").t, new Refusal("refused", "line 3: no such place"))).toBe(
      "Serwer tego nie przyjął. line 3: no such place",
    );
  });
});
