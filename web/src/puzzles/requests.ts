/** Puzzles from the server: they never change, so each is asked for once. */

import { api, once } from "../net/api";
import type { BoardData } from "../play/TablePage";
import type { Facts, PuzzleList, PuzzleQuestion, PuzzleSolution } from "../protocol/messages";

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
