import type { GameWords } from "../../languages";

export const words: GameWords = {
  home: { about: "Ferries and tunnels; locomotives only there" },
};
