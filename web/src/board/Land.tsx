import { type CSSProperties, memo, type ReactElement, useId, useMemo } from "react";
import { linePath, ringArea, ringPath, ringPoints, unpack } from "./paths";
import type { Geography, Point, Ring } from "./types";

/** Distances of a lake's waterlines from its shore, in units of the board. */
const WATERLINES = [26, 17, 9.5, 4] as const;
/** A lake smaller than this has no waterlines. */
const LARGE_LAKE = 5000;
/** So far a stream is drawn on, in units of the board. */
const STREAM = 2000;

function decode(geography: Geography) {
  const arcs = geography.arcs.map(unpack);
  const rings = (list: readonly Ring[] = []): string => list.map((ring) => ringPath(ring, arcs)).join("");
  const lines = (list: readonly number[] = []): string => list.map((arc) => linePath(arcs[arc] ?? [])).join("");
  const areas = geography.areas ?? [];
  const large = (geography.lakes ?? []).filter((ring) => ringArea(ringPoints(ring, arcs)) > LARGE_LAKE);
  return {
    areas: areas.map((area) => ({ tint: area.tint, clip: area.clip === true, d: rings(area.rings) })),
    land: areas
      .filter((area) => !area.clip)
      .map((area) => rings(area.rings))
      .join(""),
    shelves: (geography.shelves ?? []).map((list) => rings(list)),
    coast: lines(geography.coast),
    borders: lines(geography.borders),
    inner: lines(geography.inner),
    lakes: rings(geography.lakes),
    large: rings(large),
    rivers: lines(geography.rivers),
    streams: (geography.streams ?? []).map(({ arc, width }) => ({ width, d: linePath(flowingOn(arcs[arc] ?? [])) })),
    islands: rings(geography.islands),
    greens: rings(geography.greens),
    roads: lines(geography.roads),
    circles: lines(geography.circles),
  };
}

/** A stream comes from beyond the map and goes on beyond it, however much of that is seen. */
function flowingOn(points: readonly Point[]): Point[] {
  const on = ([x, y]: Point, [fromX, fromY]: Point): Point => {
    const far = STREAM / Math.max(1, Math.hypot(x - fromX, y - fromY));
    return [x + (x - fromX) * far, y + (y - fromY) * far];
  };
  const [first, second, last, before] = [points[0], points[1], points.at(-1), points.at(-2)];
  return first && second && last && before ? [on(first, second), ...points, on(last, before)] : [...points];
}

interface LandProps {
  geography: Geography | null;
  width: number;
  height: number;
  /** The names of waters are written in this language. */
  language: string;
}

/** The map under everything: sea with its waterlines, land, borders, waters and their names. */
export const Land = memo(function Land({ geography, width, height, language }: LandProps): ReactElement {
  const id = useId();
  const shapes = useMemo(() => (geography ? decode(geography) : null), [geography]);
  const reach = Math.max(width, height);
  if (!geography || !shapes) return <PlainGround width={width} height={height} />;
  return (
    <g className="land">
      <rect
        x={-reach}
        y={-reach}
        width={width + 2 * reach}
        height={height + 2 * reach}
        fill={geography.ground ? "var(--land-0)" : "var(--sea)"}
      />
      {shapes.shelves.map((d, i) => (
        <path key={i} d={d} fill={`var(--shallow-${i + 1})`} stroke={`var(--waterline-${i + 1})`} strokeWidth="0.9" />
      ))}
      {shapes.areas
        .filter((area) => !area.clip)
        .map((area) => (
          <path
            key={area.tint}
            d={area.d}
            fill={`var(--land-${area.tint})`}
            stroke={`var(--land-${area.tint})`}
            strokeWidth="0.7"
          />
        ))}
      {shapes.areas.some((area) => area.clip) && (
        <>
          <clipPath id={`${id}-land`}>
            <path d={shapes.land} />
          </clipPath>
          <g clipPath={`url(#${id}-land)`}>
            {shapes.areas
              .filter((area) => area.clip)
              .map((area, i) => (
                <path key={i} d={area.d} fill={`var(--land-${area.tint})`} />
              ))}
            <path className="land-border" d={shapes.inner} />
          </g>
        </>
      )}
      <path d={shapes.greens} fill="var(--green)" />
      <path className="land-border" d={shapes.borders} />
      <path className="land-road" d={shapes.roads} />
      <path className="land-river" d={shapes.rivers} />
      {shapes.streams.map(({ d, width: wide }, i) => (
        <g key={i} fill="none" strokeLinejoin="round">
          <path d={d} stroke="var(--coast)" strokeWidth={wide + 2} />
          <path d={d} stroke="var(--sea)" strokeWidth={wide} />
        </g>
      ))}
      {shapes.islands && <path d={shapes.islands} fill="var(--land-2)" stroke="var(--coast)" strokeWidth="1" />}
      <path d={shapes.lakes} fill="var(--lake)" />
      {shapes.large && (
        <>
          <clipPath id={`${id}-lakes`}>
            <path d={shapes.large} />
          </clipPath>
          <g clipPath={`url(#${id}-lakes)`}>
            <path d={shapes.large} fill="var(--sea)" />
            <Waterlines d={shapes.large} />
          </g>
        </>
      )}
      <path className="land-shore" d={shapes.lakes} />
      <path className="land-coast" d={shapes.coast} />
      <path className="land-circle" d={shapes.circles} />
      {!geography.ground && <Margin width={width} height={height} />}
      {(geography.names ?? []).map((name) => (
        <text
          key={name.en}
          className={name.land ? "land-name land-country" : "land-name"}
          transform={`translate(${name.x} ${name.y})${name.angle ? ` rotate(${name.angle})` : ""}`}
          style={{ "--size": name.size } as CSSProperties}
        >
          <Lines text={String(name[language] ?? name.en)} />
        </text>
      ))}
    </g>
  );
});

