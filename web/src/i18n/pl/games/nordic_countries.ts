import type { GameWords } from "../../languages";
import { polish } from "../../plural";
import { CONNECTION } from "../connection";

export const words: GameWords = {
  ...CONNECTION,
  home: { about: "Promy i tunele; tylko tam lokomotywy" },
  common: { ...CONNECTION.common, trains: polish("wagon", "wagony", "wagonów") },
};
