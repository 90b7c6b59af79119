import { useEffect, useMemo, useState } from "react";
import type { Reason, Way } from "../protocol/messages";
import { usePlay } from "./context";
import { allWays } from "./ways";

/** Answers for the present moment; another one asks anew. */
const answers = new Map<string, Promise<unknown>>();
let answersFor = "";

/** Hovering over the board must not ask for everything on the way. */
const PATIENCE = 120;
const AGAIN = 900;

/** Ask the server once a moment for each question; null while there is no answer. */
function useAnswer<T>(moment: string, question: string | null, ask: () => Promise<T>): T | null {
  const key = question === null ? null : `${moment}:${question}`;
  const [found, setFound] = useState<{ key: string; answer: T } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked
  useEffect(() => {
    if (key === null) return;
    if (answersFor !== moment) {
      answers.clear();
      answersFor = moment;
    }
    let current = true;
    let timer: ReturnType<typeof setTimeout>;
    const look = (): void => {
      const asked = (answers.get(key) as Promise<T> | undefined) ?? ask();
      answers.set(key, asked);
      asked.then(
        (answer) => current && setFound({ key, answer }),
        // Asked too often or cut off: once more, a little later.
        () => {
          answers.delete(key);
          if (current) timer = setTimeout(look, AGAIN);
        },
      );
    };
    timer = setTimeout(look, answers.has(key) ? 0 : PATIENCE);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [key, moment]);
  return found !== null && found.key === key ? found.answer : null;
}

/** A moment of the match as a seat knows it: what is asked in it has one answer. */
function useMoment(): string {
  const { seen, me } = usePlay().model;
  return `${seen.match}/${seen.line}/${seen.number}/${me}/${seen.decision?.at}/${seen.decision?.step}`;
}

/** All ways to go on after these actions; null while they are looked for. */
export function useWays(actions: readonly number[] | null): readonly Way[] | null {
  const { socket, model } = usePlay();
  const at = model.seen.decision?.at;
  const start = actions ? [...actions] : [];
  return useAnswer(useMoment(), actions && at !== undefined ? `ways ${start.join(",")}` : null, () =>
    allWays((next, after) => socket.explore(model.me, at ?? 0, next, after), start),
  );
}

/** The tracks that a technology would open to me; none while that is asked, and for who only watches. */
export function useOpenings(technology: number | null): ReadonlySet<number> {
  const { socket, model } = usePlay();
  const code = model.view.mechanics.technology?.shelf.find((each) => each.technology === technology)?.code;
  const asked = code !== undefined && model.me >= 0 ? "openings" : null;
  const found = useAnswer(useMoment(), asked, () => socket.openings(model.me));
  return useMemo(() => new Set(found?.tracks[code ?? ""]), [found, code]);
}

/** Whether an action of mine is possible, and why not; null while that is asked, and for who only watches. */
export function useWhy(action: number | null): Reason | null {
  const { socket, model } = usePlay();
  const question = action === null || model.me < 0 ? null : `why ${action}`;
  return useAnswer(useMoment(), question, () => socket.why(model.me, action ?? 0));
}
