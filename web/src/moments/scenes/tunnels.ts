/** A tunnel: three cards out of the deck. */

import { flushSync } from "react-dom";
import { type Shown, tunnelOf } from "../shown";
import { cardIn, fly, handOf, rectOf } from "../stage";
import { type Build, DECK, folding, num } from "./parts";

/** Three cards out of the deck, one by one, for everybody at the table. */
export const tunnel: Build = (tl, moment, scene, target) => {
  const { outcome = "choose" } = moment;
  const seat = moment.seat ?? -1;
  const about = moment.events.find((event) => event["track"] !== undefined);
  const next = target.events[moment.from + moment.events.length];
  const track = num(about?.["track"] ?? next?.["track"] ?? target.view.move?.track);
  const { laid, turned } = tunnelOf(moment.events, track);
  const base = { seat, track, laid, turned, open: 0, state: "turning" as const };
  const put =
    (change: Partial<NonNullable<Shown["tunnel"]>>) =>
    (shown: Shown): Shown => ({
      ...shown,
      tunnel: { ...base, ...shown.tunnel, ...change },
    });
  tl.cue(0, put({ laid: [] }));
  // The panel has to be there before it can be measured.
  flushSync(() => tl.ready());
  tl.sound(0, "tunnel");
  const pile = cardIn(rectOf("tunnel-laid", ...DECK), 96);
  laid.forEach((kind, i) => {
    const landed = fly(tl, scene, {
      kind,
      from: handOf(scene, seat, kind),
      to: { ...pile, x: pile.x + i * 22 },
      at: 80 + i * 80,
      for: 420,
    });
    tl.cue(landed, put({ laid: laid.slice(0, i + 1) }));
    tl.sound(80 + i * 80, "card");
  });
  let at = 420 + laid.length * 80 + 200;
  const counted = moment.events.filter((event) => event.event === "tunnel");
  for (const event of moment.events.filter((each) => each.event === "laid")) tl.cue(0, folding(scene, event));
  for (const event of moment.events.filter((each) => each.event === "shuffled")) tl.cue(at, folding(scene, event));
  turned.forEach(({ card, match }, i) => {
    const slot = cardIn(rectOf(`tunnel-${i}`, ...DECK), 96);
    const landed = fly(tl, scene, {
      kind: card,
      from: cardIn(rectOf(...DECK)),
      to: slot,
      at,
      for: 520,
      flip: true,
      arc: 0.14,
    });
    tl.sound(at + 220, "flip");
    tl.sound(landed, match ? "match" : "land");
    tl.cue(landed, (shown) => folding(scene, counted[i]!)(put({ open: i + 1, laid })(shown)));
    at = landed + (match ? 420 : 260);
  });
  tl.cue(at, put({ state: outcome, open: turned.length, laid }));
  tl.sound(at, outcome === "forced" ? "fail" : outcome === "choose" ? "tick" : "clear");
  if (outcome === "choose") return;
  // What nobody can choose is shown all the same, long enough to read; its owner ends it.
  tl.hold(at + (outcome === "through" ? 800 : 1300));
  if (outcome === "forced" && seat === scene.me) tl.waits = true;
};

/** Its owner took the cards back. */
export const withdrew: Build = (tl, _moment, _scene) => {
  tl.sound(0, "fail");
  tl.cue(0, (shown) => ({ ...shown, tunnel: shown.tunnel && { ...shown.tunnel, state: "back" } }));
  tl.hold(1100);
};
