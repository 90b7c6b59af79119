import type { GameWords } from "../../languages";

export const words: GameWords = {
  home: { about: "Shares of nine railroads" },
};
