import { createContext, useContext } from "react";
import type { Texts } from "../i18n";
import type { TableSocket, TableState } from "../net/socket";
import type { Cards, Kind, SeatInfo } from "../protocol/messages";
import type { Language } from "../settings/settings";
import type { Piece } from "../ui/TrainCard";
import type { Model } from "./model";
import type { BoardData } from "./TablePage";

/** What is being looked at or put together on this screen; nobody else sees it. */
export interface Pointing {
  /** The track whose card stays open. */
  readonly pinned: number | null;
  readonly hovered: number | null;
  /** Pointed at from a line of the log. */
  readonly marked: number | null;
  /** A finger may mean any of these: one has to be chosen. */
  readonly near: readonly number[];
  /** The ticket drawn on the board. */
  readonly ticket: number | null;
  /** The technology that is being bought. */
  readonly buying: number | null;
  /** The technology that is pointed at in the shelf. */
  readonly technology: number | null;
  /** Cards chosen for the yard. */
  readonly chosen: Cards;
  /** Cards that the payment on the screen would take. */
  readonly laid: Cards | null;
}

export const NOTHING: Pointing = {
  pinned: null,
  hovered: null,
  marked: null,
  near: [],
  ticket: null,
  buying: null,
  technology: null,
  chosen: {},
  laid: null,
};

export interface Play {
  readonly socket: TableSocket;
  readonly state: TableState;
  readonly board: BoardData;
  readonly model: Model;
  readonly t: Texts;
  readonly language: Language;
  readonly piece: Piece;
  readonly pointing: Pointing;
  point(part: Partial<Pointing>): void;
  /** Whether I may decide now, and nothing is on its way. */
  readonly free: boolean;
  /** Make decisions, all or none. */
  act(actions: number[]): Promise<boolean>;
  /** Take the last gesture back, where that is allowed. */
  readonly undo: (() => void) | null;
  say(text: string): void;
  seat(seat: number): SeatInfo | undefined;
  name(seat: number): string;
  pieces(count: number): string;
  kind(kind: Kind | "grey"): string;
  /** The name of a bot's level. */
  level(level: string | null): string;
  route(track: number): string;
  ticket(ticket: number): string;
}

export const PlayContext = createContext<Play | null>(null);

export function usePlay(): Play {
  const play = useContext(PlayContext);
  if (!play) throw new Error("outside of a table");
  return play;
}
