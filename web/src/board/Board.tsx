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
import { Beds } from "./Beds";
import { filming } from "./camera";
import { Land } from "./Land";
import { Marks } from "./Marks";
import { Names } from "./Names";
import { following, isArrow, neighbour, tracksOf } from "./navigate";
import { Places } from "./Places";
import { SpaceDefs } from "./Spaces";
import { Hits, Tracks } from "./Tracks";
import { tapped } from "./tap";
import type { BoardDrawing, Geography, PlaceLook, Point, TrackLook, TrackMark } from "./types";
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
  /** The second click of a double click. */
  onTrackTwice?: (track: number) => void;
  /** A finger may mean any of these; without this the nearest one is meant. */
  onTracks?: (tracks: readonly number[]) => void;
  /** Nothing was hit. */
  onNothing?: () => void;
  /** Tracks that are numbered, to choose one of them. */
  choosing?: readonly number[];
  /** The track that stays in sight, whatever else needs room. */
  selected?: number | null;
  /** What was chosen here is on its way: what is lit is what could be chosen before. */
  busy?: boolean;
  /** Tracks that are pointed out, in the numbers of the drawing. */
  marks?: readonly TrackMark[];
  onPlaceHover?: (place: number | null) => void;
  onPlace?: (place: number) => void;
  /** Above the map, fixed on the stage. */
  children?: ReactNode;
}

const NONE: readonly number[] = [];
/** Two taps this close, in milliseconds and pixels, are one gesture. */
const TWICE = { time: 320, far: 28 };
const NEVER = Number.NEGATIVE_INFINITY;

/** A stage that is smaller, in pixels, as on every phone, shows a whole board too small for the one route that matters. */
const SQUEEZED = 440;

type Focus = { readonly track: number } | { readonly place: number };

/**
 * The drawn board. It shows what it is told and reports what is pointed at; it knows nothing about
 * any game.
 */