/** How far a map goes beyond its board, as tools/geography.mjs cuts it, in parts of the longer side. */
const BEYOND = 0.5;
/** On so much of that it passes into the table. */
const SOFT = 0.2;

/** Where the map ends, seen beside a board that is much longer than its pane or much shorter: no hard edge. */
function Margin({ width, height }: { width: number; height: number }): ReactElement {
  const id = useId();
  const long = Math.max(width, height);
  const [far, soft, more] = [long * BEYOND, long * SOFT, long * 5];
  const [left, top, wide, high] = [-far, -far, width + 2 * far, height + 2 * far];
  const [right, bottom] = [left + wide, top + high];
  return (
    <g className="land-margin">
      {[0, 90, 180, 270].map((turn) => (
        <linearGradient key={turn} id={`${id}-${turn}`} gradientTransform={`rotate(${turn} 0.5 0.5)`}>
          <stop offset="0" stopColor="var(--paper)" />
          <stop offset="1" stopColor="var(--paper)" stopOpacity="0" />
        </linearGradient>
      ))}
      <rect x={left} y={top} width={soft} height={high} fill={`url(#${id}-0)`} />
      <rect x={left} y={top} width={wide} height={soft} fill={`url(#${id}-90)`} />
      <rect x={right - soft} y={top} width={soft} height={high} fill={`url(#${id}-180)`} />
      <rect x={left} y={bottom - soft} width={wide} height={soft} fill={`url(#${id}-270)`} />
      <path
        fill="var(--paper)"
        fillRule="evenodd"
        d={`M${left - more} ${top - more}h${wide + 2 * more}v${high + 2 * more}h${-wide - 2 * more}ZM${left + 2} ${top + 2}h${wide - 4}v${high - 4}h${4 - wide}Z`}
      />
    </g>
  );
}

/** A text in as many lines as it has, one below the other around its middle. */
function Lines({ text }: { text: string }): ReactElement {
  const lines = text.split("\n");
  return (
    <>
      {lines.map((line, i) => (
        <tspan key={i} x="0" y={`${i - (lines.length - 1) / 2}em`}>
          {line}
        </tspan>
      ))}
    </>
  );
}

/** Lines along the shores of lakes, each a broad stroke of which only the rim shows. */
function Waterlines({ d }: { d: string }): ReactElement {
  return (
    <g fill="none" strokeLinejoin="round" strokeLinecap="round">
      {WATERLINES.map((far, i) => (
        <g key={far}>
          <path d={d} stroke={`var(--waterline-${i + 1})`} strokeWidth={2 * far + 1.5} />
          <path d={d} stroke={`var(--shallow-${i + 1})`} strokeWidth={2 * far} />
        </g>
      ))}
    </g>
  );
}

/** A board without a map lies on drawing paper with a compass rose. */
function PlainGround({ width, height }: { width: number; height: number }): ReactElement {
  const id = useId();
  const reach = Math.max(width, height);
  return (
    <g className="land">
      <pattern id={id} width="48" height="48" patternUnits="userSpaceOnUse">
        <path d="M0 .5h48M.5 0v48" stroke="var(--land-0)" strokeWidth="1.2" fill="none" />
        <path d="M24 22v4M22 24h4" stroke="var(--land-0)" strokeWidth="1.2" fill="none" />
      </pattern>
      <rect x={-reach} y={-reach} width={width + 2 * reach} height={height + 2 * reach} fill="var(--land-2)" />
      <rect x={-reach} y={-reach} width={width + 2 * reach} height={height + 2 * reach} fill={`url(#${id})`} />
      <g
        transform={`translate(${width / 2} ${height / 2}) scale(${Math.min(width, height) / 260})`}
        fill="none"
        stroke="var(--land-0)"
        strokeWidth="2"
      >
        <circle r="78" />
        <circle r="62" strokeWidth="1" />
        {[0, 45, 90, 135, 180, 225, 270, 315].map((turn) => (
          <path
            key={turn}
            transform={`rotate(${turn}) scale(${turn % 90 ? 0.66 : 1})`}
            d="M0-92 11-11 0 0-11-11Z"
            fill="var(--land-2)"
          />
        ))}
      </g>
    </g>
  );
}
