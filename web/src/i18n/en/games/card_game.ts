import type { GameWords } from "../../languages";

export const words: GameWords = {
  home: { about: "No board: yards, robberies, memory" },
};
