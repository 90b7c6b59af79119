/** What the coach asks the server: an analysis that is told while it is made. */

import { Refusal } from "../net/api";
import type { AnalysisPart, HttpProblem, NewAnalysis } from "../protocol/messages";

export type Source = NewAnalysis["record"];
export type Budget = NonNullable<NewAnalysis["budget"]>;

/** Lines that are complete, and the rest of what came. */
export function split(text: string): { lines: string[]; rest: string } {
  const lines = text.split("\n");
  const rest = lines.pop() ?? "";
  return { lines: lines.filter((line) => line.trim() !== ""), rest };
}

/** Ask for an analysis and hear about it until it is done; aborting stops it. */
export async function analyse(
  record: Source,
  budget: Budget,
  signal: AbortSignal,
  hear: (part: AnalysisPart) => void,
): Promise<void> {
  let answer: Response;
  try {
    answer = await fetch("/api/analyses", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ record, budget } satisfies NewAnalysis),
      signal,
    });
  } catch {
    throw new Refusal("offline", "");
  }
  if (!answer.ok || !answer.body) {
    const problem = (await answer.json().catch(() => ({ code: "failed", text: "" }))) as HttpProblem;
    throw new Refusal(problem.code, problem.text);
  }
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    const { lines, rest } = split(text);
    text = rest;
    // Of several that came at once only the last one is news.
    const last = lines.at(-1);
    if (last) hear(JSON.parse(last) as AnalysisPart);
    if (done) return;
  }
}
