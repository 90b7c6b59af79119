import { memo, type ReactElement, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import {
  type Box,
  type Lettering,
  LINE,
  type Name,
  overlap,
  placeNames,
  placeSigns,
  roughly,
  withNames,
} from "./lettering";
import type { BoardDrawing } from "./types";
import { discAt, type Viewport } from "./useViewport";

/** Letters never become smaller, in pixels, and no larger than these. */
const SMALL = 12;
const LARGE = 16.5;
/** A change of the zoom by less waits until the zoom stands still. */
const STEP = 0.04;
const SETTLED = 120;

const sizeAt = (scale: number, least: number): number => Math.max(least, Math.min(LARGE, 15 * scale));

let pen: CanvasRenderingContext2D | null | undefined;
const widths = new Map<string, number>();

/** How wide a line is in the font of the page. */
function measure(line: string, size: number, strong: boolean): number {
  if (pen === undefined) pen = document.createElement("canvas").getContext("2d");
  if (!pen) return roughly(line, size, strong);
  const key = `${strong}${line}`;
  let wide = widths.get(key);
  if (wide === undefined) {
    pen.font = `${strong ? 700 : 600} 100px "Barlow Semi Condensed", "Arial Narrow", sans-serif`;
    wide = pen.measureText(line).width / 100;
    widths.set(key, wide);
  }
  return wide * size;
}

interface NamesProps {
  drawing: BoardDrawing;
  viewport: Viewport;
  /** Places that are named whatever comes, the most important one with the largest number. */
  important: ReadonlyMap<number, number>;
  /** The track that is pointed at or selected. */
  track: number | null;
  /** Numbered on the board, to choose one of them. */
  choosing: readonly number[];
}

/** Names of places and signs of tracks, above the board and not zoomed with it. */
export const Names = memo(function Names(props: NamesProps): ReactElement {
  const { drawing, viewport, important, track, choosing } = props;
  const [scale, setScale] = useState<number | null>(null);
  const [fonts, setFonts] = useState(0);
  const group = useRef<SVGGElement>(null);
  const laid = useRef(scale);
  const phone = typeof innerWidth !== "undefined" && Math.min(innerWidth, innerHeight) < 560;

  useLayoutEffect(() => {
    laid.current = scale;
    const view = viewport.view();
    if (group.current && view && scale !== null) move(group.current, view, scale);
  }, [scale, viewport]);

  useLayoutEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const now = viewport.view();
    if (now) setScale(now.scale);
    const forget = viewport.subscribe((view, smooth) => {
      clearTimeout(timer);
      const before = laid.current;
      group.current?.classList.toggle("names-smooth", smooth);
      if (before === null || smooth || Math.abs(view.scale / before - 1) > STEP) setScale(view.scale);
      else if (view.scale !== before) timer = setTimeout(() => setScale(view.scale), SETTLED);
      if (group.current && before !== null && !smooth) move(group.current, view, before);
      else if (group.current && view.scale === before) move(group.current, view, before);
    });
    return () => {
      clearTimeout(timer);
      forget();
    };
  }, [viewport]);

  // Widths are measured again when the letters have come.
  useEffect(() => {
    let current = true;
    void document.fonts?.ready.then(() => {
      widths.clear();
      if (current) setFonts((count) => count + 1);
    });
    return () => {
      current = false;
    };
  }, []);

  const lettering = useMemo(
    (): Lettering | null =>
      scale === null
        ? null
        : { size: sizeAt(scale, phone ? SMALL : SMALL + 1), disc: discAt(scale), important, measure },
    [scale, important, phone, fonts],
  );
  const placed = useMemo(
    () => (lettering && scale !== null ? placeNames(drawing, scale, lettering) : []),
    [drawing, scale, lettering],
  );
  const looked = useMemo(() => {
    const tracks = choosing.length > 0 ? choosing : track === null ? [] : [track];
    return [...new Set(tracks.flatMap((each) => ends(drawing, each)))];
  }, [drawing, track, choosing]);
  const names = useMemo(
    () => (lettering && scale !== null ? withNames(drawing, scale, lettering, placed, looked) : []),
    [drawing, scale, lettering, placed, looked],
  );
  useLayoutEffect(() => {
    const stage = viewport.stage.current;
    if (stage && scale !== null) yieldTo(stage, drawing, names, scale, fonts);
  }, [drawing, names, scale, viewport, fonts]);
  const signs = useMemo(
    () =>
      scale === null
        ? []
        : placeSigns(drawing, scale, choosing.length > 0 || track === null ? choosing : [track], names),
    [drawing, scale, track, choosing, names],
  );

  return (
    <svg className="board-svg board-names" aria-hidden="true">
      <g ref={group}>
        {names.map(({ place, x, y, size, strong, lines }) => (
          <text
            key={place}
            className={`name${strong ? " name-strong" : ""}${looked.includes(place) ? " name-pointed" : ""}`}
            style={{ transform: `translate(${x}px, ${y}px)`, fontSize: size }}
          >
            {lines.map((line, i) => (
              <tspan key={line} x="0" y={(i - (lines.length - 1) / 2) * size * LINE}>
                {line}
              </tspan>
            ))}
          </text>
        ))}
        {signs.map((sign) => (
          <g
            key={`${sign.x} ${sign.y}`}
            className={sign.lit ? "sign sign-lit" : "sign"}
            style={{ transform: `translate(${sign.x}px, ${sign.y}px) rotate(${sign.angle}deg)` }}
          >
            <rect x={-sign.wide / 2} y={-sign.size * 0.62} width={sign.wide} height={sign.size * 1.24} rx="3" />
            <text style={{ fontSize: sign.size }}>{sign.text}</text>
          </g>
        ))}
        {scale !== null &&
          choosing.map((each, i) => {
            const spaces = drawing.tracks[each]?.spaces ?? [];
            const at = spaces[i % 2 ? spaces.length - 1 : 0];
            return at ? (
              <g key={each} className="pick" style={{ transform: `translate(${at[0] * scale}px, ${at[1] * scale}px)` }}>
                <circle r="11" />
                <text>{i + 1}</text>
              </g>
            ) : null;
          })}
      </g>
    </svg>
  );
});

