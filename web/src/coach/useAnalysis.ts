import { useCallback, useEffect, useRef, useState } from "react";
import { Refusal } from "../net/api";
import type { Analysis, AnalysisPart } from "../protocol/messages";
import { analyse, type Budget, type Source } from "./requests";

export interface Analysing {
  readonly analysis: Analysis | null;
  readonly state: "idle" | "waiting" | "working" | "done" | "stopped" | "failed";
  /** How many come first, while it waits. */
  readonly ahead: number;
  /** How much of what is being made is done, from 0 to 1. */
  readonly part: number;
  readonly problem: Refusal | null;
  start(budget: Budget): void;
  stop(): void;
}

/** What was analysed stays while this page is open. */
const known = new Map<string, Analysis>();

/** The analysis of a record, while it is made and after. Going away stops it. */
export function useAnalysis(key: string, record: () => Promise<Source>): Analysing {
  const [analysis, setAnalysis] = useState<Analysis | null>(() => known.get(key) ?? null);
  const [state, setState] = useState<Analysing["state"]>(() => (known.has(key) ? "done" : "idle"));
  const [ahead, setAhead] = useState(0);
  const [part, setPart] = useState(0);
  const [problem, setProblem] = useState<Refusal | null>(null);
  const running = useRef<AbortController | null>(null);
  const source = useRef(record);
  source.current = record;

  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(
    (budget: Budget): void => {
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      setProblem(null);
      setPart(0);
      setState("waiting");
      const fail = (refusal: Refusal): void => {
        setProblem(refusal);
        setState("failed");
      };
      const hear = ({ state: now, ahead: before, analysis: found, text }: AnalysisPart): void => {
        if (control.signal.aborted) return;
        setAhead(before);
        if (now === "failed") {
          fail(new Refusal("refused", text));
          return;
        }
        setState(now);
        if (!found) return;
        setPart(found.done);
        // While it is looked at more closely, what was found before stays.
        if (now === "done" || !known.has(key)) setAnalysis(found);
        if (now === "done") known.set(key, found);
      };
      source
        .current()
        .then((found) => analyse(found, budget, control.signal, hear))
        .catch((refusal: unknown) => {
          if (!control.signal.aborted) fail(refusal instanceof Refusal ? refusal : new Refusal("failed", ""));
        });
    },
    [key],
  );
  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState(known.has(key) ? "done" : "stopped");
  }, [key]);
  return { analysis, state, ahead, part, problem, start, stop };
}
