import type { GameWords } from "../../languages";
import { polish } from "../../plural";

export const words: GameWords = {
  home: { about: "Udziały dziewięciu przewoźników" },
  common: { trains: polish("wagon", "wagony", "wagonów") },
};
