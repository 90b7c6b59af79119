/** Moments of yards: rows, robberies, cars on the stack. */

import { cardIn, find, fly, handOf, type Rect, rectOf } from "../stage";
import { type Build, DECK, folding, kindOf, note, num, PILE } from "./parts";

/** Where the cars of a yard stand. */
const railsOf = (seat: number): Rect => cardIn(rectOf(`rails-${seat}`, `yard-${seat}`, `seat-${seat}`), 70);

/** Cards go from a hand into the yard; a smaller row elsewhere is robbed. */
export const row: Build = (tl, moment, scene) => {
  const seat = moment.seat ?? -1;
  const yard = railsOf(seat);
  let i = 0;
  for (const event of moment.events) {
    if (event.event === "robbed") continue;
    const kind = event.event === "row_locomotives" ? "locomotive" : kindOf(event);
    for (let n = 0; n < num(event["count"]); n++, i++) {
      fly(tl, scene, {
        kind,
        from: handOf(scene, seat, kind),
        to: { ...yard, x: yard.x + i * 10 },
        at: i * 90,
        for: 460,
      });
      tl.sound(i * 90, "card");
    }
    tl.cue(i * 90 + 420, folding(scene, event));
  }
  let at = i * 90 + 460;
  for (const event of moment.events) {
    if (event.event !== "robbed") continue;
    const victim = event.seat ?? -1;
    const from = railsOf(victim);
    tl.sound(at, "whistle");
    note(tl, scene, at, scene.t.moments.robbed(scene.name(seat), scene.name(victim)), seat, 1700);
    const yardElement = find(`yard-${victim}`, `seat-${victim}`);
    if (yardElement && !scene.calm)
      tl.animate(
        yardElement,
        [{ translate: "0" }, { translate: "-7px" }, { translate: "7px" }, { translate: "-4px" }, { translate: "0" }],
        {
          at,
          for: 320,
          fill: "none",
        },
      );
    const robbed = tl.before.view.mechanics.yards?.[victim]?.rows.find((each) => each.colour === event["card"]);
    for (let n = 0; n < num(event["count"]); n++)
      fly(tl, scene, {
        // The locomotives of a row are counted with it, and lie on top.
        kind: n < (robbed?.locomotives ?? 0) ? "locomotive" : kindOf(event),
        from,
        to: cardIn(rectOf(...PILE, ...DECK)),
        at: at + 300 + n * 80,
        for: 460,
      });
    tl.cue(at + 320, folding(scene, event));
    at += 1200;
  }
  tl.hold(at);
};

/** The next car of each row goes onto the stack. */
export const moved: Build = (tl, moment, scene) => {
  const seat = moment.seat ?? -1;
  const from = railsOf(seat);
  const to = cardIn(rectOf(`stack-${seat}`, `seat-${seat}`), 60);
  moment.events.forEach((event, i) => {
    const landed = fly(tl, scene, {
      kind: kindOf(event),
      from: { ...from, x: from.x + i * 26 },
      to,
      at: i * 110,
      for: 420,
    });
    tl.sound(i * 110, "wheel");
    tl.cue(landed, folding(scene, event));
  });
};
