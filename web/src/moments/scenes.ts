/** The moments themselves, by what happened: each puts its things on a timeline. */

import { flushSync } from "react-dom";
import { comeNearer, goBack } from "../board/camera";
import type { Texts } from "../i18n";
import type { Seen } from "../net/socket";
import type { GameEvent, Kind, View } from "../protocol/messages";
import { seatEdge, seatFill } from "../ui/symbols";
import { fold } from "./fold";
import type { Moment } from "./moments";
import { type Shown, tunnelOf } from "./shown";
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
  type Rect,
  rectOf,
  roll,
  type Scenery,
  stageElement,
} from "./stage";
import { EASE } from "./timeline";
import { cameFrom, finished, tracksOf, wayOver } from "./ways";

export interface Scene extends Scenery {
  /** The board comes nearer for what others build. */
  readonly follow: boolean;
  readonly t: Texts;
  name(seat: number): string;
  ticket(ticket: number): string;
}

const num = (value: unknown): number => (typeof value === "number" ? value : 0);
const kindOf = (event: GameEvent): Kind | null => (typeof event["card"] === "string" ? (event["card"] as Kind) : null);

/** What an event changes, at its time. */
const folding =
  (scene: Scenery, ...events: GameEvent[]) =>
  (shown: Shown): Shown => ({
    ...shown,
    view: events.reduce((view, event) => fold(view, event, scene.facts), shown.view),
  });

/** So much slower is an opponent's card: it is not mine that I wait for. */
const OTHERS = 640;

type Build = (tl: Line, moment: Moment, scene: Scene, target: Seen) => void;

/** A word about what happens, in the colour of its seat, at the top of the board. */
function note(tl: Line, scene: Scene, at: number, text: string, seat: number | null, long = 1500): number {
  const stage = stageElement();
  if (!stage) return at;
  const box = boardBox();
  const element = document.createElement("div");
  element.className = "moment-note";
  element.textContent = text;
  element.style.opacity = "0";
  if (seat !== null && seat >= 0) {
    element.style.setProperty("--seat", seatFill(seat));
    element.style.setProperty("--seat-rim", seatEdge(seat));
  }
  element.style.left = `${box.x + box.w / 2}px`;
  element.style.top = `${box.y + 18}px`;
  tl.own(element, stage);
  const drop = scene.calm ? "0 0" : "0 -14px";
  tl.animate(
    element,
    [
      { opacity: 0, translate: drop },
      { opacity: 1, translate: "0 0", offset: 0.12 },
      { opacity: 1, translate: "0 0", offset: 0.88 },
      { opacity: 0, translate: "0 0" },
    ],
    { at, for: long, fill: "none", easing: "linear" },
  );
  return at + long;
}