export function Board(props: BoardProps): ReactElement {
  const { drawing, geography, language, tracks, places, labels, insets = NO_INSETS } = props;
  const { onTrack, onTrackTwice, onTracks, onPlace, onNothing, onTrackHover, onPlaceHover } = props;
  const { choosing = NONE, selected = null, busy } = props;
  const id = useId();
  const viewport = useViewport(drawing, insets);
  const [hovered, setHovered] = useState<number | null>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  const here = useRef(0);
  const root = useRef<SVGSVGElement | null>(null);
  useEffect(() => filming(viewport), [viewport]);

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

  /** Where a finger went down: browsers move its click onto the nearest thing that can be pressed. */
  const finger = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const lastTap = useRef({ time: NEVER, x: 0, y: 0 });
  useEffect(() => {
    // Whoever does something else between two taps does not mean one gesture.
    const other = (event: Event): void => {
      if (event.type === "keydown" || !viewport.stage.current?.contains(event.target as Node))
        lastTap.current.time = NEVER;
    };
    window.addEventListener("pointerdown", other, true);
    window.addEventListener("keydown", other, true);
    return () => {
      window.removeEventListener("pointerdown", other, true);
      window.removeEventListener("keydown", other, true);
    };
  }, [viewport]);

  /** A finger is not as sharp as a pointer: everything near it is weighed. */
  const onTap = (event: React.MouseEvent, tip: { readonly x: number; readonly y: number }): void => {
    const [view, stage] = [viewport.view(), viewport.stage.current];
    if (!view || !stage) return;
    const corner = stage.getBoundingClientRect();
    const [x, y] = [tip.x - corner.left, tip.y - corner.top];
    const before = lastTap.current;
    const quick = event.timeStamp - before.time < TWICE.time;
    if (quick && Math.hypot(x - before.x, y - before.y) < TWICE.far) {
      lastTap.current = { time: NEVER, x, y };
      viewport.look(x, y);
      return;
    }
    lastTap.current = { time: event.timeStamp, x, y };
    const meant = tapped(drawing, view, x, y);
    if (meant.kind === "place") {
      go({ place: meant.place });
      onPlace?.(meant.place);
    } else if (meant.kind === "nothing") onNothing?.();
    else if (meant.tracks.length > 1 && onTracks) onTracks(meant.tracks);
    else {
      const track = meant.tracks[0] as number;
      go({ track });
      onTrack?.(track);
    }
  };

  const onClick = (event: React.MouseEvent): void => {
    const board = event.target === event.currentTarget || viewport.layer.current?.contains(event.target as Node);
    if (!board || viewport.dragged()) return;
    // A click that keys made has no pointer; the keys are heard elsewhere.
    if (finger.current) {
      onTap(event, finger.current);
      return;
    }
    const track = target(event, "track");
    const place = target(event, "place");
    if (track !== null) {
      go({ track });
      // Two clicks on two tracks that lie close, or with Esc between them, are no double click, whatever a browser counts.
      if (event.detail === 2 && track === selected && onTrackTwice) onTrackTwice(track);
      else onTrack?.(track);
    } else if (place !== null) {
      go({ place });
      onPlace?.(place);
    } else onNothing?.();
  };

  // What is selected stays in sight when a panel comes or goes; where that leaves little of the board, it comes nearer.
  useEffect(() => {
    const spaces = selected === null ? [] : (drawing.tracks[selected]?.spaces ?? []);
    const stage = viewport.stage.current;
    const [first, last] = [spaces[0], spaces[spaces.length - 1]];
    if (!stage || !first || !last) return;
    const points = spaces.map(([x, y]): Point => [x, y]);
    const reveal = (): void => {
      if (Math.min(stage.clientWidth, stage.clientHeight) < SQUEEZED) viewport.follow(points);
      else viewport.reveal((first[0] + last[0]) / 2, (first[1] + last[1]) / 2);
    };
    const observer = new ResizeObserver(reveal);
    observer.observe(stage);
    return () => {
      observer.disconnect();
      viewport.unfollow(true);
    };
  }, [drawing, selected, viewport]);

  useEffect(() => {
    if (focus && "track" in focus) onTrackHover?.(focus.track);
  }, [focus, onTrackHover]);

  const focusedTrack = focus && "track" in focus ? focus.track : null;
  const focusedPlace = focus && "place" in focus ? focus.place : null;
  // Ends of my tickets; pointing at places and tracks moves no other name.
  const marked = places.flatMap(({ mark }, i) => (mark ? [i] : [])).join();
  const important = useMemo(
    () => new Map(marked === "" ? [] : marked.split(",").map((place): [number, number] => [Number(place), 1])),
    [marked],
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what can be pressed is inside; this weighs what a finger means
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard by the board inside
    <div
      className="board"
      aria-busy={busy}
      ref={viewport.stage}
      onPointerDownCapture={(event) => {
        finger.current = event.pointerType === "touch" ? { x: event.clientX, y: event.clientY } : null;
      }}
      onMouseDown={(event) => {
        // The press that ends here gives the focus to what was pressed: it does not go away and come again.
        if (!finger.current && (target(event, "track") ?? target(event, "place")) !== null) event.preventDefault();
      }}
      onClick={onClick}
    >
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
          onBlur={(event) => {
            if (!event.currentTarget.contains(event.relatedTarget)) {
              setFocus(null);
              onTrackHover?.(null);
            }
          }}
        >
          <SpaceDefs id={id} piece={drawing.piece} />
          <g className="board-lights" aria-hidden="true" />
          <Tracks
            id={id}
            drawing={drawing}
            looks={tracks}
            pointed={[hovered, focusedTrack, selected, ...choosing]}
            focused={focusedTrack}
            onFocus={setFocus}
          />
          {props.marks && props.marks.length > 0 && <Marks drawing={drawing} marks={props.marks} />}
          <g className="board-moments" data-defs={id} aria-hidden="true" />
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
      <Names
        drawing={drawing}
        viewport={viewport}
        important={important}
        track={selected ?? focusedTrack ?? hovered}
        choosing={choosing}
      />
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
