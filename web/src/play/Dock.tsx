import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { CORNERS, freeCorner } from "./corners";

interface DockProps {
  /** The corner where the board is quiet. */
  quiet: string;
  /** What must not be covered: tracks and places of the drawing. */
  tracks: readonly number[];
  places: readonly number[];
  children: ReactNode;
}

/** A card above the board. It lies where the board is quiet, unless it would cover what it is about. */
export function Dock({ quiet, tracks, places, children }: DockProps): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const home = CORNERS.find((corner) => corner === quiet) ?? "top-left";
  const about = `${tracks.join()}/${places.join()}`;
  useEffect(() => {
    const dock = box.current;
    const stage = dock?.parentElement;
    if (!dock || !stage || about === "/") return;
    const [ofTracks = "", ofPlaces = ""] = about.split("/");
    const choose = (): void => {
      const keys = [
        ...ofTracks.split(",").map((track) => `.tracks [data-track="${track}"]`),
        ...ofPlaces.split(",").map((place) => `.places [data-place="${place}"] .place-body`),
      ];
      const boxes = keys.flatMap((key) => stage.querySelector(key)?.getBoundingClientRect() ?? []);
      const [room, size] = [stage.getBoundingClientRect(), dock.getBoundingClientRect()];
      if (size.height < 20) return;
      dock.className = `dock dock-${freeCorner(home, room, size, boxes)}`;
    };
    // It is called first when all has been laid out, so that nothing is laid out for this alone.
    const observer = new ResizeObserver(choose);
    observer.observe(dock);
    observer.observe(stage);
    return () => observer.disconnect();
  }, [about, home]);
  return (
    <div ref={box} className={`dock dock-${home}`}>
      {children}
    </div>
  );
}
