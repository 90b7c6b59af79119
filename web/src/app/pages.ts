/** Pages that come in files of their own, loaded when they are opened. */

import type { ComponentType } from "react";

export interface PageProps {
  /** The parts of the address behind the page's name. */
  rest: readonly string[];
  query: URLSearchParams;
}

type Loader = () => Promise<{ default: ComponentType<PageProps> }>;

const found = import.meta.glob<{ default: ComponentType<PageProps> }>([
  "../learn/RulesPage.tsx",
  "../puzzles/PuzzlesPage.tsx",
  "../replay/ReplayPage.tsx",
]) as Record<string, Loader>;

/** `#/rules/GAME`, `#/puzzles/GAME` and `#/replay`, each the default export of its file. */
export const PAGES: Readonly<Record<string, Loader | undefined>> = {
  rules: found["../learn/RulesPage.tsx"],
  puzzles: found["../puzzles/PuzzlesPage.tsx"],
  replay: found["../replay/ReplayPage.tsx"],
};
