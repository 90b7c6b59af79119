import { createContext, useContext, useState } from "react";
import type { Texts } from "../i18n";
import type { TableSocket, TableState } from "../net/socket";
import { createStore, type Store, useStore } from "../net/store";
import type { Cards, Facts, Kind, SeatInfo } from "../protocol/messages";
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
  /** The kind of cards of my hand whose routes are looked for. */
  readonly kind: Kind | null;
  /** The ticket drawn on the board. */
  readonly ticket: number | null;
  /** The track to be claimed as soon as its best payment is known. */
  readonly claiming: number | null;
  /** The technology that is being bought. */
  readonly buying: number | null;
  /** The technology that is pointed at in the shelf. */
  readonly technology: number | null;
  /** Cards chosen for the yard. */
  readonly chosen: Cards;
  /** The seats whose row the chosen cards would rob. */
  readonly robbed: readonly number[];
  /** Cards that the payment on the screen would take. */
  readonly laid: Cards | null;
}

export const NOTHING: Pointing = {
  pinned: null,
  hovered: null,
  marked: null,
  near: [],
  kind: null,
  ticket: null,
  claiming: null,
  buying: null,
  technology: null,
  chosen: {},
  robbed: [],
  laid: null,
};

/**
 * What is left when another decision is mine, or none. What was put together for the one before is nothing for this one.
 * What I look at stays, be it that the others moved or that I pressed it after I acted; what I acted on has gone.
 */
export function keptLooks(now: Pointing, acted: Pointing | null): Pointing {
  const kept = { ...NOTHING, hovered: now.hovered };
  if (now.pinned !== acted?.pinned) kept.pinned = now.pinned;
  if (now.near !== acted?.near) kept.near = now.near;
  if (now.kind !== acted?.kind) kept.kind = now.kind;
  if (now.ticket !== acted?.ticket) kept.ticket = now.ticket;
  return kept;
}

/** A match as it is looked at, at a table or in a replay. */
export interface Scene {
  readonly board: BoardData;
  readonly model: Model;
  readonly t: Texts;
  readonly language: Language;
  readonly piece: Piece;
  /** A store of its own: who points at things all the time does not draw the whole table again. */
  readonly pointing: Store<Pointing>;
  point(part: Partial<Pointing>): void;
  /** Whether I may decide now, and nothing is on its way. */
  readonly free: boolean;
  name(seat: number): string;
  pieces(count: number): string;
  kind(kind: Kind | "grey"): string;
  route(track: number): string;
  ticket(ticket: number): string;
}

/** A match at a table, where one may ask, decide and talk. */
export interface Play extends Scene {
  readonly socket: TableSocket;
  readonly state: TableState;
  /** Make decisions, all or none. */
  act(actions: number[]): Promise<boolean>;
  /** Take the last gesture back, where that is allowed. */
  readonly undo: (() => void) | null;
  say(text: string): void;
  seat(seat: number): SeatInfo | undefined;
  /** The name of a bot's level. */
  level(level: string | null): string;
}

export const PlayContext = createContext<Scene | null>(null);

/** For parts that only show a match. */
export function useScene(): Scene {
  const scene = useContext(PlayContext);
  if (!scene) throw new Error("outside of a match");
  return scene;
}

/** What is looked at now. */
export function usePointing(): Pointing {
  return useStore(useScene().pointing);
}

/** One thing of it: whoever shows only that is not drawn again when something else is pointed at. */
export function usePointed<K extends keyof Pointing>(key: K): Pointing[K] {
  return useStore(useScene().pointing, (now) => now[key]);
}

/** Nothing is looked at yet; and a way to change that. Who says the same again disturbs nobody. */
export function newPointing(): Pick<Scene, "pointing" | "point"> {
  const pointing = createStore(NOTHING);
  const point = (part: Partial<Pointing>): void =>
    pointing.set((now) =>
      (Object.keys(part) as (keyof Pointing)[]).every((key) => Object.is(part[key], now[key]))
        ? now
        : { ...now, ...part },
    );
  return { pointing, point };
}

export function useNewPointing(): Pick<Scene, "pointing" | "point"> {
  return useState(newPointing)[0];
}

const isPlay = (scene: Scene | null): scene is Play => scene !== null && "socket" in scene;

/** For parts of a table. */
export function usePlay(): Play {
  const play = useContext(PlayContext);
  if (!isPlay(play)) throw new Error("outside of a table");
  return play;
}

/** Names of things as this board has them, for a table and for a replay. */
export function wordsOf(facts: Facts, t: Texts): Pick<Scene, "piece" | "pieces" | "kind" | "route" | "ticket"> {
  const bus = facts.piece === "bus";
  return {
    piece: bus ? "bus" : "train",
    pieces: bus ? t.common.buses : t.common.trains,
    kind: (kind) => (kind === "locomotive" && bus ? t.common.bus : t.common.kinds[kind]),
    route: (track) => {
      const found = facts.tracks[track];
      return found ? `${facts.places[found.start]?.name ?? ""} – ${facts.places[found.end]?.name ?? ""}` : "";
    },
    ticket: (ticket) => {
      const found = facts.tickets[ticket];
      return found ? `${found.start} – ${found.end}` : "";
    },
  };
}
