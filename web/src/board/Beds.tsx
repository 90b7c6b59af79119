import { memo, type ReactElement } from "react";
import { linePath, smoothPath } from "./paths";
import type { BoardDrawing, Point } from "./types";

/** The line of a bundle cut short at both ends, so that a round stroke ends a little after it. */
function shortened(path: readonly Point[], by: number): Point[] {
  const points = [...path];
  const pull = (end: number, next: number): void => {
    const [a, b] = [points[end], points[next]];
    if (!a || !b) return;
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const step = Math.min(by, long - 0.1) / long;
    points[end] = [a[0] + (b[0] - a[0]) * step, a[1] + (b[1] - a[1]) * step];
  };
  pull(0, 1);
  pull(points.length - 1, points.length - 2);
  return points;
}

/** Link lines between places and rows, and a pale bed under each row. */
export const Beds = memo(function Beds({ drawing }: { drawing: BoardDrawing }): ReactElement {
  return (
    <g className="beds">
      {drawing.bundles.map((bundle, i) => (
        <path
          key={i}
          className="bed"
          d={smoothPath(shortened(bundle.path, (bundle.width + 7) / 2 - 4))}
          strokeWidth={bundle.width + 7}
        />
      ))}
      {drawing.bundles.map((bundle, i) => (
        <path
          key={i}
          className={bundle.ferry ? "link link-ferry" : "link"}
          d={bundle.links.map((link) => linePath(link)).join("")}
        />
      ))}
      {drawing.bundles.map((bundle, i) =>
        bundle.ferry ? null : <path key={i} className="link" d={smoothPath(bundle.path)} />,
      )}
    </g>
  );
});
