import type { GameWords } from "../../languages";
import { CONNECTION } from "../connection";

export const words: GameWords = {
  ...CONNECTION,
  home: { about: "Cztery z jedenastu celów, karty premii" },
  common: {
    ...CONNECTION.common,
    countries: {
      Denmark: "Dania",
      Estonia: "Estonia",
      Finland: "Finlandia",
      Latvia: "Łotwa",
      Lithuania: "Litwa",
      Norway: "Norwegia",
      Poland: "Polska",
      Russia: "Rosja",
      Sweden: "Szwecja",
    },
  },
  mechanics: {
    goals: {
      names: {
        "Call of the Wild": ["Pociąg do lokomotyw", "lokomotywy na ręce na koniec; para liczy się za jedną"],
        "Capital Investment": [
          "Stołeczne inwestycje",
          "zrealizowane bilety do miast Stockholm, København, Oslo lub Helsinki",
        ],
        "Cost Efficiency": ["Analiza kosztów", "niewykorzystane wagoniki"],
        "Small Steps Strategist": ["Metoda małych kroków", "połączenia o jednym polu"],
        "Nordic Express": ["Ekspres nordycki", "wagoniki w najdłuższej trasie; może mieć pętle"],
        "Local Network": ["Połączenia regionalne", "zrealizowane bilety za najwyżej 5 punktów"],
        "International Tycoon": ["Imperium kolejowe", "kraje w twojej sieci, z dziewięciu"],
        "Polar Express": ["Ekspres polarny", "zrealizowane bilety z miastem arktycznym na co najmniej jednym końcu"],
        "Snowplow Award": ["Nagroda Złotej Odśnieżarki", "połączenia z miastem arktycznym na co najmniej jednym końcu"],
        "Ferry Master": ["Kapitan promu", "zajęte promy"],
        "The Wild West": ["Dziki Zachód", "połączenia z co najmniej jednym końcem w Norwegii"],
      },
    },
  },
};
