/** How a lesson goes on: which step it is at after what has happened. It knows no game. */

import type { Progress } from "./kept";

/** What a step waits for. */
export interface Until {
  /** So many events of mine of this name. */
  readonly event?: string;
  readonly times?: number;
  /** So many turns in which I drew cards. */
  readonly draws?: number;
  /** A ticket of mine was shown on the board. */
  readonly looked?: true;
  readonly over?: true;
  /** The button of the card. */
  readonly pressed?: true;
}

export type Showing = "keep" | "look" | "draw" | "wild" | "claim" | "tickets" | "any";

export interface Step {
  readonly key: string;
  /** What is lit: names of `places.ts`. */
  readonly at: readonly string[];
  readonly until: Until;
  /** Any turn of mine goes on: there is nothing that must be done. */
  readonly turn?: boolean;
  /** As soon as this holds, whatever comes before is over. */
  readonly opens?: "ending" | "over";
  /** Texts that take the place of the usual one: the first whose condition holds. */
  readonly when?: readonly Condition[];
  /** What "Show me" does. */
  readonly show?: Showing;
}

export interface Script {
  readonly minutes: number;
  readonly steps: readonly Step[];
}

export type Condition = "claimable" | "pinned" | "wild" | "second" | "offered" | "ending";

/** What has happened at the table so far, and what is possible now. */
export interface Situation {
  /** How often each event happened to me. */
  readonly events: Readonly<Record<string, number>>;
  readonly draws: number;
  /** Turns of mine that are over. */
  readonly turns: number;
  readonly looked: boolean;
  readonly ending: boolean;
  readonly over: boolean;
  readonly conditions: Readonly<Partial<Record<Condition, boolean>>>;
}

export function fulfilled(until: Until, now: Situation): boolean {
  if (until.event !== undefined) return (now.events[until.event] ?? 0) >= (until.times ?? 1);
  if (until.draws !== undefined) return now.draws >= until.draws;
  if (until.looked) return now.looked;
  return until.over === true && now.over;
}

const countable = (until: Until): boolean => until.event !== undefined || until.draws !== undefined;

/** A step begins; whether its deed was done before is known only now. */
function begun(script: Script, step: number, now: Situation): Progress {
  const found = script.steps[step];
  const early = found !== undefined && countable(found.until) && fulfilled(found.until, now);
  return { step, turns: now.turns, early };
}

/** Where a lesson starts for who comes to its table in the middle: at the first thing not done. */
export function started(script: Script, now: Situation): Progress {
  const step = script.steps.findIndex((each) => !fulfilled(each.until, now));
  return begun(script, Math.max(0, step), now);
}

/** The progress after what has happened: the same object where nothing changed. */
export function advanced(script: Script, from: Progress, now: Situation): Progress {
  const last = script.steps.length - 1;
  const jump = script.steps.findLastIndex((each) => each.opens !== undefined && now[each.opens]);
  let at = from.step < jump ? begun(script, jump, now) : from;
  for (;;) {
    const step = script.steps[at.step];
    if (!step || at.step >= last) return at;
    const passed = now.turns > at.turns;
    const done = at.early ? passed : fulfilled(step.until, now) || (step.turn === true && passed);
    if (!done) return at;
    at = begun(script, at.step + 1, now);
    // What was done early is told, not passed over.
    if (at.early) return at;
  }
}

/** The next step, because the person says so. */
export const skipped = (script: Script, from: Progress, now: Situation): Progress =>
  from.step + 1 < script.steps.length ? begun(script, from.step + 1, now) : from;

/** Which of a step's texts fits. */
export function variant(step: Step, progress: Progress, now: Situation): string {
  if (progress.early) return "early";
  return step.when?.find((condition) => now.conditions[condition]) ?? "text";
}

/** Whether another move was made while the step waits. */
export const otherwise = (step: Step, progress: Progress, now: Situation): boolean =>
  !progress.early && countable(step.until) && !step.turn && now.turns > progress.turns;

/** Minutes that are left, for a person who reads. */
export const minutesLeft = (script: Script, step: number): number =>
  Math.max(1, Math.round((script.minutes * (script.steps.length - step)) / script.steps.length));
