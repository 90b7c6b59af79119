/** What this device remembers of guides: the lesson that was begun, and whose tours were seen. */

import { recall, remember } from "../net/storage";
import { createStore } from "../net/store";

/** How far a lesson is; its table's keys are kept with those of the other tables. */
export interface Progress {
  readonly step: number;
  /** My turns when the step began. */
  readonly turns: number;
  /** Whether its deed was done before it was asked for. */
  readonly early: boolean;
}

export interface KeptLesson extends Progress {
  readonly game: string;
  readonly table: string;
  /** Put aside by the person; the table goes on. */
  readonly left: boolean;
  readonly done: boolean;
}

interface Guides {
  readonly lesson: KeptLesson | null;
  /** Games whose tour was seen. */
  readonly tours: readonly string[];
  /** The game whose tour was asked for, until it is closed. */
  readonly open: string | null;
}

const kept = recall<Partial<Guides>>("guide", {});

export const guides = createStore<Guides>({ lesson: kept.lesson ?? null, tours: kept.tours ?? [], open: null });

function change(part: Partial<Guides>): void {
  guides.set((now) => ({ ...now, ...part }));
  const { lesson, tours } = guides.get();
  remember("guide", { lesson, tours });
}

export const keepLesson = (lesson: KeptLesson): void => change({ lesson });

/** The part of a lesson that changed, if it is the one that is kept. */
export function changeLesson(table: string, part: Partial<KeptLesson>): void {
  const { lesson } = guides.get();
  if (lesson?.table === table) change({ lesson: { ...lesson, ...part } });
}

export const openTour = (game: string): void => change({ open: game });

export function closeTour(game: string): void {
  const { tours } = guides.get();
  change({ open: null, tours: tours.includes(game) ? tours : [...tours, game] });
}
