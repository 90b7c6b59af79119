import { matches } from "./matches.mjs";

matches("mouse");