interface Measured {
  readonly key: string;
  readonly box: Box;
  /** Whether spaces lie over it. */
  readonly crossed: boolean;
}

/** Where names of waters and lands are at a zoom: to measure them again, everything would be laid out. */
const measured = new WeakMap<Element, Measured>();
/** From the middle of a space to its sides, and to where it is looked at along its row, in units of the board. */
const SIDE = 6;
const ALONG = [-8, 0, 8];
/** Letters have less height than their line, which so far is empty above and below. */
const LEADING = 0.2;

function measuredAt(text: SVGTextElement, drawing: BoardDrawing, scale: number, fonts: number): Measured | null {
  const key = `${scale} ${fonts} ${text.textContent}`;
  const known = measured.get(text);
  if (known?.key === key) return known;
  const at = text.transform.baseVal.consolidate()?.matrix;
  if (!at) return null;
  const { x, y, width, height } = text.getBBox();
  const corners = [x, x + width].flatMap((cx) =>
    [y, y + height].map((cy) => [at.a * cx + at.c * cy + at.e, at.b * cx + at.d * cy + at.f] as const),
  );
  const [xs, ys] = [corners.map(([cx]) => cx * scale), corners.map(([, cy]) => cy * scale)];
  const box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  // A slanted name is asked along its own line.
  const letters = around(x, y + height * LEADING, width, height * (1 - 2 * LEADING), SIDE);
  const back = at.inverse();
  const crossed = drawing.tracks.some(({ spaces }) =>
    spaces.some(([sx, sy, angle]) =>
      ALONG.some((far) => {
        const px = sx + far * Math.cos((angle * Math.PI) / 180);
        const py = sy + far * Math.sin((angle * Math.PI) / 180);
        return letters(back.a * px + back.c * py + back.e, back.b * px + back.d * py + back.f);
      }),
    ),
  );
  const found = { key, box, crossed };
  measured.set(text, found);
  return found;
}

/** Whether a point is in a box or so near to it. */
const around =
  (x: number, y: number, width: number, height: number, near: number) =>
  (px: number, py: number): boolean =>
    px > x - near && px < x + width + near && py > y - near && py < y + height + near;

/** Names of waters and lands make room: those that a route or the name of a place lies over are not shown. */
function yieldTo(
  stage: HTMLElement,
  drawing: BoardDrawing,
  names: readonly Name[],
  scale: number,
  fonts: number,
): void {
  for (const text of stage.querySelectorAll<SVGTextElement>(".land-name")) {
    const found = measuredAt(text, drawing, scale, fonts);
    if (!found) continue;
    const under = found.crossed || names.some((name) => overlap(name.box, found.box));
    if (under !== text.classList.contains("land-name-under")) text.classList.toggle("land-name-under", under);
  }
}

/** The names follow the board; between two layouts they are zoomed with it for a moment. */
function move(group: SVGGElement, view: { scale: number; x: number; y: number }, laid: number): void {
  group.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale / laid})`;
}

function ends(drawing: BoardDrawing, track: number): number[] {
  const found = drawing.tracks[track];
  return found ? [found.start, found.end] : [];
}