/** Something that is no card flies from one place to another: a share, a technology, a ticket. */
function token(
  tl: Line,
  scene: Scene,
  at: number,
  look: string,
  text: string,
  from: Rect,
  to: Rect,
  long = 620,
): number {
  const stage = stageElement();
  if (!stage) return at;
  const element = document.createElement("div");
  element.className = `moment-token ${look}`;
  element.textContent = text;
  element.style.opacity = "0";
  tl.own(element, stage);
  const [w, h] = [element.offsetWidth / 2, element.offsetHeight / 2];
  const middle = (place: Rect, scale: number): string =>
    `translate(${place.x + place.w / 2 - w}px, ${place.y + place.h / 2 - h}px) scale(${scale})`;
  if (scene.calm) element.style.transform = middle(to, 1);
  else
    tl.animate(
      element,
      [{ transform: middle(from, 1) }, { transform: middle(from, 1.3), offset: 0.3 }, { transform: middle(to, 0.6) }],
      {
        at,
        for: long,
        easing: EASE.inOut,
      },
    );
  tl.animate(element, [{ opacity: 0 }, { opacity: 1, offset: 0.1 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], {
    at,
    for: long,
    fill: "none",
    easing: "linear",
  });
  return at + long;
}

const DECK = ["deck", "bar-draw", "market"];
const PILE = ["discard", "discards"];

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

const draw: Build = (tl, moment, scene) => {
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

const fill: Build = (tl, moment, scene) => {
  moment.events.forEach((event, i) => refill(tl, scene, i * 90, event));
};

/** Three locomotives: the market goes to the discards and five new cards come. */
const sweep: Build = (tl, moment, scene) => {
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
const shuffle: Build = (tl, moment, scene) => {
  tl.sound(0, "shuffle");
  note(tl, scene, 0, scene.t.moments.reshuffled, null, 1400);
  const deck = cardIn(rectOf(...DECK));
  const pile = find(...PILE) ? cardIn(rectOf(...PILE)) : { ...deck, x: deck.x - 90, y: deck.y + 60 };
  for (let i = 0; i < 6; i++) fly(tl, scene, { kind: null, from: pile, to: deck, at: i * 50, for: 420 });
  tl.cue(680, folding(scene, ...moment.events));
};

/** The middle of a track on the screen. */
function middleOf(scene: Scene, track: number): readonly [number, number] {
  const drawn = scene.drawing?.tracks[scene.facts.tracks[track]?.drawing ?? -1];
  const space = drawn?.spaces[drawn.spaces.length >> 1];
  const box = boardBox();
  return space ? onScreen(space[0], space[1]) : [box.x + box.w / 2, box.y + box.h / 2];
}

/** How long the board takes to come nearer before a train rolls. */
const NEARER = 420;

/** The board comes nearer for what another builds, and goes back when the moment is over. Returns how long that takes. */
function follow(tl: Line, scene: Scene, seat: number, track: number): number {
  const { drawing, facts } = scene;
  const drawn = drawing?.tracks[facts.tracks[track]?.drawing ?? -1];
  if (!scene.follow || seat === scene.me || !drawing || !drawn) return 0;
  const ends = [drawn.start, drawn.end].flatMap((end) => drawing.places[end] ?? []);
  const points = [...drawn.spaces.map(([x, y]) => [x, y] as const), ...ends.map(({ x, y }) => [x, y] as const)];
  if (!comeNearer(points)) return 0;
  // Who ends the moment wants the board back at once.
  tl.finally(() => goBack(tl.time < tl.length));
  return NEARER;
}

/** Cards leave a hand for the discards, or where none lie, into the route. */
function spend(
  tl: Line,
  scene: Scene,
  at: number,
  events: readonly GameEvent[],
  spot: readonly [number, number],
): number {
  const pile = find(...PILE) ? cardIn(rectOf(...PILE)) : { x: spot[0] - 14, y: spot[1] - 22, w: 28, h: 44 };
  let i = 0;
  for (const event of events) {
    const kind = kindOf(event);
    const seat = event.seat ?? -1;
    tl.cue(at + i * 75, folding(scene, event));
    for (let n = 0; n < num(event["count"]); n++, i++) {
      const from = handOf(scene, seat, kind);
      const start = at + i * 75;
      fly(tl, scene, {
        kind,
        from: { ...from, x: from.x + n * 3 },
        to: pile,
        at: start,
        for: 420,
        arc: seat === scene.me ? 0.28 : 0.12,
      });
      tl.sound(start, "card");
    }
  }
  return i;
}

const withPoints = (view: View, seat: number, gained: number): View => ({
  ...view,
  players: view.players.map((each) => (each.seat === seat ? { ...each, points: each.points + gained } : each)),
});

/** Cards go to the discards, the train rolls in, points fly, finished tickets are stamped. */
const claim: Build = (tl, moment, scene, target) => {
  const seat = moment.seat ?? -1;
  const claimed = moment.events[0] as GameEvent;
  const track = num(claimed["track"]);
  const gained = num(claimed["points"]);
  const drawn = scene.facts.tracks[track]?.drawing ?? -1;
  const near = follow(tl, scene, seat, track);
  const spot = middleOf(scene, track);
  const paid = moment.events.filter((event) => event.event === "paid");
  const cards = spend(tl, scene, 0, paid, spot);
  const { facts } = scene;
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
  if (seat === scene.me) {
    const after = fold(tl.before.view, claimed, facts);
    for (const ticket of finished(facts, tl.before.view, after, seat))
      end = complete(tl, scene, end - 120, ticket, after, seat);
  }
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
export function leader(counts: readonly number[] | null | undefined): number | null {
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
  const home = find(`ticket-${ticket}`, "tickets") ? rectOf(`ticket-${ticket}`, "tickets") : null;
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
  pulse(tl, scene, leave + 420, `ticket-${ticket}`);
  return leave + 480;
}

/** Three cards out of the deck, one by one, for everybody at the table. */
const tunnel: Build = (tl, moment, scene, target) => {
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
const withdrew: Build = (tl, _moment, _scene) => {
  tl.sound(0, "fail");
  tl.cue(0, (shown) => ({ ...shown, tunnel: shown.tunnel && { ...shown.tunnel, state: "back" } }));
  tl.hold(1100);
};

const kept: Build = (tl, moment, scene) => {
  const counts = moment.events.filter((event) => event.event === "kept");
  const deck = rectOf("tickets", "ticket-deck");
  counts.forEach((event, n) => {
    const seat = event.seat ?? -1;
    const to = seat === scene.me ? rectOf("tickets-mine", "tickets") : rectOf(`fan-${seat}`, `seat-${seat}`);
    for (let i = 0; i < num(event["count"]); i++) {
      token(tl, scene, n * 120 + i * 90, "token-ticket", "", deck, to);
      tl.sound(n * 120 + i * 90, "card");
    }
  });
  tl.cue(560, folding(scene, ...moment.events));
};

const offer: Build = (tl, moment, scene) => {
  if (moment.seat === scene.me) return;
  const to = rectOf(`fan-${moment.seat}`, `seat-${moment.seat}`);
  for (let i = 0; i < num(moment.events[0]?.["count"]); i++)
    token(tl, scene, i * 90, "token-ticket", "", rectOf("tickets"), to);
  tl.sound(0, "card");
};

const turn: Build = (tl, moment, scene) => {
  const seat = moment.seat ?? -1;
  tl.cue(0, (shown) => ({ ...folding(scene, ...moment.events)(shown), deciding: [seat] }));
  if (seat === scene.me) tl.sound(0, "turn");
  const element = find(`seat-${seat}`);
  if (element && !scene.calm)
    tl.animate(element, [{ scale: 1 }, { scale: 1.03 }, { scale: 1 }], { for: 220, fill: "none" });
};

const bonus: Build = (tl, moment, scene) => {
  const cards = scene.t.common.cards(num(moment.events[0]?.["cards"]));
  tl.sound(0, "clear");
  tl.hold(
    Math.min(700, note(tl, scene, 0, scene.t.moments.bonus(scene.name(moment.seat ?? 0), cards), moment.seat, 1200)),
  );
};

const bought: Build = (tl, moment, scene) => {
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

const share: Build = (tl, moment, scene) => {
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

const flag: Build = (tl, moment, scene) => {
  const seat = moment.seat ?? -1;
  const event = moment.events[0] as GameEvent;
  const gained = num(event["points"]);
  tl.sound(0, "clear");
  note(tl, scene, 0, scene.t.moments.flag(scene.name(seat)), seat, 1500);
  const place = rectOf(`flag-${seat}`, `seat-${seat}`);
  const end = points(tl, scene, 200, [place.x + place.w / 2, place.y + place.h], seat, gained);
  tl.cue(end, folding(scene, event));
};

/** Where the cars of a yard stand. */
const railsOf = (seat: number): Rect => cardIn(rectOf(`rails-${seat}`, `yard-${seat}`, `seat-${seat}`), 70);

/** Cards go from a hand into the yard; a smaller row elsewhere is robbed. */
const row: Build = (tl, moment, scene) => {
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
const moved: Build = (tl, moment, scene) => {
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

const completed: Build = (tl, moment, scene) => {
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

const newDeck: Build = (tl, _moment, scene) => {
  tl.sound(0, "shuffle");
  note(tl, scene, 0, scene.t.moments.newDeck, null, 1600);
  const deck = cardIn(rectOf(...DECK));
  for (let i = 0; i < 6; i++)
    fly(tl, scene, { kind: null, from: { ...deck, x: deck.x - 90, y: deck.y + 60 }, to: deck, at: i * 60, for: 420 });
};

/** The banner is the table's own; the whistle is the moment's. */
const lastTurns: Build = (tl, moment, scene) => {
  tl.sound(0, "whistle");
  tl.cue(0, folding(scene, ...moment.events));
  tl.hold(700);
};

const passed: Build = (tl, moment, scene) => {
  note(tl, scene, 0, scene.t.moments.passed(scene.name(moment.seat ?? 0)), moment.seat, 900);
};

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
