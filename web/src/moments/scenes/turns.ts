/** Moments of the match itself: turns, tickets, the last round. */

import { find, pulse, rectOf } from "../stage";
import { type Build, folding, note, num, TICKETS, token } from "./parts";

export const kept: Build = (tl, moment, scene) => {
  const counts = moment.events.filter((event) => event.event === "kept");
  counts.forEach((event, n) => {
    const seat = event.seat ?? -1;
    const mine = seat === scene.me;
    const deck = mine ? rectOf("tickets") : rectOf(...TICKETS);
    const to = mine ? rectOf("tickets-mine", ...TICKETS) : rectOf(`fan-${seat}`, `seat-${seat}`);
    for (let i = 0; i < num(event["count"]); i++) {
      token(tl, scene, n * 120 + i * 90, "token-ticket", "", deck, to);
      tl.sound(n * 120 + i * 90, "card");
    }
  });
  tl.cue(560, folding(scene, ...moment.events));
};

export const offer: Build = (tl, moment, scene) => {
  if (moment.seat === scene.me) return;
  const to = rectOf(`fan-${moment.seat}`, `seat-${moment.seat}`);
  for (let i = 0; i < num(moment.events[0]?.["count"]); i++)
    token(tl, scene, i * 90, "token-ticket", "", rectOf(...TICKETS), to);
  tl.sound(0, "card");
};

export const turn: Build = (tl, moment, scene) => {
  const seat = moment.seat ?? -1;
  tl.cue(0, (shown) => ({ ...folding(scene, ...moment.events)(shown), deciding: [seat] }));
  if (seat === scene.me) tl.sound(0, "turn");
  const element = find(`seat-${seat}`);
  if (element && !scene.calm)
    tl.animate(element, [{ scale: 1 }, { scale: 1.03 }, { scale: 1 }], { for: 220, fill: "none" });
};

export const completed: Build = (tl, moment, scene) => {
  const counts = new Map<number, number>();
  for (const event of moment.events) counts.set(event.seat ?? -1, (counts.get(event.seat ?? -1) ?? 0) + 1);
  let at = 0;
  for (const [seat, count] of counts) {
    tl.sound(at, "stamp");
    const end = note(
      tl,
      scene,
      at,
      scene.t.moments.completed(scene.name(seat), scene.t.common.tickets(count)),
      seat,
      1100,
    );
    pulse(tl, scene, at, `seat-${seat}`);
    tl.cue(at + 200, folding(scene, ...moment.events.filter((event) => event.seat === seat)));
    at = end;
  }
};

/** The banner is the table's own; the whistle is the moment's. */
export const lastTurns: Build = (tl, moment, scene) => {
  tl.sound(0, "whistle");
  tl.cue(0, folding(scene, ...moment.events));
  tl.hold(700);
};

export const passed: Build = (tl, moment, scene) => {
  note(tl, scene, 0, scene.t.moments.passed(scene.name(moment.seat ?? 0)), moment.seat, 900);
};
