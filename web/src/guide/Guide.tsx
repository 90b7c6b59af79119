import type { ReactElement } from "react";
import { usePlay } from "../play/context";
import { Lesson } from "./Lesson";
import { Tour } from "./Tour";
import { hasScript } from "./texts";
import { TOURS } from "./tours";

/** What a table has to tell: the lesson that it is, or the tour of its game. */
export default function Guide(): ReactElement | null {
  const { state, model } = usePlay();
  const { game } = model.facts;
  const table = state.table;
  if (table?.options.lesson && model.seen.match === 1)
    return hasScript(game) ? <Lesson key={table.table} table={table.table} /> : null;
  return TOURS.has(game) ? <Tour key={game} /> : null;
}
