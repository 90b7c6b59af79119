import { matches } from "./matches.mjs";

matches("keys");
