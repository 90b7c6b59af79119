import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { Point } from "./types";
import {
  fit,
  hemmed,
  type Insets,
  nearer,
  panned,
  pinched,
  rangeOf,
  revealed,
  type Size,
  type Touch,
  type View,
  zoomed,
} from "./viewport";

/** Below this zoom spaces are too small for symbols. */
const FAR = 0.5;
/** Discs of places never become smaller, in pixels. */
const LEAST_DISC = 4;
const DISC = 8;
/** What two quick taps zoom to. */
const CLOSE = 0.62;
/** From how near others' claims are watched, on a small stage and on a large one. */
const WATCHED = { small: 0.8, large: 1.15 };
const SMALL = 560;
/** How long the board waits before it goes back, as something else may be followed. */
const LINGER = 350;

/** The radius of a place's disc on the screen. */
export const discAt = (scale: number): number => Math.max(LEAST_DISC, DISC * scale);

/** A press that moves less than this is a click. */
const CLICK = 5;

export interface Viewport {
  readonly stage: RefObject<HTMLDivElement | null>;
  readonly layer: RefObject<HTMLDivElement | null>;
  /** The present view; nothing before the stage was measured. */
  view(): View | null;
  /** Hear of every change of the view. */
  subscribe(listener: (view: View, smooth: boolean) => void): () => void;
  zoom(factor: number): void;
  /** A closer look at a point of the stage, or the whole board again. */
  look(x: number, y: number): void;
  reset(): void;
  reveal(x: number, y: number): void;
  /** Come nearer to some points, unless somebody has zoomed or drags; whether it did. On demand only where a stage is small. */
  follow(points: readonly Point[], onlySmall?: boolean): boolean;
  /** Back to the whole board after that, at once or when nothing else is followed. */
  unfollow(now: boolean): void;
  /** Whether the stage is that of a phone, where panels take from its room. */
  small(): boolean;
  /** A panel has just come or gone: the board has its room now, not a frame later. */
  refit(): void;
  /** Whether fingers or a button are down and moving. */
  moving(): boolean;
  /** Whether the press that just ended moved the board. */
  dragged(): boolean;
}

/**
 * Wheel, pinch and drag on a stage. The view goes straight to the layer's style: React has nothing
 * to do with a frame of panning.
 */
