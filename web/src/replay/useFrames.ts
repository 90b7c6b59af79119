import { useCallback, useEffect, useRef, useState } from "react";
import { Refusal } from "../net/api";
import type { Frame, OpenedReplay } from "../protocol/messages";
import { missing } from "./course";
import { framesOf } from "./requests";

const PAUSE = 800;
const wait = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, PAUSE));

export interface Frames {
  /** By the number of decisions; those that are not there yet are missing. */
  readonly loaded: readonly (Frame | undefined)[];
  readonly problem: boolean;
  retry(): void;
}

const NONE: readonly undefined[] = [];

/** All views of a match through one pair of eyes, loaded in parts; what is looked at comes first. */
export function useFrames(opened: OpenedReplay, viewer: number, decision: number): Frames {
  const [all, setAll] = useState<Readonly<Record<number, readonly (Frame | undefined)[]>>>({});
  const [problem, setProblem] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const wanted = useRef(decision);
  wanted.current = decision;
  const known = useRef(all);
  known.current = all;

  useEffect(() => {
    let current = true;
    const load = async (): Promise<void> => {
      const frames = [...(known.current[viewer] ?? [])];
      for (;;) {
        const start = missing(frames, opened.decisions, wanted.current)[0];
        if (start === undefined || !current) return;
        try {
          const part = await framesOf(opened.record, viewer, start);
          if (!current) return;
          for (const frame of part.frames) frames[frame.decision] = frame;
          const now = [...frames];
          setAll((before) => ({ ...before, [viewer]: now }));
        } catch (refusal) {
          if (!(refusal instanceof Refusal) || refusal.code !== "too_fast") throw refusal;
          await wait();
        }
      }
    };
    setProblem(false);
    load().catch(() => current && setProblem(true));
    return () => {
      current = false;
    };
  }, [opened, viewer, attempt]);

  const retry = useCallback(() => setAttempt((now) => now + 1), []);
  return { loaded: all[viewer] ?? NONE, problem, retry };
}
