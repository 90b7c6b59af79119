import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { usePlay } from "./context";

type Stop = "peek" | "half" | "full";
const UP: Record<Stop, Stop> = { peek: "half", half: "full", full: "full" };
const DOWN: Record<Stop, Stop> = { peek: "peek", half: "peek", full: "half" };

/** The bottom sheet of a phone, with three stops. */
export function Sheet({ children }: { children: ReactNode }): ReactElement {
  const { t, model, pointing } = usePlay();
  const [stop, setStop] = useState<Stop>("half");
  const from = useRef<number | null>(null);
  const dragged = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  const step = model.seen.decision?.step;
  const urgent =
    pointing.pinned !== null ||
    pointing.near.length > 0 ||
    pointing.buying !== null ||
    (step !== undefined && step !== "turn");
  useEffect(() => {
    if (!urgent) return;
    setStop((now) => (now === "peek" ? "half" : now));
    body.current?.scrollTo({ top: 0 });
  }, [urgent, pointing.pinned, pointing.near, step]);
  return (
    <aside className={`sheet sheet-${stop}`} aria-label={t.play.sheet}>
      <button
        type="button"
        className="sheet-handle"
        aria-label={t.play.sheetMore}
        aria-expanded={stop !== "peek"}
        onPointerDown={(event) => {
          from.current = event.clientY;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={(event) => {
          const way = event.clientY - (from.current ?? event.clientY);
          dragged.current = Math.abs(way) > 24;
          if (dragged.current) setStop((now) => (way < 0 ? UP[now] : DOWN[now]));
        }}
        onClick={() => {
          // A tap or a key; what was dragged has moved already.
          if (!dragged.current) setStop((now) => (now === "full" ? "peek" : UP[now]));
          dragged.current = false;
        }}
      >
        <i />
      </button>
      <div className="sheet-body" ref={body}>
        {children}
      </div>
    </aside>
  );
}
