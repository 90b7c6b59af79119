/** Puzzles from the server: they never change, so each is asked for once. */

import { api, Refusal } from "../net/api";
import type { BoardData } from "../play/TablePage";
import type { Facts, HttpProblem, PuzzleList, PuzzleQuestion, PuzzleSolution } from "../protocol/messages";

const kept = new Map<string, Promise<unknown>>();

async function fetched<T>(path: string): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path);
  } catch {
    throw new Refusal("offline", "");
  }
  if (!answer.ok) {
    const problem = (await answer.json().catch(() => ({ code: "failed", text: "" }))) as HttpProblem;
    throw new Refusal(problem.code, problem.text);
  }
  return (await answer.json()) as T;
}

function once<T>(path: string): Promise<T> {
  const found = kept.get(path) ?? fetched<T>(path);
  kept.set(path, found);
  found.catch(() => kept.delete(path));
  return found as Promise<T>;
}

const at = (puzzle: string): string => `/api/puzzles/${encodeURIComponent(puzzle)}`;

export const puzzleList = (): Promise<PuzzleList> => once("/api/puzzles");
export const solutionOf = (puzzle: string): Promise<PuzzleSolution> => once(`${at(puzzle)}/solution`);

export interface Asked {
  readonly question: PuzzleQuestion;
  readonly board: BoardData;
}

/** A puzzle with all that is needed to show it. */
export async function questionOf(puzzle: string): Promise<Asked> {
  const question = await once<PuzzleQuestion>(at(puzzle));
  const { game, players, options } = question;
  const facts = await once<Facts>(`/api/games/${game}/facts?players=${players}&options=${options.join(",")}`);
  const [drawing, geography] = facts.drawn
    ? await Promise.all([api.gameDrawing(game), api.geography(game).catch(() => null)])
    : [null, null];
  return { question, board: { facts, drawing, geography } };
}
