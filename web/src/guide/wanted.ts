/** Whether a table has something to tell; what tells it is loaded only then. */

import type { TableState } from "../net/socket";
import { useStore } from "../net/store";
import { guides } from "./kept";
import { TOURS } from "./tours";

export function useGuided(state: TableState, game: string, me: number, match: number): boolean {
  const { lesson, tours, open } = useStore(guides);
  if (me < 0) return false;
  if (state.table?.options.lesson && match === 1) return !(lesson?.table === state.table.table && lesson.done);
  return open === game || (TOURS.has(game) && !tours.includes(game));
}
