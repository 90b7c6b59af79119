import { memo, type ReactElement, useMemo, useRef } from "react";
import { seatFill } from "../ui/symbols";
import { capsulePath, rowPath, stations } from "./paths";
import { ClaimedRow, FreeRow } from "./Spaces";
import type { BoardDrawing, Glow, TrackDrawing, TrackLook } from "./types";

/** The teeth of a tunnel make a row a little broader. */
const breadth = (track: TrackDrawing, width: number): number => width + (track.tunnel ? 1.6 : 0);

const stateOf = (look: TrackLook): string => (look.owner === undefined ? look.state : "claimed");

const glowOf = (look: TrackLook): Glow | null => {
  if (look.glow !== undefined) return look.glow;
  return look.state === "helps" ? "strong" : look.state === "claimable" ? "thin" : null;
};

/** What lights up round a track. It lies under all spaces, so that no neighbour is covered. */
const Shine = memo(function Shine({ track, look }: { track: TrackDrawing; look: TrackLook }): ReactElement | null {
  // A track where a train stands can be lit too: some rules let a second one go there.
  const glow = glowOf(look);
  if (!look.way && !look.built && !look.opens && (!glow || glow === "dot") && !look.fresh) return null;
  const ring = look.way || look.built || glow === "strong" ? capsulePath(track.spaces, breadth(track, 18.6), 4.4) : "";
  return (
    <g>
      {look.opens && <path className="track-opens" d={capsulePath(track.spaces, breadth(track, 22), 6)} />}
      {ring && (
        <>
          <path className="track-rim" d={ring} />
          <path className={look.built ? "track-gold track-built" : "track-gold"} d={ring} />
        </>
      )}
      {!ring && glow === "thin" && (
        <path className="track-thin" d={capsulePath(track.spaces, breadth(track, 16.4), 3.2)} />
      )}
      {look.fresh && look.owner !== undefined && (
        <path className="track-fresh" d={capsulePath(track.spaces, 20, 5)} style={{ stroke: seatFill(look.owner) }} />
      )}
    </g>
  );
});

/** A small sign that a track can be claimed, at the end of its row. */
function Dot({ track }: { track: TrackDrawing }): ReactElement | null {
  const end = stations(track.spaces, -1)[0];
  return end ? (
    <g transform={`translate(${end.x} ${end.y})`}>
      <circle className="track-dot" r="4.2" />
    </g>
  ) : null;
}

interface TrackProps {
  id: string;
  number: number;
  track: TrackDrawing;
  look: TrackLook;
  pointed: boolean;
  focused: boolean;
  coupled: boolean;
  parallel: boolean;
  onFocus: (focus: { track: number }) => void;
}

/** The spaces of a track or the train that stands on them. */
const Track = memo(function Track(props: TrackProps): ReactElement {
  const { id, number, track, look, pointed, focused, coupled, parallel, onFocus } = props;
  return (
    <g
      className={`track track-${stateOf(look)}${pointed ? " track-pointed" : ""}${look.fresh ? " track-new" : ""}${parallel ? " parallel" : ""}${look.muted ? " track-muted" : ""}`}
      data-track={number}
      role="button"
      tabIndex={focused ? 0 : -1}
      aria-label={look.label}
      onFocus={() => onFocus({ track: number })}
    >
      {look.owner === undefined ? (
        <g className="track-spaces">
          <FreeRow id={id} track={track} />
        </g>
      ) : (
        <ClaimedRow id={id} track={track} seat={look.owner} others={look.others} coupled={coupled} />
      )}
    </g>
  );
});

interface TracksProps {
  id: string;
  drawing: BoardDrawing;
  looks: readonly TrackLook[];
  /** Pointed at, focused, selected or to be chosen from; whatever else is marked stands in its look. */
  pointed: readonly (number | null)[];
  focused: number | null;
  onFocus: (focus: { track: number }) => void;
}

/** All tracks: what shines below, then the spaces, then a ring round what is pointed at. */
export function Tracks({ id, drawing, looks, pointed, focused, onFocus }: TracksProps): ReactElement {
  // A ring lies above an outline where two parallel tracks shine.
  const order = useMemo(() => {
    const rank = (i: number): number => {
      const look = looks[i];
      return look ? Number(glowOf(look) === "strong") + 2 * Number(look.way === true) : 0;
    };
    return looks.map((_, i) => i).sort((a, b) => rank(a) - rank(b) || a - b);
  }, [looks]);
  const parallel = useMemo(
    () => new Set(drawing.bundles.flatMap(({ tracks }) => (tracks.length > 1 ? tracks : []))),
    [drawing],
  );
  const isPointed = (number: number): boolean => pointed.includes(number) || looks[number]?.marked === true;
  // One line that is always there, and is only seen or not: one that comes or goes paints the whole board again.
  const ring = (track: TrackDrawing): string => capsulePath(track.spaces, breadth(track, 19), 5);
  const rings = drawing.tracks.flatMap((track, i) => (isPointed(i) ? ring(track) : [])).join("");
  const kept = useRef("");
  const first = drawing.tracks[0];
  kept.current = rings || kept.current || (first ? ring(first) : "");
  const [shines, dots] = useMemo(
    () => [
      order.map((i) => {
        const [track, look] = [drawing.tracks[i], looks[i]];
        return track && look ? <Shine key={i} track={track} look={look} /> : null;
      }),
      drawing.tracks.map((track, i) => {
        const look = looks[i];
        return look && glowOf(look) === "dot" ? <Dot key={i} track={track} /> : null;
      }),
    ],
    [drawing, looks, order],
  );
  return (
    <>
      <g className="glows" aria-hidden="true">
        {shines}
      </g>
      <g className="tracks">
        {drawing.tracks.map((track, i) => {
          const look = looks[i];
          return look ? (
            <Track
              key={i}
              id={id}
              number={i}
              track={track}
              look={look}
              // Only what is quiet looks otherwise when it is pointed at: all others keep their style.
              pointed={look.marked === true || ((look.muted || look.state === "closed") && pointed.includes(i))}
              focused={focused === i}
              coupled={drawing.piece !== "bus"}
              parallel={parallel.has(i)}
              onFocus={onFocus}
            />
          ) : null;
        })}
      </g>
      <g className="dots" aria-hidden="true">
        {dots}
      </g>
      <g className="rings" aria-hidden="true">
        <path className={rings ? "track-ring" : "track-ring track-ring-off"} d={kept.current} />
      </g>
    </>
  );
}

/** In units of the board; from far more, so that it is as much in pixels. */
const BROAD = 24;

/**
 * What a pointer hits: broad invisible strokes, and above them ones as wide as a space,
 * so that of two parallel tracks the one under the pointer is meant.
 */
export const Hits = memo(function Hits({ drawing }: { drawing: BoardDrawing }): ReactElement {
  return (
    <g className="hits" aria-hidden="true">
      {[BROAD, 14].map((width) =>
        drawing.tracks.map((track, i) => (
          <path
            key={`${width}-${i}`}
            className={width === BROAD ? "hit-broad" : undefined}
            data-track={i}
            d={rowPath(track.spaces)}
            strokeWidth={width}
          />
        )),
      )}
    </g>
  );
});
