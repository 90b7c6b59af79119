/** What a replay asks the server. */

import { ask } from "../net/api";
import type { OpenedReplay, Replay } from "../protocol/messages";
import { CHUNK } from "./course";

/** As much as the server takes. */
export const LONGEST_RECORD = 200_000;

export type Source = Record<string, unknown> | string;

export const openReplay = (record: Source): Promise<OpenedReplay> => ask("POST", "/api/replays/open", { record });

export const framesOf = (record: Source, viewer: number, start: number): Promise<Replay> =>
  ask("POST", "/api/replays", { record, viewer, start, count: CHUNK });
