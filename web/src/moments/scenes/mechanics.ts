/** Moments of mechanics at the board: bonus cards, technology, shares, flags. */

import type { GameEvent } from "../../protocol/messages";
import { boardBox, cardIn, find, fly, points, pulse, rectOf } from "../stage";
import { type Build, DECK, folding, note, num, PILE, spend, token } from "./parts";

export const bonus: Build = (tl, moment, scene) => {
  const cards = scene.t.common.cards(num(moment.events[0]?.["cards"]));
  tl.sound(0, "clear");
  tl.hold(
    Math.min(700, note(tl, scene, 0, scene.t.moments.bonus(scene.name(moment.seat ?? 0), cards), moment.seat, 1200)),
  );
};

export const bought: Build = (tl, moment, scene) => {
  const seat = moment.seat ?? -1;
  const [first, ...paid] = moment.events as [GameEvent, ...GameEvent[]];
  const number = num(first["technology"]);
  const code = tl.before.view.mechanics.technology?.shelf.find((each) => each.technology === number)?.code ?? "";
  const title = scene.t.mechanics.technology.names[code]?.[0] ?? code;
  const box = boardBox();
  const cards = spend(tl, scene, 0, paid, [box.x + box.w / 2, box.y + box.h / 2]);
  const from = find(`technology-${number}`) ? rectOf(`technology-${number}`) : { ...box, y: box.y + 40, h: 40 };
  const landed = token(tl, scene, 200 + cards * 45, "token-technology", title, from, rectOf(`seat-${seat}`), 900);
  tl.sound(200, "couple");
  tl.cue(landed, folding(scene, first));
  tl.sound(landed, "clear");
  pulse(tl, scene, landed, `seat-${seat}`);
  note(tl, scene, 0, scene.t.moments.bought(scene.name(seat), title), seat, landed + 300);
};

export const share: Build = (tl, moment, scene) => {
  let at = 0;
  for (const event of moment.events) {
    const railroad = num(event["railroad"]);
    const code = scene.facts.railroads[railroad]?.code ?? "";
    const dummy = event.event === "dummy_share";
    const seat = event.seat ?? -1;
    const box = boardBox();
    const from = find(`share-${railroad}`) ? rectOf(`share-${railroad}`) : { ...box, y: box.y + box.h - 60, h: 40 };
    const to = dummy ? rectOf("dummy", `share-${railroad}`) : rectOf(`seat-${seat}`);
    const landed = token(tl, scene, at, "token-share", `${code} ${num(event["number"])}`, from, to, 760);
    const text = dummy
      ? scene.t.moments.dummyShare(code)
      : scene.t.moments.share(scene.name(seat), code, num(event["number"]));
    note(tl, scene, at, text, dummy ? null : seat, 1100);
    tl.sound(at, "card");
    tl.sound(landed, "points");
    tl.cue(landed, folding(scene, event));
    pulse(tl, scene, landed, dummy ? "dummy" : `seat-${seat}`);
    at = landed + 200;
  }
};

export const flag: Build = (tl, moment, scene) => {
  const seat = moment.seat ?? -1;
  const event = moment.events[0] as GameEvent;
  const gained = num(event["points"]);
  tl.sound(0, "clear");
  note(tl, scene, 0, scene.t.moments.flag(scene.name(seat)), seat, 1500);
  const place = rectOf(`flag-${seat}`, `seat-${seat}`);
  const end = points(tl, scene, 200, [place.x + place.w / 2, place.y + place.h], seat, gained);
  tl.cue(end, folding(scene, event));
  // Its three cards have done their work: they go to the discards.
  const from = cardIn(place, 44);
  (tl.before.view.mechanics.flags?.[seat]?.cards ?? []).forEach((kind, i) => {
    const start = end + i * 90;
    fly(tl, scene, {
      kind,
      from: { ...from, x: from.x + i * Math.min(from.w + 3, (place.w - from.w) / 2) },
      to: cardIn(rectOf(...PILE, ...DECK)),
      at: start,
      for: 460,
    });
    tl.sound(start, "card");
  });
};
