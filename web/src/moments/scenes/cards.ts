/** Moments of the cards: drawn, turned up, swept, shuffled. */

import type { GameEvent } from "../../protocol/messages";
import { cardIn, find, fly, handOf, type Line, pulse, rectOf } from "../stage";
import { type Build, DECK, folding, kindOf, note, num, PILE, type Scene } from "./parts";

/** So much slower is an opponent's card: it is not mine that I wait for. */
const OTHERS = 640;

/** A new card turns up in the market. */
function refill(tl: Line, scene: Scene, at: number, event: GameEvent): number {
  const slot = rectOf(`market-${num(event["slot"])}`, ...DECK);
  const end = fly(tl, scene, {
    kind: kindOf(event),
    from: cardIn(rectOf(...DECK)),
    to: slot,
    at,
    for: 480,
    flip: true,
    arc: 0.2,
  });
  tl.sound(at + 200, "flip");
  tl.cue(end, folding(scene, event));
  return end;
}

export const draw: Build = (tl, moment, scene) => {
  const [event, ...turned] = moment.events as [GameEvent, ...GameEvent[]];
  const seat = moment.seat ?? -1;
  const mine = seat === scene.me;
  const kind = kindOf(event);
  const to = handOf(scene, seat, kind);
  tl.sound(0, "card");
  let landed: number;
  if (event.event === "took") {
    const slot = typeof event["slot"] === "number" ? event["slot"] : tl.before.view.market.indexOf(kind);
    tl.cue(0, (shown) => ({
      ...shown,
      view: { ...shown.view, market: shown.view.market.map((each, i) => (i === slot ? null : each)) },
    }));
    const from = rectOf(`market-${slot}`, ...DECK);
    landed = fly(tl, scene, { kind, from, to, at: 0, for: mine ? 520 : OTHERS, arc: mine ? 0.3 : 0.14 });
    tl.cue(landed, folding(scene, { ...event, slot: -1 }));
  } else {
    const from = cardIn(rectOf(...DECK));
    if (mine && kind) {
      // Held large for a moment: that is what makes drawing feel like drawing.
      const small = innerWidth < 700;
      const [w, h] = [105, 166];
      const x = Math.min(innerWidth - w - 12, Math.max(12, (from.x + to.x) / 2 - w / 3));
      const y = Math.max(12, Math.min(from.y, to.y) - (small ? 150 : 40));
      const show = { x, y, w, h };
      const open = fly(tl, scene, {
        kind,
        from,
        to: show,
        at: 0,
        for: 460,
        flip: true,
        arc: 0.1,
        tilt: -4,
        stay: scene.calm ? 500 : 0,
      });
      tl.sound(200, "flip");
      if (scene.calm) landed = open + 500;
      else {
        fly(tl, scene, { kind, from: show, to: show, at: open, for: 340, arc: 0 });
        landed = fly(tl, scene, { kind, from: show, to, at: open + 340, for: 380, arc: 0.1, tilt: 4 });
      }
    } else landed = fly(tl, scene, { kind, from, to, at: 0, for: OTHERS, arc: 0.14 });
    tl.cue(landed, folding(scene, event));
  }
  tl.sound(landed, "land");
  pulse(tl, scene, landed, ...(mine && kind ? [`hand-${kind}`] : [`fan-${seat}`, `seat-${seat}`]));
  let at = 300;
  for (const each of turned) at = refill(tl, scene, at, each);
  tl.hold(landed + 120);
};

export const fill: Build = (tl, moment, scene) => {
  moment.events.forEach((event, i) => refill(tl, scene, i * 90, event));
};

/** Three locomotives: the market goes to the discards and five new cards come. */
export const sweep: Build = (tl, moment, scene) => {
  tl.sound(0, "shuffle");
  note(tl, scene, 0, scene.t.moments.swept, null, 1600);
  const pile = cardIn(rectOf(...PILE, ...DECK));
  let at = 0;
  for (const event of moment.events) {
    if (event.event === "refreshed") {
      tl.before.view.market.forEach((kind, slot) => {
        if (kind)
          fly(tl, scene, { kind, from: rectOf(`market-${slot}`, ...DECK), to: pile, at: at + slot * 60, for: 420 });
      });
      tl.cue(at, folding(scene, event));
      at += 560;
    } else {
      refill(tl, scene, at, event);
      at += 90;
    }
  }
};

/** The discards become the deck again. */
export const shuffle: Build = (tl, moment, scene) => {
  tl.sound(0, "shuffle");
  note(tl, scene, 0, scene.t.moments.reshuffled, null, 1400);
  const deck = cardIn(rectOf(...DECK));
  const pile = find(...PILE) ? cardIn(rectOf(...PILE)) : { ...deck, x: deck.x - 90, y: deck.y + 60 };
  for (let i = 0; i < 6; i++) fly(tl, scene, { kind: null, from: pile, to: deck, at: i * 50, for: 420 });
  tl.cue(680, folding(scene, ...moment.events));
};

export const newDeck: Build = (tl, _moment, scene) => {
  tl.sound(0, "shuffle");
  note(tl, scene, 0, scene.t.moments.newDeck, null, 1600);
  const deck = cardIn(rectOf(...DECK));
  for (let i = 0; i < 6; i++)
    fly(tl, scene, { kind: null, from: { ...deck, x: deck.x - 90, y: deck.y + 60 }, to: deck, at: i * 60, for: 420 });
};
