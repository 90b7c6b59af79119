import { type ReactElement, useEffect } from "react";
import { createPortal } from "react-dom";
import { Safely } from "../app/Safely";
import { useStore } from "../net/store";
import { usePlay } from "../play/context";
import { sentence } from "../play/LogList";
import { EmoteBubble } from "./Emotes";
import { TunnelPanel } from "./TunnelPanel";
import { useMomentsOf } from "./useMoments";

/** What a press there means something else than "go on". */
const CONTROLS = "button, a, input, select, textarea, dialog, [role=button], [role=tab], [role=radio], .sheet-grip";

/** Above everything: what travels, and for those who listen a sentence about each moment. */
export function Stage(): ReactElement | null {
  const play = usePlay();
  const moments = useMomentsOf();
  const line = useStore(moments!.told);
  const director = moments?.director;
  useEffect(() => {
    if (!director) return;
    // For tests and pictures, which look at an instant of a moment.
    Object.assign(window, { wagonik: director });
    const press = (event: PointerEvent): void => {
      if (!(event.target instanceof Element) || !event.target.closest(CONTROLS)) director.skip();
    };
    const key = (event: KeyboardEvent): void => {
      if (event.key === "Escape") director.skip();
    };
    window.addEventListener("pointerdown", press);
    window.addEventListener("keydown", key);
    return () => {
      window.removeEventListener("pointerdown", press);
      window.removeEventListener("keydown", key);
    };
  }, [director]);
  return createPortal(
    <>
      <Safely>
        <TunnelPanel />
        <EmoteBubble />
      </Safely>
      <div className="moments-stage" aria-hidden="true" />
      <div className="heard" aria-live="polite">
        {line && <p key={line.key}>{sentence(play, line)}</p>}
      </div>
    </>,
    document.body,
  );
}
