import type { log as source } from "../en/log";
import { polish } from "../plural";

// What was drawn: "dobrano 1 kartę, 2 karty, 5 kart".
const cards = polish("kartę", "karty", "kart");

export const log: typeof source = {
  drew: ": dobrano ",
  fromDeck: (count) => `${cards(count)} z talii`,
  and: " i ",
  paid: ", karty: ",
  faceUp: polish("odkrytą kartę", "odkryte karty", "odkrytych kart"),
  someCards: "rząd kart",
  someShare: ", udział",
  someDummyShare: ", udział dla „dziadka”",
  tickets: (tickets) => `: zachowano ${tickets}`,
  claimed: ": trasa ",
  tunnel: ", tunel ",
  withdrew: ": karty wracają z tunelu ",
  share: (code, number) => `, udział ${code} ${number}`,
  dummyShare: (code) => `, ${code} dla „dziadka”`,
  flagCard: ", na flagę ",
  flag: ", flaga ułożona",
  bonus: (cards) => `, premia: ${cards}`,
  bought: ": zakup, ",
  row: ": na bocznicę ",
  robbing: (name) => `, rabunek pociągów (${name})`,
  moved: ": Na Tory ",
  passed: ": pas",
  helped: (name, count) => `${name}: pytania do trenera przed ruchem, liczba decyzji: ${count}`,
  whatIf: "Co by było, gdyby: gra od chwili z innej partii. Nigdzie się nie liczy.",
  refreshed: "Trzy lokomotywy: nowe odkryte karty",
  shuffled: "Odrzucone karty tworzą nową talię",
  new_deck: "Zaczyna się druga talia",
  last_turns: "Ostatnia runda: jeszcze po jednym ruchu",
  completed: ": zrealizowany bilet ",
  dummy_shown: "Udziały „dziadka” odkryte",
};
