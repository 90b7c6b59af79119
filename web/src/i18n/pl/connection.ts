import type { GameWords } from "../languages";
import { polish } from "../plural";

/** What the boxes that call a route „połączenie” say where others say „trasa”, which is a chain of them there. */
export const CONNECTION = {
  common: { routes: polish("połączenie", "połączenia", "połączeń") },
  play: {
    near: "Które połączenie?",
    what: {
      turn: "Dobierz karty, zajmij połączenie albo weź bilety",
      secondClaim: "Możesz zająć drugie połączenie",
    },
    ordinary: "Połączenie",
    claim: (cards) => `Zajmij połączenie: ${cards}`,
    board: (name) =>
      `Plansza ${name}. Strzałki prowadzą od miasta do miasta, R to połączenia miasta, C połączenia do zajęcia.`,
    trackFree: "wolne",
    trackOwned: (name) => `zajęte: ${name}`,
    trackClosed: "zamknięte",
    trackCan: (points) => `Możesz je zająć: ${points}.`,
  },
  why: {
    own: "To połączenie jest już twoje.",
    taken: (names) => `Zajęte (${names}).`,
    parallel: "Masz już drugą nitkę tego połączenia, a dwóch mieć nie wolno.",
    closed: "Przy tylu osobach nie wolno użyć więcej nitek tego połączenia.",
    cards: (have, need, held) =>
      have === 0
        ? `Nie masz na nie żadnej karty, a potrzeba: ${need}.`
        : `Twoje karty wystarczą na ${have} z ${need}: ${held}.`,
    kept_back: "Zostaw dość kart, aby zająć połączenie innej osoby.",
    no_way_to_use: "Nie da się teraz zająć z nią połączenia innej osoby.",
    way_first: "Kupione prawo przejazdu: zajmij teraz połączenie innej osoby.",
    second_claim: "Zajmij drugie połączenie albo zakończ turę.",
  },
  final: { sources: { routes: "Połączenia" }, routesClaimed: "Zajęte połączenia" },
  log: { claimed: ": połączenie " },
} satisfies GameWords;
