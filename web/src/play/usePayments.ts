import { useEffect, useMemo, useState } from "react";
import type { Way } from "../protocol/messages";
import { usePlay } from "./context";
import { allWays, type PayGroup, payGroups } from "./ways";

/** Answers for the present decision; another decision asks anew. */
const answers = new Map<string, Promise<Way[]>>();
let answersFor = "";

/** Hovering over the board must not ask for every track on the way. */
const PATIENCE = 120;
const AGAIN = 900;

/** All ways to go on after these actions, the best first; null while they are looked for. */
export function usePayments(actions: readonly number[] | null): readonly PayGroup[] | null {
  const { socket, model } = usePlay();
  const at = model.seen.decision?.at;
  const me = model.me;
  const key = actions && at !== undefined ? actions.join(",") : null;
  const moment = `${model.seen.match}/${me}/${at}/${model.seen.decision?.step}`;
  const [found, setFound] = useState<{ key: string; ways: Way[] } | null>(null);
  useEffect(() => {
    if (key === null || at === undefined) return;
    if (answersFor !== moment) {
      answers.clear();
      answersFor = moment;
    }
    let current = true;
    const whole = `${moment}:${key}`;
    const start = key === "" ? [] : key.split(",").map(Number);
    const ask = (): Promise<Way[]> => {
      const asked = answers.get(whole) ?? allWays((next, after) => socket.explore(me, at, next, after), start);
      answers.set(whole, asked);
      asked.catch(() => answers.delete(whole));
      return asked;
    };
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void =>
      void ask().then(
        (ways) => current && setFound({ key: whole, ways }),
        // Asked too often or cut off: once more, a little later.
        () => {
          if (current) timer = setTimeout(look, AGAIN);
        },
      );
    timer = setTimeout(look, answers.has(whole) ? 0 : PATIENCE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [socket, me, at, key, moment]);
  return useMemo(
    () => (found && key !== null && found.key === `${moment}:${key}` ? payGroups(model, found.ways) : null),
    [found, key, moment, model],
  );
}
