/** A route is claimed: cards leave, the train rolls in, points fly, goals change hands, tickets are stamped. */

import { comeNearer, goBack } from "../../board/camera";
import type { Seen } from "../../net/socket";
import type { GameEvent, View } from "../../protocol/messages";
import { fold } from "../fold";
import {
  boardBox,
  cardIn,
  find,
  fly,
  glow,
  handOf,
  hideAfter,
  type Line,
  onScreen,
  points,
  pulse,
  rectOf,
  roll,
  stageElement,
} from "../stage";
import { EASE } from "../timeline";
import { cameFrom, finished, tracksOf, wayOver } from "../ways";
import { type Build, folding, kindOf, note, num, type Scene, spend, TICKETS } from "./parts";

/** The middle of a track on the screen. */
function middleOf(scene: Scene, track: number): readonly [number, number] {
  const drawn = scene.drawing?.tracks[scene.facts.tracks[track]?.drawing ?? -1];
  const space = drawn?.spaces[drawn.spaces.length >> 1];
  const box = boardBox();
  return space ? onScreen(space[0], space[1]) : [box.x + box.w / 2, box.y + box.h / 2];
}

/** How long the board takes to come nearer before a train rolls. */
const NEARER = 420;

/**
 * The board comes nearer for what another builds, where it is small also for what I build, and goes back when the moment is over.
 * Returns how long that takes.
 */
function follow(tl: Line, scene: Scene, seat: number, track: number): number {
  const { drawing, facts } = scene;
  const drawn = drawing?.tracks[facts.tracks[track]?.drawing ?? -1];
  if (!scene.follow() || !drawing || !drawn) return 0;
  const ends = [drawn.start, drawn.end].flatMap((end) => drawing.places[end] ?? []);
  const points = [...drawn.spaces.map(([x, y]) => [x, y] as const), ...ends.map(({ x, y }) => [x, y] as const)];
  if (!comeNearer(points, seat === scene.me)) return 0;
  // Who ends the moment wants the board back at once.
  tl.finally(() => goBack(tl.time < tl.length));
  return NEARER;
}

const withPoints = (view: View, seat: number, gained: number): View => ({
  ...view,
  players: view.players.map((each) => (each.seat === seat ? { ...each, points: each.points + gained } : each)),
});

/** Cards go to the discards, the train rolls in, points fly, finished tickets are stamped. */
export const claim: Build = (tl, moment, scene, target) => {
  const seat = moment.seat ?? -1;
  const claimed = moment.events[0] as GameEvent;
  const track = num(claimed["track"]);
  const gained = num(claimed["points"]);
  const drawn = scene.facts.tracks[track]?.drawing ?? -1;
  const { facts } = scene;
  const after = fold(tl.before.view, claimed, facts);
  const done = seat === scene.me ? finished(facts, tl.before.view, after, seat) : [];
  // The way of a ticket is seen on the whole board.
  const near = done.length > 0 ? 0 : follow(tl, scene, seat, track);
  const spot = middleOf(scene, track);
  const paid = moment.events.filter((event) => event.event === "paid");
  const cards = spend(tl, scene, 0, paid, spot);
  const from = cameFrom(facts, tl.before.view, seat, track);
  const rolled = roll(tl, scene, Math.max(near, 260 + cards * 45), drawn, seat, from);
  // The train stands when its last car does; the points count when they have flown.
  tl.cue(rolled, folding(scene, { ...claimed, points: 0 }));
  hideAfter(tl, rolled);
  pulse(tl, scene, rolled, `pieces-${seat}`);
  let end = rolled;
  if (gained !== 0) {
    end = points(tl, scene, Math.max(0, rolled - 60), spot, seat, gained);
    tl.cue(end, (shown) => ({ ...shown, view: withPoints(shown.view, seat, gained) }));
  }
  const kept = moment.events.filter((event) => event.event === "flag_card");
  for (const event of kept) {
    fly(tl, scene, {
      kind: kindOf(event),
      from: handOf(scene, seat, null),
      to: cardIn(rectOf(`flag-${seat}`, `seat-${seat}`), 44),
      at: rolled,
      for: 520,
    });
    tl.cue(rolled + 520, folding(scene, event));
  }
  end = leads(tl, scene, end, target);
  for (const ticket of done) end = complete(tl, scene, end - 120, ticket, after, seat);
  tl.hold(end);
};

