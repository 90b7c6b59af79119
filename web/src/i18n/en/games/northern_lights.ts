import type { GameWords } from "../../languages";

export const words: GameWords = {
  home: { about: "Four of eleven goals, bonus cards" },
  common: {
    countries: {
      Denmark: "Denmark",
      Estonia: "Estonia",
      Finland: "Finland",
      Latvia: "Latvia",
      Lithuania: "Lithuania",
      Norway: "Norway",
      Poland: "Poland",
      Russia: "Russia",
      Sweden: "Sweden",
    },
  },
  mechanics: {
    goals: {
      names: {
        "Call of the Wild": ["Call of the Wild", "locomotives in hand at the end; a pair counts as one"],
        "Capital Investment": ["Capital Investment", "tickets done to Stockholm, København, Oslo or Helsinki"],
        "Cost Efficiency": ["Cost Efficiency", "trains left over"],
        "Small Steps Strategist": ["Small Steps Strategist", "routes of one space"],
        "Nordic Express": ["Nordic Express", "trains in the longest route; it may loop"],
        "Local Network": ["Local Network", "tickets done of 5 points or less"],
        "International Tycoon": ["International Tycoon", "countries reached, of the nine"],
        "Polar Express": ["Polar Express", "tickets done with an arctic city at one end or both"],
        "Snowplow Award": ["Snowplow Award", "routes with an arctic city at one end or both"],
        "Ferry Master": ["Ferry Master", "ferries claimed"],
        "The Wild West": ["The Wild West", "routes with one end or both in Norway"],
      },
    },
  },
};
