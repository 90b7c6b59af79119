/** What every board of a match has, at a table, in a puzzle and in a replay. */

import { useMemo } from "react";
import type { BoardLabels } from "../board";
import { inLanguage } from "../i18n";
import type { Facts } from "../protocol/messages";
import type { Scene } from "./context";

/** The tracks of the facts, by their place in the drawing. */
export function useTracksDrawn(facts: Facts): readonly (number | undefined)[] {
  return useMemo(() => {
    const found: number[] = [];
    facts.tracks.forEach((track, number) => {
      found[track.drawing] = number;
    });
    return found;
  }, [facts]);
}

/** What a board is called on which tracks can be chosen, and its buttons. */
export function useBoardLabels({ t, board: { facts }, language }: Scene): BoardLabels {
  return useMemo(
    () => ({
      board: t.play.board(inLanguage(facts, "board", language)),
      zoomIn: t.play.zoomIn,
      zoomOut: t.play.zoomOut,
      fit: t.play.fit,
    }),
    [t, facts, language],
  );
}
