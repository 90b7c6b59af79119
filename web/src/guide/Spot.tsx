import { type ReactElement, useCallback, useEffect, useState } from "react";
import type { Box } from "./geometry";
import type { Lit } from "./places";

/** A track as it lies on the screen. */
interface Row {
  readonly d: string;
  readonly matrix: string;
}

interface Lights {
  readonly rings: readonly Box[];
  readonly holes: readonly Box[];
  readonly rows: readonly Row[];
}

/** How often the page is looked at: things move, open and close without telling. */
const LOOK = 200;
const ROUND = 6;

export const boxOf = (element: Element, by = 0): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left - by, y: top - by, w: width + 2 * by, h: height + 2 * by };
};

function rowOf(track: number): Row | null {
  const path = document.querySelector<SVGPathElement>(`.hits path[data-track="${track}"]`);
  const matrix = path?.getScreenCTM();
  if (!path || !matrix) return null;
  const numbers = [matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f].map((each) => each.toFixed(3));
  return { d: path.getAttribute("d") ?? "", matrix: `matrix(${numbers.join(" ")})` };
}

/** Call again and again while something is shown, at once and when the page changes its size. */
export function useLooking(look: () => void): void {
  useEffect(() => {
    look();
    const timer = setInterval(look, LOOK);
    window.addEventListener("resize", look);
    return () => {
      clearInterval(timer);
      window.removeEventListener("resize", look);
    };
  }, [look]);
}

/** Rings round what a card speaks of; all else is a little darker, and stays as usable as before. */
export function Spot({ lit }: { lit: () => Lit }): ReactElement | null {
  const [lights, setLights] = useState<Lights>({ rings: [], holes: [], rows: [] });
  const look = useCallback(() => {
    const found = lit();
    const next: Lights = {
      rings: found.boxes.map((box) => boxOf(box, ROUND)),
      holes: found.open.map((box) => boxOf(box)),
      rows: found.tracks.flatMap((track) => rowOf(track) ?? []),
    };
    setLights((now) => (JSON.stringify(now) === JSON.stringify(next) ? now : next));
  }, [lit]);
  useLooking(look);
  const { rings, holes, rows } = lights;
  if (rings.length + holes.length + rows.length === 0) return null;
  const row = (each: Row, width: number, colour: string): ReactElement => (
    <path
      key={`${each.d}-${width}`}
      d={each.d}
      transform={each.matrix}
      fill="none"
      stroke={colour}
      strokeWidth={width}
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  );
  return (
    <svg className="guide-spot" aria-hidden="true">
      <defs>
        <mask id="guide-dark">
          <rect width="100%" height="100%" fill="white" />
          {[...rings, ...holes].map((box, i) => (
            <rect
              key={i}
              className="guide-hole"
              x={box.x}
              y={box.y}
              width={box.w}
              height={box.h}
              rx={14}
              fill="black"
            />
          ))}
          {rows.map((each) => row(each, 30, "black"))}
        </mask>
        {[
          ["guide-edges", 33, 20],
          ["guide-rows", 30, 23],
        ].map(([name, outer, inner]) => (
          <mask key={name} id={String(name)}>
            {rows.map((each) => row(each, Number(outer), "white"))}
            {rows.map((each) => row(each, Number(inner), "black"))}
          </mask>
        ))}
      </defs>
      <rect className="guide-dark" width="100%" height="100%" mask="url(#guide-dark)" />
      {rows.length > 0 &&
        ["guide-edges", "guide-rows"].map((name) => (
          <rect key={name} className={name} width="100%" height="100%" mask={`url(#${name})`} />
        ))}
      {rings.map((box, i) => (
        <rect key={i} className="guide-ring" x={box.x} y={box.y} width={box.w} height={box.h} rx={14} />
      ))}
    </svg>
  );
}
