import type { GameWords } from "../../languages";

export const words: GameWords = {
  home: { about: "Bez planszy: bocznice, rabunki, pamięć" },
  play: { marketWord: "Obszar Ciągnięcia" },
};
