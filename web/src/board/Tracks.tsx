import { memo, type ReactElement, useMemo } from "react";
import { seatFill } from "../ui/symbols";
import { capsulePath, rowPath } from "./paths";
import { ClaimedRow, FreeRow } from "./Spaces";
import type { BoardDrawing, TrackDrawing, TrackLook } from "./types";

interface TrackProps {
  id: string;
  number: number;
  track: TrackDrawing;
  look: TrackLook;
  pointed: boolean;
  focused: boolean;
  coupled: boolean;
  onFocus: (focus: { track: number }) => void;
}

/** One track in its state: what lights up lies under the spaces, so that they stay legible. */
const Track = memo(function Track(props: TrackProps): ReactElement {
  const { id, number, track, look, pointed, focused, coupled, onFocus } = props;
  const claimed = look.owner !== undefined;
  const wide = track.tunnel ? 1.6 : 0;
  const state = claimed ? "claimed" : look.state;
  const lit = state === "claimable" || state === "helps";
  return (
    <g
      className={`track track-${state}${pointed || look.marked ? " track-pointed" : ""}`}
      data-track={number}
      role="button"
      tabIndex={focused ? 0 : -1}
      aria-label={look.label}
      onFocus={() => onFocus({ track: number })}
    >
      {look.way && <path className="track-way" d={capsulePath(track.spaces, 25 + wide, 8)} />}
      {lit && <path className="track-capsule" d={capsulePath(track.spaces, 17.4 + wide, 3.6)} />}
      {(pointed || look.marked) && (
        <path className="track-ring" d={capsulePath(track.spaces, 20 + wide, 5)} />
      )}
      {claimed && look.fresh && (
        <path
          className="track-fresh"
          d={capsulePath(track.spaces, 20, 5)}
          style={{ stroke: seatFill(look.owner ?? 0) }}
        />
      )}
      {claimed ? (
        <ClaimedRow id={id} track={track} seat={look.owner ?? 0} coupled={coupled} />
      ) : (
        <g className="track-spaces">
          <FreeRow id={id} track={track} />
        </g>
      )}
    </g>
  );
});

interface TracksProps {
  id: string;
  drawing: BoardDrawing;
  looks: readonly TrackLook[];
  hovered: number | null;
  focused: number | null;
  onFocus: (focus: { track: number }) => void;
}

/** All tracks, those that shine on top of the others. */
export function Tracks({ id, drawing, looks, hovered, focused, onFocus }: TracksProps): ReactElement {
  const order = useMemo(() => {
    const rank = (look: TrackLook | undefined): number =>
      !look ? 0 : look.way ? 3 : look.owner !== undefined ? 0 : look.state === "helps" ? 2 : look.state === "claimable" ? 1 : 0;
    return drawing.tracks.map((_, i) => i).sort((a, b) => rank(looks[a]) - rank(looks[b]) || a - b);
  }, [drawing, looks]);
  return (
    <g className="tracks">
      {order.map((number) => {
        const track = drawing.tracks[number];
        const look = looks[number];
        if (!track || !look) return null;
        return (
          <Track
            key={number}
            id={id}
            number={number}
            track={track}
            look={look}
            pointed={hovered === number || focused === number}
            focused={focused === number}
            coupled={drawing.piece !== "bus"}
            onFocus={onFocus}
          />
        );
      })}
    </g>
  );
}

/**
 * What a finger or pointer hits: broad invisible strokes, and above them ones as wide as a space,
 * so that of two parallel tracks the one under the pointer is meant.
 */
export const Hits = memo(function Hits({ drawing }: { drawing: BoardDrawing }): ReactElement {
  return (
    <g className="hits" aria-hidden="true">
      {[24, 14].map((width) =>
        drawing.tracks.map((track, i) => (
          <path key={`${width}-${i}`} data-track={i} d={rowPath(track.spaces)} strokeWidth={width} />
        )),
      )}
    </g>
  );
});
