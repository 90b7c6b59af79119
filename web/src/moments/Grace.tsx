import { type ReactElement, useEffect, useState } from "react";
import { usePlay } from "../play/context";

/** How long the bots still wait, so that I can take my move back: milliseconds, or until I go on. */
export function useGrace(): number | "press" | null {
  const { model, state } = usePlay();
  const { heldUntil } = model.seen;
  const left = heldUntil === null || heldUntil === 0 ? 0 : heldUntil * 1000 - state.skew - Date.now();
  const [, setOver] = useState(0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setOver(Date.now()), left);
    return () => clearTimeout(timer);
  }, [left]);
  if (heldUntil === null) return null;
  return heldUntil === 0 ? "press" : left > 0 ? left : null;
}

/** A ring that closes while the bots wait. */
export function GraceRing(): ReactElement | null {
  const { model } = usePlay();
  const grace = useGrace();
  if (grace === null) return null;
  return (
    <svg className="grace-ring" viewBox="0 0 28 28" width="28" height="28" aria-hidden="true">
      <circle className="grace-rest" cx="14" cy="14" r="12" />
      <circle
        key={model.seen.heldUntil}
        className={grace === "press" ? "grace-left" : "grace-left grace-runs"}
        cx="14"
        cy="14"
        r="12"
        pathLength="1"
        style={grace === "press" ? undefined : { animationDuration: `${grace}ms` }}
      />
    </svg>
  );
}

/** The bots need not wait any longer. */
export function GoOn(): ReactElement | null {
  const { model, t, socket } = usePlay();
  const grace = useGrace();
  if (grace === null) return null;
  return (
    <button
      type="button"
      className="button ribbon-go"
      onClick={() => void socket.ask({ type: "go_on", seat: model.me }).catch(() => undefined)}
    >
      {t.moments.goOn}
    </button>
  );
}
