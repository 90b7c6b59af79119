/**
 * A moment in time: animations of elements that it owns, and changes of what is shown at given times.
 * Every change is a pure function over the state before the moment, so it can be played at any pace,
 * paused, sought, ended at once or taken back.
 */

export const EASE = {
  out: "cubic-bezier(.2,.8,.2,1)",
  inOut: "cubic-bezier(.45,.05,.25,1)",
  in: "cubic-bezier(.55,0,.85,.4)",
  settle: "cubic-bezier(.25,1.35,.45,1)",
  linear: "linear",
} as const;

export interface When {
  readonly at?: number;
  readonly for?: number;
  readonly easing?: string;
  readonly fill?: FillMode;
}

interface Cue<S> {
  readonly at: number;
  readonly change: (state: S) => S;
}

/** Where a timeline shows its state, hears of time and makes its sounds. */
export interface Surroundings<S> {
  readonly before: S;
  /** The state after it, however it ended. */
  readonly after: S;
  show(state: S): void;
  sound(name: string): void;
}

export class Timeline<S> {
  length = 0;
  /** It stays at its end until somebody ends it. */
  waits = false;
  private readonly animations: Animation[] = [];
  private readonly owned: Element[] = [];
  private readonly cues: Cue<S>[] = [];
  private readonly sounds: { at: number; name: string }[] = [];
  private readonly later: (() => void)[] = [];
  private clock = 0;
  private last = 0;
  private frame = 0;
  private rate = 1;
  private cuesDone = -1;
  private soundsDone = 0;
  private over = false;
  onEnd: () => void = () => undefined;

  constructor(private readonly around: Surroundings<S>) {}

  get before(): S {
    return this.around.before;
  }

  get time(): number {
    return this.clock;
  }

  /** An element that lives as long as the moment. */
  own<T extends Element>(element: T, parent: Element): T {
    parent.append(element);
    this.owned.push(element);
    return element;
  }

  /** Something to undo when it is over, however it ends. */
  finally(work: () => void): void {
    this.later.push(work);
  }

  animate(element: Element, frames: Keyframe[], when: When = {}): void {
    const { at = 0, for: duration = 300, easing = EASE.out, fill = "both" } = when;
    const animation = element.animate(frames, { duration, delay: at, easing, fill });
    animation.pause();
    this.animations.push(animation);
    this.length = Math.max(this.length, at + duration);
  }

  cue(at: number, change: (state: S) => S): void {
    this.cues.push({ at, change });
    this.length = Math.max(this.length, at);
  }

  sound(at: number, name: string): void {
    this.sounds.push({ at, name });
  }

  hold(until: number): void {
    this.length = Math.max(this.length, until);
  }

  ready(): void {
    this.cues.sort((a, b) => a.at - b.at);
    this.sounds.sort((a, b) => a.at - b.at);
    this.seek(0);
  }

  /** What is shown at a time. */
  stateAt(time: number): S {
    return this.cues.reduce((state, cue) => (cue.at <= time ? cue.change(state) : state), this.around.before);
  }

  private show(time: number): void {
    const count = this.cues.filter((cue) => cue.at <= time).length;
    if (count === this.cuesDone) return;
    this.cuesDone = count;
    this.around.show(this.stateAt(time));
  }

  /** Everything stands as it is at this time. */
  seek(time: number): void {
    this.clock = time;
    for (const animation of this.animations) animation.currentTime = time;
    this.show(time);
  }

  /** The browser runs the animations; only changes and sounds wait for frames. */
  play(rate = this.rate): void {
    if (this.over) return;
    this.rate = rate;
    this.last = performance.now();
    cancelAnimationFrame(this.frame);
    for (const animation of this.animations) {
      animation.playbackRate = rate;
      animation.currentTime = this.clock;
      animation.play();
    }
    const tick = (now: number): void => {
      this.clock += Math.max(0, now - this.last) * this.rate;
      this.last = now;
      while (this.soundsDone < this.sounds.length && this.sounds[this.soundsDone]!.at <= this.clock)
        this.around.sound(this.sounds[this.soundsDone++]!.name);
      if (this.clock >= this.length) {
        if (this.waits) this.seek(this.length);
        else this.finish();
        return;
      }
      this.show(this.clock);
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
  }

  pause(): void {
    cancelAnimationFrame(this.frame);
    for (const animation of this.animations) animation.pause();
  }

  pace(rate: number): void {
    this.rate = rate;
    for (const animation of this.animations) animation.updatePlaybackRate(rate);
  }

  private close(state: S): void {
    if (this.over) return;
    this.over = true;
    cancelAnimationFrame(this.frame);
    this.around.show(state);
    for (const animation of this.animations) animation.cancel();
    for (const element of this.owned) element.remove();
    for (const work of this.later) work();
  }

  /** The state after the moment, at once. */
  finish(): void {
    if (this.over) return;
    this.close(this.around.after);
    this.onEnd();
  }

  /** Taken back: the state before it. */
  revert(): void {
    this.close(this.around.before);
  }
}
