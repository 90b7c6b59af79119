import type { GameWords } from "../../languages";

export const words: GameWords = {
  home: { about: "Short; blue, white and red make a flag" },
  common: { kinds: { locomotive: "bus" } },
  play: {
    board: (name) => `Board ${name}. Arrow keys go from place to place, R its routes, C what you can claim.`,
  },
  log: { refreshed: "Three buses: a new market" },
  moments: { swept: "Three buses: a new market" },
};
