import { memo, type ReactElement } from "react";
import { capsulePath } from "./paths";
import type { BoardDrawing, Point, Space, TrackMark } from "./types";

/** How far from the middle of a track its word stands, in pixels. */
const AWAY = 30;
/** The same in units of the board, about, to see what stands there. */
const FAR = 44;
const SIDES: readonly Point[] = [
  [0, -1],
  [0, 1],
  [1.6, 0],
  [-1.6, 0],
];

/** On which side of a point what stands there is farthest away: places and their names, and other words. */
function side(drawing: BoardDrawing, [x, y]: Space, others: readonly Point[]): Point {
  const room = ([dx, dy]: Point): number =>
    Math.min(
      ...others.map(([ox, oy]) => Math.hypot((ox - x - dx * FAR) / 3, oy - y - dy * FAR)),
      ...drawing.places.map((place) =>
        Math.min(
          Math.hypot((place.x - x - dx * FAR) / 2, place.y - y - dy * FAR),
          place.label ? Math.hypot((place.label.x - x - dx * FAR) / 2, place.label.y - y - dy * FAR) : Infinity,
        ),
      ),
    );
  return SIDES.reduce((best, each) => (room(each) > room(best) ? each : best));
}

/** Tracks that somebody speaks of, each with a word beside it: never told by a colour alone. */
export const Marks = memo(function Marks({
  drawing,
  marks,
}: {
  drawing: BoardDrawing;
  marks: readonly TrackMark[];
}): ReactElement {
  const said: Point[] = [];
  return (
    <g className="marks" aria-hidden="true">
      {marks.map(({ track, kind }) => {
        const spaces = drawing.tracks[track]?.spaces;
        return spaces ? (
          <path key={`${kind} ${track}`} className={`mark mark-${kind}`} d={capsulePath(spaces, 30, 9)} />
        ) : null;
      })}
      {marks.map(({ track, kind, word }) => {
        const spaces = drawing.tracks[track]?.spaces ?? [];
        const at = spaces[spaces.length >> 1];
        if (!at || word === "") return null;
        const wide = word.length * 8.6 + 20;
        const [dx, dy] = side(drawing, at, said);
        said.push([at[0] + dx * FAR, at[1] + dy * FAR]);
        return (
          <g
            key={`${kind} ${track}`}
            className={`mark-flag mark-flag-${kind}`}
            style={{ transform: `translate(${at[0]}px, ${at[1]}px) scale(calc(1 / var(--k, 1)))` }}
          >
            <rect x={dx * AWAY - wide / 2} y={dy * AWAY - 13} width={wide} height="26" rx="13" />
            <text x={dx * AWAY} y={dy * AWAY}>
              {word}
            </text>
          </g>
        );
      })}
    </g>
  );
});
