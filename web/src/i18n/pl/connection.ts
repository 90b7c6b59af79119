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
    why: {
      yours: "to połączenie jest już twoje.",
      taken: (name) => `zajęte (${name}).`,
      parallel: "masz już drugą nitkę tego połączenia, a dwóch mieć nie wolno.",
      closed: "przy tylu osobach nie wolno użyć więcej nitek tego połączenia.",
    },
    board: (name) =>
      `Plansza ${name}. Strzałki prowadzą od miasta do miasta, R to połączenia miasta, C połączenia do zajęcia.`,
    trackFree: "wolne",
    trackOwned: (name) => `zajęte: ${name}`,
    trackClosed: "zamknięte",
    trackCan: (points) => `Możesz je zająć: ${points}.`,
  },
  final: { sources: { routes: "Połączenia" }, routesClaimed: "Zajęte połączenia" },
  log: { claimed: ": połączenie " },
} satisfies GameWords;
