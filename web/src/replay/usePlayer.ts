import { useCallback, useEffect, useState } from "react";
import type { Moment } from "../protocol/messages";
import { turnFrom } from "./course";

export const SPEEDS: readonly number[] = [1, 2, 4];
const BEAT = 1400;

export interface Player {
  readonly position: number;
  readonly playing: boolean;
  readonly speed: number;
  go(position: number): void;
  step(direction: 1 | -1): void;
  turn(direction: 1 | -1): void;
  toggle(): void;
  faster(): void;
}

/** Where the replay is, and the clock that moves it on; it waits for what is not loaded. */
export function usePlayer(moments: readonly Moment[], ready: boolean): Player {
  const last = moments.length;
  const [position, setPosition] = useState(0);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(SPEEDS[0] ?? 1);

  useEffect(() => {
    if (!playing || !ready) return;
    if (position >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => setPosition((now) => Math.min(now + 1, last)), BEAT / speed);
    return () => clearTimeout(timer);
  }, [playing, ready, position, last, speed]);

  const go = useCallback((to: number) => setPosition(Math.min(Math.max(to, 0), last)), [last]);
  const step = useCallback(
    (direction: 1 | -1) => {
      setPlaying(false);
      setPosition((now) => Math.min(Math.max(now + direction, 0), last));
    },
    [last],
  );
  const turn = useCallback(
    (direction: 1 | -1) => {
      setPlaying(false);
      setPosition((now) => turnFrom(moments, now, direction));
    },
    [moments],
  );
  const toggle = useCallback(() => {
    setPlaying((now) => !now);
    // At the end, playing means from the start.
    setPosition((now) => (!playing && now >= last ? 0 : now));
  }, [playing, last]);
  const faster = useCallback(() => setSpeed((now) => SPEEDS[(SPEEDS.indexOf(now) + 1) % SPEEDS.length] ?? 1), []);
  return { position, playing, speed, go, step, turn, toggle, faster };
}

interface Keys {
  player: Player;
  last: number;
  seats: number;
  see(viewer: number): void;
}

const typing = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, dialog, [contenteditable]") !== null;

const pressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("button, a, summary, [role=button]") !== null;

/** Arrows step, with Shift by turns; Space, Home, End; O and the digits choose whose eyes. */
export function useReplayKeys({ player, last, seats, see }: Keys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const slider = event.target instanceof HTMLInputElement && event.target.type === "range";
      if (typing(event.target) && !(slider && event.shiftKey)) return;
      const { key } = event;
      const way = key === "ArrowLeft" ? -1 : key === "ArrowRight" ? 1 : null;
      if (way !== null) (event.shiftKey ? player.turn : player.step)(way);
      else if (key === " " && !pressable(event.target)) player.toggle();
      else if (key === "Home") player.go(0);
      else if (key === "End") player.go(last);
      else if (key.toLowerCase() === "o") see(-2);
      else if (/^[1-8]$/.test(key) && Number(key) <= seats) see(Number(key) - 1);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [player, last, seats, see]);
}
