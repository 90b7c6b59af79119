import { memo, type ReactElement } from "react";
import { Land } from "./Land";
import { linePath } from "./paths";
import type { BoardDrawing, Geography } from "./types";

interface ThumbnailProps {
  drawing: BoardDrawing;
  geography: Geography | null;
  /** What a screen reader says; without it the picture is decoration. */
  label?: string;
}

/** A quiet small picture of a board: the map, the network and its places, no spaces, no names. */
export const Thumbnail = memo(function Thumbnail(props: ThumbnailProps): ReactElement {
  const { drawing, geography, label } = props;
  const map = geography ? { ...geography, names: [], circles: [] } : null;
  const net = drawing.bundles.map((bundle) => {
    const [first, last] = [bundle.links[0], bundle.links[bundle.links.length - 1]];
    const ends = bundle.links.length > 1 && first && last ? [first, last] : bundle.links;
    return [bundle.path, ...ends].map((line) => linePath(line)).join("");
  });
  return (
    <svg
      className="board-thumbnail"
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
      preserveAspectRatio="xMidYMid slice"
      role={label ? "img" : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <Land geography={map} width={drawing.width} height={drawing.height} language="en" />
      <path className="thumbnail-bed" d={net.join("")} />
      <path className="thumbnail-net" d={net.join("")} />
      {drawing.places.map((place, i) => (
        <circle key={i} className="thumbnail-place" cx={place.x} cy={place.y} r={place.junction ? 6 : 10} />
      ))}
    </svg>
  );
});