export function useViewport(board: Size, insets: Insets): Viewport {
  const stage = useRef<HTMLDivElement | null>(null);
  const layer = useRef<HTMLDivElement | null>(null);
  const view = useRef<View | null>(null);
  const listeners = useRef(new Set<(view: View, smooth: boolean) => void>());
  const home = useRef(true);
  const moved = useRef(false);
  const down = useRef(new Map<number, Touch>());
  /** What the board has come nearer to; nothing when the person looks by themselves. */
  const followed = useRef<readonly Point[] | null>(null);
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { width, height } = board;
  const { top, right, bottom, left } = insets;

  const size = useCallback(
    (): Size => ({
      width: stage.current?.clientWidth ?? 1,
      height: stage.current?.clientHeight ?? 1,
    }),
    [],
  );

  const show = useCallback(
    (next: View, smooth = false, follows: readonly Point[] | null = null) => {
      // Whatever else moves the board, the person has taken over.
      followed.current = follows;
      clearTimeout(leaving.current);
      const allowed = hemmed(next, { width, height }, size(), { top, right, bottom, left });
      view.current = allowed;
      home.current = allowed.scale === fit({ width, height }, size(), { top, right, bottom, left }).scale;
      const element = layer.current;
      if (!element) return;
      element.classList.toggle("board-smooth", smooth);
      stage.current?.classList.toggle("board-glides", follows !== null);
      element.style.transform = `translate(${allowed.x}px, ${allowed.y}px) scale(${allowed.scale})`;
      const style = stage.current?.style;
      if (style && style.getPropertyValue("--k") !== String(allowed.scale)) {
        style.setProperty("--k", String(allowed.scale));
        style.setProperty("--disc", String(discAt(allowed.scale) / (DISC * allowed.scale)));
      }
      stage.current?.classList.toggle("board-zoomed", !home.current);
      stage.current?.classList.toggle("board-far", allowed.scale < FAR);
      for (const listener of listeners.current) listener(allowed, smooth);
    },
    [width, height, top, right, bottom, left, size],
  );

  const range = useCallback(
    () => rangeOf({ width, height }, size(), { top, right, bottom, left }),
    [width, height, top, right, bottom, left, size],
  );

  /** Some points from near; nothing where they are near enough. */
  const small = useCallback((): boolean => Math.min(size().width, size().height) < SMALL, [size]);
  const close = useCallback(
    (points: readonly Point[]): View | null => {
      const wanted = small() ? WATCHED.small : WATCHED.large;
      return nearer(points, wanted, { width, height }, size(), { top, right, bottom, left });
    },
    [width, height, top, right, bottom, left, size, small],
  );

  const reset = useCallback(
    () => show(fit({ width, height }, size(), { top, right, bottom, left }), true),
    [show, width, height, top, right, bottom, left, size],
  );

  const refit = useCallback((): void => {
    const whole = fit({ width, height }, size(), { top, right, bottom, left });
    // A panel came or went: the board goes along, it does not jump.
    const near = followed.current && close(followed.current);
    if (near) show(near, true, followed.current);
    else show(home.current || !view.current ? whole : view.current, view.current !== null);
  }, [show, close, width, height, top, right, bottom, left, size]);

  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    refit();
    const observer = new ResizeObserver(refit);
    observer.observe(element);
    return () => observer.disconnect();
  }, [refit]);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const at = (event: { clientX: number; clientY: number }): Touch => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const onBoard = (event: Event): boolean =>
      layer.current?.contains(event.target as Node) === true || event.target === element;
    const wheel = (event: WheelEvent): void => {
      if (!view.current || !onBoard(event)) return;
      event.preventDefault();
      const lines = event.deltaMode === 1 ? 24 : 1;
      const speed = event.ctrlKey ? 0.01 : 0.0018;
      const factor = Math.exp(-Math.max(-240, Math.min(240, event.deltaY * lines)) * speed);
      const { x, y } = at(event);
      show(zoomed(view.current, factor, x, y, range()));
    };
    const press = (event: PointerEvent): void => {
      if (!onBoard(event) || (event.pointerType === "mouse" && event.button !== 0)) return;
      if (down.current.size === 0) moved.current = false;
      down.current.set(event.pointerId, at(event));
    };
    const move = (event: PointerEvent): void => {
      const before = down.current.get(event.pointerId);
      if (!before || !view.current) return;
      const now = at(event);
      const far = Math.hypot(now.x - before.x, now.y - before.y);
      if (!moved.current && down.current.size === 1 && far < CLICK) return;
      if (!moved.current) {
        moved.current = true;
        element.classList.add("board-moving");
      }
      const others = [...down.current].filter(([id]) => id !== event.pointerId);
      const other = others[0]?.[1];
      down.current.set(event.pointerId, now);
      show(
        other
          ? pinched(view.current, [before, other], [now, other], range())
          : panned(view.current, now.x - before.x, now.y - before.y),
      );
    };
    const lift = (event: PointerEvent): void => {
      down.current.delete(event.pointerId);
      if (down.current.size === 0) element.classList.remove("board-moving");
    };
    element.addEventListener("wheel", wheel, { passive: false });
    element.addEventListener("pointerdown", press);
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", lift);
    window.addEventListener("pointercancel", lift);
    return () => {
      element.removeEventListener("wheel", wheel);
      element.removeEventListener("pointerdown", press);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", lift);
      window.removeEventListener("pointercancel", lift);
    };
  }, [show, range]);

  return useMemo(
    () => ({
      stage,
      layer,
      view: () => view.current,
      subscribe: (listener: (view: View, smooth: boolean) => void) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
      look: (x: number, y: number) => {
        if (!view.current) return;
        const near = Math.max(CLOSE, range().least * 2);
        if (view.current.scale > near * 0.95) reset();
        else show(zoomed(view.current, near / view.current.scale, x, y, range()), true);
      },
      zoom: (factor: number) => {
        const { width: w, height: h } = size();
        if (view.current) show(zoomed(view.current, factor, w / 2, h / 2, range()), true);
      },
      reset,
      small,
      refit,
      follow: (points: readonly Point[], onlySmall = false) => {
        if (!view.current || (!home.current && !followed.current) || (moved.current && down.current.size > 0))
          return false;
        if (onlySmall && !small()) return false;
        const next = close(points);
        if (next) show(next, true, points);
        return next !== null;
      },
      unfollow: (now: boolean) => {
        if (!followed.current) return;
        const back = (): void => {
          show(fit({ width, height }, size(), { top, right, bottom, left }), true, []);
          followed.current = null;
        };
        clearTimeout(leaving.current);
        if (now) back();
        else leaving.current = setTimeout(back, LINGER);
      },
      reveal: (x: number, y: number) => {
        if (followed.current) reset();
        else if (view.current && !home.current) show(revealed(view.current, size(), x, y), true);
      },
      moving: () => moved.current && down.current.size > 0,
      dragged: () => moved.current,
    }),
    [reset, refit, show, close, small, size, range, width, height, top, right, bottom, left],
  );
}
