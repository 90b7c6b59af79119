import type { final as source } from "../en/final";
import { polish } from "../plural";

const points = polish("punkt", "punkty", "punktów");

export const final: typeof source = {
  winsBy: (name, by) => `Wygrywa ${name}, przewaga: ${points(by)}`,
  wins: (name) => `Wygrywa ${name}`,
  youWinBy: (by) => `Wygrywasz, przewaga: ${points(by)}`,
  youWin: "Wygrywasz",
  shared: (names) => `Wspólne zwycięstwo: ${names}`,
  decided: (by) => `Tyle samo punktów; rozstrzygnęło: ${by}.`,
  breakers: {
    "completed tickets": "zrealizowane bilety",
    "longest route": "najdłuższa trasa",
    goals: "cele",
    "Big City cards": "karty Wielkich Miast",
  },
  summary: polish("tura", "tury", "tur"),
  sources: {
    routes: "Trasy",
    tickets: "Bilety",
    globetrotter: "Globtroter",
    shares: "Udziały",
    goals: "Cele",
    flags: "Flagi",
    "big cities": "Wielkie Miasta",
  },
  source: "Źródło",
  ticketsDone: (done, of) => `zrealizowane ${done} z ${of}`,
  total: "Razem",
  rematch: "Rewanż",
  replay: "Obejrzyj powtórkę",
  record: "Zapis",
  watchAgain: "Obejrzyj jeszcze raz",
  sheet: "Arkusz punktów",
  place: (place) => `${place}. miejsce`,
  connected: "połączone",
  neverConnected: "niepołączone",
  skip: "Pomiń",
  board: "Pokaż stół",
  score: "Wynik końcowy",
  overTurns: "Punkty w kolejnych turach",
  stopped: "Przerwane po zbyt wielu ruchach: liczy się stan stołu",
  cardsDrawn: "Dobrane karty",
  routesClaimed: "Zajęte trasy",
  tickets: "Bilety",
  waitHost: "Rewanż zaczyna gospodarz stołu.",
};
