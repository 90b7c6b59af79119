/** The moments themselves, by what happened: each puts its things on a timeline. */

import type { Seen } from "../../net/socket";
import type { Moment } from "../moments";
import type { Line } from "../stage";
import { draw, fill, newDeck, shuffle, sweep } from "./cards";
import { claim } from "./claims";
import { bonus, bought, flag, share } from "./mechanics";
import type { Build, Scene } from "./parts";
import { tunnel, withdrew } from "./tunnels";
import { completed, kept, lastTurns, offer, passed, turn } from "./turns";
import { moved, row } from "./yards";

export type { Scene } from "./parts";

const SCENES: Readonly<Partial<Record<Moment["kind"], Build>>> = {
  turn,
  draw,
  fill,
  sweep,
  shuffle,
  offer,
  kept,
  tunnel,
  withdrew,
  claim,
  share,
  flag,
  bonus,
  bought,
  row,
  moved,
  completed,
  new_deck: newDeck,
  last_turns: lastTurns,
  passed,
};

export function build(tl: Line, moment: Moment, scene: Scene, target: Seen): void {
  SCENES[moment.kind]?.(tl, moment, scene, target);
}
