import { type PointerEvent as Press, type ReactElement, useEffect, useRef, useState } from "react";
import type { Kind } from "../../protocol/messages";
import { CardChip } from "../../ui/TrainCard";

/** A finger moves so far before it drags; less is a tap. */
const SLACK = 8;

interface Drag {
  readonly kind: Kind;
  readonly x: number;
  readonly y: number;
}

export interface Dragging {
  /** Put it on every group of cards that can be dragged. */
  press(kind: Kind, event: Press): void;
  /** Whether the click that comes now is only the end of a drag. */
  dragged(): boolean;
  /** The card under the pointer while it is dragged. */
  readonly ghost: ReactElement | null;
}

/** Cards are dragged from the hand to whatever the selector says; `drop` hears which. */
export function useDrag(selector: string, drop: (kind: Kind) => void): Dragging {
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef<Drag | null>(null);
  const moved = useRef(false);
  const latest = useRef(drop);
  latest.current = drop;
  useEffect(() => {
    const target = (event: PointerEvent): Element | null =>
      document.elementFromPoint(event.clientX, event.clientY)?.closest(selector) ?? null;
    const light = (on: Element | null): void => {
      for (const each of document.querySelectorAll(".drop-here")) if (each !== on) each.classList.remove("drop-here");
      on?.classList.add("drop-here");
    };
    const move = (event: PointerEvent): void => {
      const from = start.current;
      if (!from) return;
      if (!moved.current && Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return;
      moved.current = true;
      setDrag({ kind: from.kind, x: event.clientX, y: event.clientY });
      light(target(event));
    };
    const end = (event: PointerEvent): void => {
      const from = start.current;
      start.current = null;
      // The click that may follow comes before this.
      if (moved.current) setTimeout(() => (moved.current = false));
      setDrag(null);
      light(null);
      if (from && moved.current && event.type === "pointerup" && target(event)) latest.current(from.kind);
    };
    window.addEventListener("pointermove", move);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
    return () => {
      light(null);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
  }, [selector]);
  return {
    press: (kind, event) => {
      if (event.button !== 0) return;
      moved.current = false;
      start.current = { kind, x: event.clientX, y: event.clientY };
      // A touch holds its pointer at the button; let go, so that what lies below is found.
      if (event.target instanceof Element && event.target.hasPointerCapture(event.pointerId))
        event.target.releasePointerCapture(event.pointerId);
    },
    dragged: () => moved.current,
    ghost: drag && (
      <span className="drag-ghost" style={{ left: drag.x, top: drag.y }} aria-hidden="true">
        <CardChip kind={drag.kind} />
      </span>
    ),
  };
}
