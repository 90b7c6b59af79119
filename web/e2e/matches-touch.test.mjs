import { matches } from "./matches.mjs";

matches("touch");
