import type { learn as source } from "../en/learn";

export const learn: typeof source = {
  title: "Zasady",
  contents: "Na tej stronie",
  atAGlance: "W skrócie",
  first: "Na pierwszą partię",
  aboutBoard: "O tej planszy",
  length: "Pola",
  points: "Punkty",
  pointsTable: "Ile daje trasa",
  note: "Dokładniej",
  example: "Przykład",
  play: (game) => `Zagraj: ${game}`,
  home: "Strona główna",
  table: "Wróć do stołu",
  missing: "Nie ma takiej strony zasad.",
  problem: "Nie udało się wczytać zasad.",
};
