import { createContext, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Seen, TableSocket } from "../net/socket";
import { createStore, type Store, useStore } from "../net/store";
import { type LogLine, logLines } from "../play/log";
import { motionNow, settings } from "../settings/settings";
import { Director } from "./director";
import type { Moment } from "./moments";
import type { Scene } from "./scenes";
import { type Shown, seenAs } from "./shown";
import { playSound } from "./sound";

/** The moments themselves come after the table: until then what happens is shown as it is. */
let build: typeof import("./scenes").build | null = null;

const RATES = { slow: 0.5, normal: 1, fast: 2.2, instant: 0 } as const;

export interface Moments {
  readonly director: Director;
  /** The line of the log that was told last, for those who listen. */
  readonly told: Store<LogLine | null>;
}

export const MomentsContext = createContext<Moments | null>(null);

/** The moments of this table; nothing outside of one, as in a replay. */
export const useMomentsOf = (): Moments | null => useContext(MomentsContext);

const NOTHING: Store<Shown | null> = createStore<Shown | null>(null);

/** What the table shows beside its view. */
export const useShown = (): Shown | null => useStore(useMomentsOf()?.director.shown ?? NOTHING);

/** The rate at which moments are shown; 0 shows only what they lead to. */
const rateNow = (): number => (motionNow() === "none" ? 0 : RATES[settings.get().pace]);

/** The line of the log that a moment adds or adds to. */
export function lineOf(moment: Moment, target: Seen): LogLine | null {
  const end = moment.from + moment.events.length;
  const last = logLines(target.events.slice(0, end)).at(-1);
  return last && last.key >= moment.from ? last : null;
}

/** The match as it is shown, moment by moment. */
export function useMoments(
  socket: TableSocket,
  me: number,
  truth: Seen | undefined,
  scene: Scene | null,
): { seen: Seen | undefined; moments: Moments } {
  const latest = useRef<Scene | null>(scene);
  useEffect(() => {
    latest.current = scene;
  });
  const [moments] = useState((): Moments => {
    const told = createStore<LogLine | null>(null);
    const director = new Director({
      facts: () => latest.current!.facts,
      rate: () => (latest.current && build ? rateNow() : 0),
      watched: () => !document.hidden,
      build: (timeline, moment, target) => {
        if (moment.kind === "claim" && moment.seat === latest.current?.me) latest.current.settle();
        const now = latest.current;
        if (!now) return;
        const { follow, pace } = settings.get();
        const full = motionNow() === "full";
        // Where moments go by quickly, the board would never stand still.
        const near = follow && full && (pace === "slow" || pace === "normal");
        build?.(timeline, moment, { ...now, calm: !full, follow: () => near && now.follow() }, target);
      },
      tell: (moment, target) => {
        const line = lineOf(moment, target);
        if (line) told.set(line);
      },
      sound: (name, moment) => playSound(name, moment.seat === null || moment.seat === latest.current?.me),
    });
    return { director, told };
  });
  const { director } = moments;

  useEffect(() => {
    void import("./scenes").then((scenes) => {
      ({ build } = scenes);
    });
  }, []);

  // Updates are heard one by one, before anything is drawn: several may come between two renders.
  useEffect(() => {
    const now = (): Seen | undefined => socket.store.get().seen[me];
    let { you } = socket.store.get();
    let last = now();
    let missed = false;
    if (last) director.present(last);
    return socket.store.subscribe(() => {
      const state = socket.store.get();
      const seen = state.seen[me];
      if (state.you !== you) {
        // A connection that came back brings what was missed: that is shown as it is.
        you = state.you;
        missed = true;
      }
      if (!seen || seen === last) return;
      last = seen;
      if (missed) director.present(seen);
      else director.receive(seen);
      missed = false;
    });
  }, [socket, me, director]);

  useEffect(() => {
    const hide = (): void => {
      if (document.hidden) director.finishAll();
    };
    const stop = settings.subscribe(() => director.repace());
    const resized = (): void => director.skip();
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("resize", resized);
    return () => {
      stop();
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("resize", resized);
    };
  }, [director]);

  const shown = useStore(director.shown);
  const seen = useMemo(() => truth && seenAs(truth, shown), [truth, shown]);
  return { seen, moments };
}
