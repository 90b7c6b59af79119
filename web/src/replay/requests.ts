/** What a replay asks the server. */

import { Refusal } from "../net/api";
import type { HttpProblem, OpenedReplay, Replay } from "../protocol/messages";
import { CHUNK } from "./course";

/** As much as the server takes. */
export const LONGEST_RECORD = 200_000;

async function post<T>(path: string, body: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Refusal("offline", "");
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({ code: "failed", text: "" }))) as HttpProblem;
    throw new Refusal(problem.code, problem.text);
  }
  return (await answer.json()) as T;
}

export type Source = Record<string, unknown> | string;

export const openReplay = (record: Source): Promise<OpenedReplay> => post("/api/replays/open", { record });

export const framesOf = (record: Source, viewer: number, start: number): Promise<Replay> =>
  post("/api/replays", { record, viewer, start, count: CHUNK });
