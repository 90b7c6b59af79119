import type { GameWords } from "../../languages";
import { polish } from "../../plural";

export const words: GameWords = {
  home: { about: "Kup technologię, by otworzyć trasy" },
  common: { trains: polish("wagon", "wagony", "wagonów") },
  mechanics: {
    technology: {
      names: {
        wales: ["Koncesja na Walię", "trasy do Walii"],
        "ireland-france": ["Koncesja na Irlandię/Francję", "trasy do Irlandii i Francji"],
        scotland: ["Koncesja na Szkocję", "trasy do Szkocji"],
        stoker: ["Mechaniczny podajnik", "trasy o 3 polach"],
        boiler: ["Kocioł parowy z przegrzewaczem", "trasy o 4, 5 i 6 polach"],
        propellers: ["Śruby napędowe", "promy"],
        booster: ["Buster", "3 karty zamiast 4"],
        lagging: ["Otulina kotła", "+1 za każdą trasę"],
        turbines: ["Turbiny parowe", "+2 za każdy prom"],
        "double-heading": ["Podwójna trakcja", "+2 za każdy zrealizowany bilet"],
        "right-of-way": ["Prawo przejazdu", "dołącz teraz do zajętej trasy"],
        thermocompressor: ["Inżektory", "w tej turze dwie trasy"],
        "water-tenders": ["Tendery beczkowe", "trzy karty z talii"],
        "risky-contracts": ["Ryzykowne kontrakty", "zakład o bilety"],
        "equalising-beam": ["Wahacze", "zakład o najdłuższą trasę"],
        diesel: ["Silnik Diesla", "trasa może kosztować o kartę mniej"],
      },
    },
  },
  final: {
    sources: {
      "route technology": "Technologia na trasach",
      "double heading": "Podwójna trakcja",
      "risky contracts": "Ryzykowne kontrakty",
      "equalising beam": "Wahacze",
    },
  },
};
