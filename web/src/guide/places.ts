/** Parts of the screen that a guide can point at, by name: whatever shows them at this size. */

import type { Scene } from "../play/context";
import { ticketStatus } from "../play/model";
import type { TrackFacts } from "../protocol/messages";

/** What is lit: a box of the page, or tracks of the board by their number in the drawing. */
export interface Lit {
  readonly boxes: readonly Element[];
  readonly tracks: readonly number[];
  /** Left bright, without a ring. */
  readonly open: readonly Element[];
  /** Tracks that the board itself lights: only not to be covered. */
  readonly clear: readonly number[];
}

/** The first that is seen of each: the thing itself, or on a small screen the button that opens it. */
const SELECTORS: Readonly<Record<string, readonly string[]>> = {
  offer: [".panel-now", ".offer"],
  market: [".market", '[data-anchor="bar-draw"]'],
  hand: [".hand"],
  tickets: [".tickets", '[data-anchor="bar-tickets"]'],
  pile: ['[data-anchor="tickets"]', '[data-anchor="bar-tickets"]'],
  seats: [".seats", ".strip"],
  flags: [".flags", '[data-anchor="bar-flags"]', ".tabs"],
  goals: [".goals", '[data-anchor="bar-goals"]', ".tabs"],
  shares: [".shares", '[data-anchor="bar-shares"]', ".tabs"],
  technology: [".shelf", '[data-anchor="bar-technology"]', ".tabs"],
  yard: [".yard-mine"],
  stack: [".yard-mine .yard-stack"],
  others: [".yards-others"],
  cities: [".cities", '[data-anchor="bar-tickets"]'],
  score: [".final-table"],
  route: [".route-card-pinned"],
  question: [".panel-now"],
};

/** Kinds of tracks that rules speak of. */
const TRACKS: Readonly<Record<string, (track: TrackFacts) => boolean>> = {
  tunnels: (track) => track.tunnel,
  ferries: (track) => track.kind === "ferry",
  bonuses: (track) => track.bonus > 0,
  exchanges: (track) => track.exchange > 0,
  railroads: (track) => track.railroads.length > 1,
  closed: (track) => track.asks.length > 1,
  free: (track) => track.asks.length === 0 && !track.free,
  parallel: (track) => track.parallel.length > 1,
};

/** So many examples of a kind of tracks are lit. */
const EXAMPLES = 3;

const seen = (element: Element): boolean => {
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0 && element.checkVisibility?.() !== false;
};

export function firstSeen(selectors: readonly string[]): Element | null {
  for (const selector of selectors)
    for (const element of document.querySelectorAll(selector)) if (seen(element)) return element;
  return null;
}

/** Those in the middle of what is seen of the board, where nothing lies over them. */
function examples(scene: Scene, fits: (track: TrackFacts) => boolean): number[] {
  const board = document.querySelector(".board-play")?.getBoundingClientRect();
  if (!board) return [];
  const far = (drawing: number): number => {
    const box = document.querySelector(`.tracks [data-track="${drawing}"]`)?.getBoundingClientRect();
    if (!box) return Infinity;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const inside = x > board.left && x < board.right && y > board.top && y < board.bottom;
    return inside ? Math.hypot(x - (board.left + board.right) / 2, y - (board.top + board.bottom) / 2) : Infinity;
  };
  return scene.board.facts.tracks
    .filter((track) => fits(track))
    .map((track) => ({ track: track.drawing, far: far(track.drawing) }))
    .filter((each) => each.far < Infinity)
    .sort((a, b) => a.far - b.far)
    .slice(0, EXAMPLES)
    .map((each) => each.track);
}

/** Routes of my way that I can pay for, the best one first. */
export function claimableOnMyWay(scene: Scene): number[] {
  const { model } = scene;
  const points = (track: number): number => model.facts.tracks[track]?.points ?? 0;
  return [...model.claimable.keys()].filter((track) => model.helps.has(track)).sort((a, b) => points(b) - points(a));
}

/** Everything that the names stand for now. */
export function litNow(names: readonly string[], scene: Scene): Lit {
  const boxes: Element[] = [];
  const open: Element[] = [];
  const tracks: number[] = [];
  const clear: number[] = [];
  for (const name of names) {
    if (name === "board") {
      const board = firstSeen([".board-play", ".yards"]);
      if (board) open.push(board);
      const { ticket } = scene.pointing.get();
      const way = ticket === null ? null : ticketStatus(scene.model.network, ticket).route;
      clear.push(...(way?.tracks ?? []).flatMap((track) => scene.board.facts.tracks[track]?.drawing ?? []));
    } else if (name === "claimable") {
      const card = firstSeen(SELECTORS["route"] ?? []);
      const best = claimableOnMyWay(scene)[0];
      const drawing = best === undefined ? undefined : scene.board.facts.tracks[best]?.drawing;
      const market = firstSeen(SELECTORS["market"] ?? []);
      if (card) boxes.push(card);
      else if (drawing !== undefined) tracks.push(drawing);
      else if (market) boxes.push(market);
    } else if (TRACKS[name]) {
      tracks.push(...examples(scene, TRACKS[name]));
    } else {
      const found = firstSeen(SELECTORS[name] ?? []);
      if (found) boxes.push(found);
    }
  }
  return { boxes, tracks, open, clear };
}

export const PLACES: readonly string[] = ["board", "claimable", ...Object.keys(SELECTORS), ...Object.keys(TRACKS)];
