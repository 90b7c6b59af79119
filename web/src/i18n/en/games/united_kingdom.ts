import type { GameWords } from "../../languages";

export const words: GameWords = {
  home: { about: "Buy technology to open routes" },
  mechanics: {
    technology: {
      names: {
        wales: ["Wales Concession", "routes to Wales"],
        "ireland-france": ["Ireland/France Concession", "routes to Ireland and France"],
        scotland: ["Scotland Concession", "routes to Scotland"],
        stoker: ["Mechanical Stoker", "routes of 3"],
        boiler: ["Superheated Steam Boiler", "routes of 4 to 6"],
        propellers: ["Propellers", "ferries"],
        booster: ["Booster", "3 cards do for 4"],
        lagging: ["Boiler Lagging", "+1 for each route"],
        turbines: ["Steam Turbines", "+2 for each ferry"],
        "double-heading": ["Double Heading", "+2 for each ticket done"],
        "right-of-way": ["Right of Way", "join a taken route now"],
        thermocompressor: ["Thermocompressor", "claim two routes now"],
        "water-tenders": ["Water Tenders", "three cards from the deck"],
        "risky-contracts": ["Risky Contracts", "a bet on your tickets"],
        "equalising-beam": ["Equalising Beam", "a bet on the longest route"],
        diesel: ["Diesel Power", "routes may cost a card less"],
      },
    },
  },
  final: {
    sources: {
      "route technology": "Technology on routes",
      "double heading": "Double Heading",
      "risky contracts": "Risky Contracts",
      "equalising beam": "Equalising Beam",
    },
  },
};
