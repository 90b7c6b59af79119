import {
  type KeyboardEvent,
  memo,
  type ReactElement,
  type ReactNode,
  type PointerEvent as ReactPointerEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { Icon } from "../ui/icons";
import { Badges, Beds } from "./Beds";
import { Land } from "./Land";
import { following, isArrow, neighbour, tracksOf } from "./navigate";
import { Places } from "./Places";
import { SpaceDefs } from "./Spaces";
import { Hits, Tracks } from "./Tracks";
import type { BoardDrawing, Geography, PlaceLook, TrackLook } from "./types";
import { useViewport } from "./useViewport";
import { type Insets, NO_INSETS } from "./viewport";

export interface BoardLabels {
  readonly board: string;
  readonly zoomIn: string;
  readonly zoomOut: string;
  readonly fit: string;
}

export interface BoardProps {
  drawing: BoardDrawing;
  geography: Geography | null;
  language: string;
  /** One look a track, and one a place, in the order of the drawing. */
  tracks: readonly TrackLook[];
  places: readonly PlaceLook[];
  labels: BoardLabels;
  /** Room that floating panels take. */
  insets?: Insets;
  /** Pointed at or focused; nothing when the pointer leaves. */
  onTrackHover?: (track: number | null) => void;
  onTrack?: (track: number) => void;
  onPlaceHover?: (place: number | null) => void;
  onPlace?: (place: number) => void;
  /** Above the map, fixed on the stage. */
  children?: ReactNode;
}

type Focus = { readonly track: number } | { readonly place: number };

/**
 * The drawn board. It shows what it is told and reports what is pointed at; it knows nothing about
 * any game.
 */
export function Board(props: BoardProps): ReactElement {
  const { drawing, geography, language, tracks, places, labels, insets = NO_INSETS } = props;
  const { onTrack, onPlace, onTrackHover, onPlaceHover } = props;
  const id = useId();
  const viewport = useViewport(drawing, insets);
  const [hovered, setHovered] = useState<number | null>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  const here = useRef(0);
  const root = useRef<SVGSVGElement | null>(null);

  const claimable = useMemo(
    () => tracks.flatMap((look, i) => (look.state === "claimable" || look.state === "helps" ? [i] : [])),
    [tracks],
  );

  const hover = useCallback(
    (track: number | null) => {
      setHovered(track);
      onTrackHover?.(track);
    },
    [onTrackHover],
  );

  /** Give the keyboard focus to a track or place and bring it into sight. */
  const go = useCallback(
    (next: Focus) => {
      setFocus(next);
      const key = "track" in next ? `[data-track="${next.track}"]` : `[data-place="${next.place}"]`;
      const target = root.current?.querySelector<SVGElement>(`${key}[role]`);
      target?.focus({ preventScroll: true });
      if ("place" in next) {
        here.current = next.place;
        const place = drawing.places[next.place];
        if (place) viewport.reveal(place.x, place.y);
      } else {
        const spaces = drawing.tracks[next.track]?.spaces ?? [];
        const middle = spaces[spaces.length >> 1];
        if (middle) viewport.reveal(middle[0], middle[1]);
      }
    },
    [drawing, viewport],
  );

  const focusPlace = useCallback((place: number) => {
    here.current = place;
    setFocus({ place });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const track = focus && "track" in focus ? focus.track : null;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (isArrow(key)) go({ place: neighbour(drawing, here.current, key) });
    else if (key === "r" || key === "c") {
      const list = key === "r" ? tracksOf(drawing, here.current) : claimable;
      const next = following(list, track, event.shiftKey);
      if (next !== null) go({ track: next });
    } else if (key === "Enter" || key === " ") {
      if (track !== null) onTrack?.(track);
      else onPlace?.(here.current);
    } else if (key === "+" || key === "=") viewport.zoom(1.4);
    else if (key === "-") viewport.zoom(1 / 1.4);
    else if (key === "0") viewport.reset();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const target = (event: { target: EventTarget }, name: "track" | "place"): number | null => {
    const found = (event.target as Element).closest(`[data-${name}]`)?.getAttribute(`data-${name}`);
    return found == null ? null : Number(found);
  };

  const onPointerOver = (event: ReactPointerEvent): void => {
    if (event.pointerType === "touch" || viewport.moving()) return;
    const track = target(event, "track");
    if (track !== hovered) hover(track);
    onPlaceHover?.(target(event, "place"));
  };

  const onClick = (event: React.MouseEvent): void => {
    if (viewport.dragged()) return;
    const track = target(event, "track");
    const place = target(event, "place");
    if (track !== null) {
      go({ track });
      onTrack?.(track);
    } else if (place !== null) {
      go({ place });
      onPlace?.(place);
    }
  };

  useEffect(() => {
    if (focus && "track" in focus) onTrackHover?.(focus.track);
  }, [focus, onTrackHover]);

  const focusedTrack = focus && "track" in focus ? focus.track : null;
  const focusedPlace = focus && "place" in focus ? focus.place : null;
  return (
    <div className="board" ref={viewport.stage}>
      <div className="board-layer" ref={viewport.layer} style={{ width: drawing.width, height: drawing.height }}>
        <svg className="board-svg board-map" width={drawing.width} height={drawing.height} aria-hidden="true">
          <Land geography={geography} width={drawing.width} height={drawing.height} language={language} />
          <Beds drawing={drawing} />
        </svg>
        <svg
          ref={root}
          className="board-svg board-play"
          width={drawing.width}
          height={drawing.height}
          role="group"
          aria-label={labels.board}
          onKeyDown={onKeyDown}
          onPointerOver={onPointerOver}
          onPointerLeave={() => {
            hover(null);
            onPlaceHover?.(null);
          }}
          onClick={onClick}
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) {
              setFocus(null);
              onTrackHover?.(null);
            }
          }}
        >
          <SpaceDefs id={id} piece={drawing.piece} />
          <Tracks
            id={id}
            drawing={drawing}
            looks={tracks}
            hovered={hovered}
            focused={focusedTrack}
            onFocus={setFocus}
          />
          <Badges drawing={drawing} />
          <Hits drawing={drawing} />
          <Places
            drawing={drawing}
            looks={places}
            focused={focusedPlace}
            entry={focusedTrack === null ? (focusedPlace ?? here.current) : null}
            onFocus={focusPlace}
          />
        </svg>
      </div>
      <ZoomButtons corner={drawing.quiet} labels={labels} zoom={viewport.zoom} reset={viewport.reset} />
      {props.children}
    </div>
  );
}

const ZoomButtons = memo(function ZoomButtons({
  corner,
  labels,
  zoom,
  reset,
}: {
  /** Where the board is quiet, like "top left"; unknown for some boards. */
  corner: string;
  labels: BoardLabels;
  zoom: (factor: number) => void;
  reset: () => void;
}): ReactElement {
  return (
    <div className={corner ? `board-zoom board-zoom-${corner.replace(" ", "-")}` : "board-zoom"}>
      <button type="button" aria-label={labels.zoomIn} title={labels.zoomIn} onClick={() => zoom(1.4)}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label={labels.zoomOut} title={labels.zoomOut} onClick={() => zoom(1 / 1.4)}>
        <Icon name="minus" />
      </button>
      <button type="button" aria-label={labels.fit} title={labels.fit} onClick={reset}>
        <Icon name="fit" />
      </button>
    </div>
  );
});
