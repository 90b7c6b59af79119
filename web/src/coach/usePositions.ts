import { useEffect, useRef, useState } from "react";
import { Refusal } from "../net/api";
import type { Frame, KeyMoment, Replay } from "../protocol/messages";
import type { Source } from "./requests";

export const positionKey = (moment: Pick<KeyMoment, "decision" | "seat">): string =>
  `${moment.seat}/${moment.decision}`;

async function position(record: Source, moment: KeyMoment): Promise<Frame | null> {
  const answer = await fetch("/api/replays", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ record, viewer: moment.seat, start: moment.decision, count: 1 }),
  });
  if (!answer.ok) throw new Refusal(answer.status === 429 ? "too_fast" : "failed", "");
  return ((await answer.json()) as Replay).frames[0] ?? null;
}

const wait = (time: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, time));

/** The positions of moments as their seats saw them, loaded one after the other. */
export function usePositions(record: () => Promise<Source>, moments: readonly KeyMoment[]): ReadonlyMap<string, Frame> {
  const [found, setFound] = useState<ReadonlyMap<string, Frame>>(new Map());
  const known = useRef(found);
  known.current = found;
  const source = useRef(record);
  source.current = record;
  const wanted = moments.map(positionKey).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys say which moments are meant
  useEffect(() => {
    let current = true;
    const load = async (): Promise<void> => {
      const data = await source.current();
      for (const moment of moments) {
        const key = positionKey(moment);
        while (current && !known.current.has(key)) {
          try {
            const frame = await position(data, moment);
            if (!frame || !current) break;
            setFound((before) => new Map(before).set(key, frame));
            break;
          } catch (problem) {
            if (!(problem instanceof Refusal) || problem.code !== "too_fast") throw problem;
            await wait(800);
          }
        }
      }
    };
    if (wanted) load().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [wanted]);
  return found;
}
