/**
 * Plays one moment after another. The server's updates are cut into moments and queued; what is shown
 * is the state before a moment until the moment says otherwise, and the server's own view at its end.
 */

import type { Seen } from "../net/socket";
import { createStore, type Store } from "../net/store";
import type { Facts } from "../protocol/messages";
import { foldAll, misses } from "./fold";
import { type Moment, momentsOf } from "./moments";
import { present, type Shown } from "./shown";
import { Timeline } from "./timeline";

/** So many waiting moments make all of them faster, and so many are too many to watch. */
const HURRY = 2;
const TOO_MANY = 6;
const HURRIED = 1.6;

export interface Playing {
  /** The moment that is being shown. */
  readonly moment: Moment | null;
  readonly waiting: number;
  readonly paused: boolean;
}

/** What the director asks of the page. */
export interface House {
  facts(): Facts;
  /** How fast moments are shown; 0 shows only what they lead to. */
  rate(): number;
  /** Whether somebody can look at them now. */
  watched(): boolean;
  /** Put a moment on its timeline. */
  build(timeline: Timeline<Shown>, moment: Moment, target: Seen): void;
  /** Tell a moment in words, and let it be heard. */
  tell(moment: Moment, target: Seen): void;
  sound(name: string, moment: Moment): void;
}

interface Queued {
  readonly moment: Moment | null;
  /** The update that it belongs to. */
  readonly target: Seen;
  /** Whether it is the last of that update. */
  readonly last: boolean;
}

export class Director {
  readonly shown: Store<Shown | null> = createStore<Shown | null>(null);
  readonly playing: Store<Playing> = createStore<Playing>({ moment: null, waiting: 0, paused: false });
  /** Every moment after which the table differed from the server's view. */
  readonly blemishes: string[] = [];
  private queue: Queued[] = [];
  private running: Timeline<Shown> | null = null;
  private truth: Seen | null = null;

  constructor(private readonly house: House) {}

  /** Look at the present, without moments: another seat, a page just opened, a connection come back. */
  present(seen: Seen): void {
    this.drop();
    this.truth = seen;
    this.shown.set(present(seen));
  }

  /** An update has come. */
  receive(seen: Seen): void {
    const before = this.truth;
    if (seen === before) return;
    const known = before !== null && before.match === seen.match && before.seat === seen.seat;
    if (!known || before.line !== seen.line || seen.number < before.number) {
      this.present(seen);
      return;
    }
    const moments = momentsOf(seen.events.slice(before.number), before.number);
    if (this.house.rate() === 0 || !this.house.watched()) {
      this.present(seen);
      for (const moment of moments) this.house.tell(moment, seen);
      return;
    }
    this.truth = seen;
    if (moments.length === 0) this.queue.push({ moment: null, target: seen, last: true });
    moments.forEach((moment, i) => this.queue.push({ moment, target: seen, last: i === moments.length - 1 }));
    this.hasten();
    if (this.running) this.say();
    else this.next();
  }

  /**
   * Too much to watch: all but what a person must see is shown at once. Not while somebody has stopped it, or what is shown
   * waits for its owner.
   */
  private hasten(): void {
    if (this.queue.length <= TOO_MANY || this.playing.get().paused || this.running?.waits) return;
    const keep = this.queue.findIndex(({ moment }) => moment !== null && mustBeSeen(moment, this.truth));
    const gone = keep < 0 ? this.queue : this.queue.slice(0, keep);
    this.queue = keep < 0 ? [] : this.queue.slice(keep);
    const { running } = this;
    if (running) {
      running.onEnd = () => undefined;
      running.finish();
    }
    for (const each of gone) this.settle(each);
    this.next();
  }

  /** The state that a queued moment leads to. */
  private after(queued: Queued, before: Shown): Shown {
    const { moment, target, last } = queued;
    const view = moment ? foldAll(before.view, moment.events, this.house.facts()) : before.view;
    if (!last) return { ...before, view, number: (moment?.from ?? before.number) + (moment?.events.length ?? 0) };
    const wrong = moment ? misses(view, target.view) : [];
    if (wrong.length > 0) this.blemishes.push(`${moment?.kind}: ${wrong.join(", ")}`);
    return present(target);
  }

  private settle(queued: Queued): void {
    const before = this.shown.get();
    if (before) this.shown.set(this.after(queued, before));
  }

  private next(): void {
    for (;;) {
      const queued = this.queue.shift();
      this.running = null;
      if (!queued) {
        this.say();
        return;
      }
      const before = this.shown.get();
      if (!before) return;
      const { moment, target } = queued;
      if (!moment || this.house.rate() === 0) {
        this.settle(queued);
        continue;
      }
      const after = this.after(queued, before);
      const timeline = new Timeline<Shown>({
        before,
        after,
        show: (state) => this.shown.set(state),
        sound: (name) => this.house.sound(name, moment),
      });
      try {
        this.house.tell(moment, target);
        this.house.build(timeline, moment, target);
      } catch (problem) {
        // Whatever a moment does, the table goes on.
        this.blemishes.push(`${moment.kind}: ${String(problem)}`);
        timeline.revert();
        this.shown.set(after);
        continue;
      }
      if (timeline.length === 0) {
        timeline.finish();
        continue;
      }
      this.running = timeline;
      timeline.onEnd = () => this.next();
      timeline.ready();
      this.say(moment);
      if (!this.playing.get().paused) timeline.play(this.rate());
      return;
    }
  }

  private rate(): number {
    return this.house.rate() * (this.queue.length > HURRY ? HURRIED : 1);
  }

  private say(moment = this.running ? this.playing.get().moment : null): void {
    const now = this.playing.get();
    if (now.moment === moment && now.waiting === this.queue.length) return;
    this.playing.set({ ...now, moment, waiting: this.queue.length });
    if (this.running && !now.paused) this.running.pace(this.rate());
  }

  /** End the moment that is shown; the next one follows. One that waits for its owner stays. */
  skip(): void {
    if (!this.running?.waits) this.running?.finish();
  }

  /** The owner has seen it. */
  goOn(): void {
    this.running?.finish();
    this.hasten();
  }

  /** The present, at once: somebody acts, or nobody looks. */
  finishAll(): void {
    if (!this.running && this.queue.length === 0) return;
    const { truth } = this;
    this.queue = [];
    this.running?.finish();
    if (truth) this.shown.set(present(truth));
    this.resume();
  }

  private drop(): void {
    this.queue = [];
    const { running } = this;
    this.running = null;
    running?.revert();
    this.playing.set({ moment: null, waiting: 0, paused: false });
  }

  pause(): void {
    this.running?.pause();
    this.playing.set((now) => ({ ...now, paused: true }));
  }

  resume(): void {
    if (!this.playing.get().paused) return;
    this.playing.set((now) => ({ ...now, paused: false }));
    this.hasten();
    if (this.running) this.running.play(this.rate());
    else this.next();
  }

  /** The pace was changed. */
  repace(): void {
    if (this.house.rate() === 0) this.finishAll();
    else this.running?.pace(this.rate());
  }

  /** For pictures: the running moment as it is at a time. */
  seek(time: number): void {
    this.pause();
    this.running?.seek(time);
  }

  get length(): number {
    return this.running?.length ?? 0;
  }
}

/** What its owner must see: a tunnel that they can't pay for. */
const mustBeSeen = (moment: Moment, truth: Seen | null): boolean =>
  (moment.kind === "tunnel" && moment.outcome === "forced" && moment.seat === truth?.seat) || moment.kind === "over";
