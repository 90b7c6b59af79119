/** What the table itself knows of the coach; the rest is loaded when it is asked for. */

import type { TrackMark } from "../board";
import type { TableSocket } from "../net/socket";
import { createStore } from "../net/store";
import type { Play } from "../play/context";
import type { Cost, TableInfo } from "../protocol/messages";

/** Whether a seat may ask: all others are bots, or the table allows it. The server says so, too. */
export const mayAsk = (table: TableInfo | null, seat: number): boolean =>
  table !== null &&
  seat >= 0 &&
  (table.options.hints === true || table.seats.every((each) => each.seat === seat || each.kind !== "person"));

/** A decision that a hint is about; another one needs a new hint. */
export const decisionKey = ({ model }: Play): string =>
  `${model.seen.match}/${model.seen.line}/${model.me}/${model.seen.decision?.at}/${model.seen.decision?.step}`;

/** The hint on the screen: first where to look, then the move and why. */
export const hint = createStore<{ readonly key: string; readonly more: boolean } | null>(null);
/** What it points out on the board. */
export const hintMarks = createStore<readonly TrackMark[]>([]);

/** The key or the button: the first press says where to look, the second what to do. */
export function pressHint(play: Play): void {
  if (!mayAsk(play.state.table, play.model.me) || !play.model.seen.decision) return;
  const key = decisionKey(play);
  hint.set((now) => (now?.key === key ? { key, more: true } : { key, more: false }));
}

/** A move that costs too much, which waits for its person to think again. */
export interface Warning {
  readonly cost: Cost;
  /** Whether to do it anyway. */
  answer(anyway: boolean): void;
}

export const warning = createStore<Warning | null>(null);

/** Whether a cost is one to warn of: over the limit, and no chance of the samples. */
export const tooMuch = (cost: Pick<Cost, "loss" | "error">, limit: number): boolean =>
  limit > 0 && cost.loss > limit && cost.loss > 2 * cost.error;

/** Ask what a move costs; whoever wants to be warned is asked whether to do it. True: go on. */
export async function checked(
  socket: Pick<TableSocket, "ask">,
  seat: number,
  at: number,
  action: number,
  limit: number,
): Promise<boolean> {
  let cost: Cost;
  try {
    cost = (await socket.ask({ type: "cost", seat, at, action })) as Cost;
  } catch {
    return true; // without an answer nothing is held up
  }
  if (!tooMuch(cost, limit)) return true;
  warning.get()?.answer(false);
  return new Promise((resolve) => {
    warning.set({
      cost,
      answer: (anyway) => {
        warning.set(null);
        resolve(anyway);
      },
    });
  });
}

export function closeHint(): void {
  hint.set(null);
  hintMarks.set([]);
}
