import type { GameWords } from "../../languages";
import { CONNECTION } from "../connection";

export const words: GameWords = {
  ...CONNECTION,
  home: { about: "Krótka; niebieski, biały i czerwony to flaga" },
  common: { ...CONNECTION.common, kinds: { locomotive: "autobus" } },
  play: {
    ...CONNECTION.play,
    board: (name) =>
      `Plansza ${name}. Strzałki prowadzą od miejsca do miejsca, R to połączenia miejsca, C połączenia do zajęcia.`,
  },
  log: { ...CONNECTION.log, refreshed: "Trzy autobusy: nowe odkryte karty" },
  moments: { swept: "Trzy autobusy: nowe odkryte karty" },
};