/** A goal has another leader now. */
function leads(tl: Line, scene: Scene, at: number, target: Seen): number {
  const before = tl.before.view.mechanics.goals ?? [];
  let end = at;
  for (const goal of target.view.mechanics.goals ?? []) {
    const [was, now] = [leader(before.find((each) => each.goal === goal.goal)?.counts), leader(goal.counts)];
    if (now === null || now === was) continue;
    tl.sound(end, "clear");
    pulse(tl, scene, end, `goal-${goal.goal}`);
    const title = scene.t.mechanics.goals.names[goal.name]?.[0] ?? goal.name;
    end = note(tl, scene, end, scene.t.moments.goal(scene.name(now), title), now);
  }
  return end;
}

/** Who alone has the most. */
function leader(counts: readonly number[] | null | undefined): number | null {
  if (!counts || counts.length === 0) return null;
  const most = Math.max(...counts);
  return most > 0 && counts.filter((count) => count === most).length === 1 ? counts.indexOf(most) : null;
}

/** A ticket of mine is done: its way lights up, and it is stamped. */
function complete(tl: Line, scene: Scene, at: number, ticket: number, view: View, seat: number): number {
  const facts = scene.facts.tickets[ticket];
  if (!facts) return at;
  const way = wayOver(scene.facts, tracksOf(view, seat), facts);
  tl.sound(at, "clear");
  if (way) {
    const drawn = way.tracks.map((track) => scene.facts.tracks[track]?.drawing ?? -1);
    glow(tl, scene, at, drawn, way.from);
  }
  return stamp(tl, scene, at + (way ? 480 : 0), scene.ticket(ticket), facts.points, ticket);
}

/** A ticket comes forward, is stamped and goes home. */
function stamp(tl: Line, scene: Scene, at: number, name: string, worth: number, ticket: number): number {
  const stage = stageElement();
  if (!stage) return at;
  const box = boardBox();
  const wide = Math.min(330, box.w - 20);
  const element = document.createElement("div");
  element.className = "stamped";
  element.style.width = `${wide}px`;
  element.style.opacity = "0";
  element.innerHTML = `<span><b></b><small></small></span><strong></strong><i></i>`;
  for (const [part, text] of [
    ["b", name],
    ["small", scene.t.moments.finished],
    ["strong", String(worth)],
    ["i", scene.t.moments.done],
  ] as const)
    element.querySelector(part)!.textContent = text;
  tl.own(element, stage);
  const [x, y] = [box.x + box.w / 2 - wide / 2, box.y + box.h * (innerWidth < 700 ? 0.5 : 0.72)];
  const here = `translate(${x}px, ${y}px)`;
  const first = scene.calm ? here : `translate(${x}px, ${y + 40}px) scale(.9)`;
  tl.animate(element, [{ transform: first }, { transform: `${here} scale(1)` }], { at, for: 260 });
  tl.animate(
    element.querySelector("i")!,
    [
      { transform: scene.calm ? "rotate(-11deg)" : "scale(2.6) rotate(4deg)", opacity: 0 },
      { transform: "scale(1) rotate(-11deg)", opacity: 1 },
    ],
    { at: at + 620, for: 170, easing: EASE.in },
  );
  tl.sound(at + 770, "stamp");
  const leave = at + 1500;
  const places = [`ticket-${ticket}`, ...TICKETS];
  const home = find(...places) ? rectOf(...places) : null;
  if (home && !scene.calm)
    tl.animate(
      element,
      [
        { transform: `${here} scale(1)` },
        { transform: `translate(${home.x}px, ${home.y}px) scale(${Math.min(1, home.w / wide)})` },
      ],
      { at: leave, for: 420, easing: EASE.inOut, fill: "forwards" },
    );
  tl.animate(element, [{ opacity: 0 }, { opacity: 1, offset: 0.08 }, { opacity: 1, offset: 0.94 }, { opacity: 0 }], {
    at,
    for: leave + 420 - at,
    fill: "none",
    easing: "linear",
  });
  pulse(tl, scene, leave + 420, `ticket-${ticket}`, "bar-tickets");
  return leave + 480;
}
