import { memo, type ReactElement } from "react";
import type { BoardDrawing, PlaceDrawing, PlaceLook } from "./types";

/** Three strokes through the middle. */
const SNOWFLAKE = "M0-5.4V5.4M-4.7-2.7L4.7 2.7M-4.7 2.7L4.7-2.7";

interface PlaceProps {
  number: number;
  place: PlaceDrawing;
  look: PlaceLook;
  focused: boolean;
  entry: boolean;
  onFocus: (place: number) => void;
}

const Place = memo(function Place({ number, place, look, focused, entry, onFocus }: PlaceProps): ReactElement {
  return (
    <g
      className={`place${look.mark ? ` place-${look.mark}` : ""}${focused ? " place-focused" : ""}`}
      data-place={number}
      role="button"
      tabIndex={entry ? 0 : -1}
      aria-label={look.label}
      onFocus={() => onFocus(number)}
    >
      <g transform={`translate(${place.x} ${place.y})`}>
        <circle className="place-hit" r="14" />
        <g className="place-body">
          {(look.mark || focused) && <circle className="place-ring" r="11.6" />}
          {place.junction ? (
            <circle className="place-junction" r="4.5" />
          ) : (
            <>
              <circle className="place-disc" r="8" />
              {look.arctic ? <path className="place-arctic" d={SNOWFLAKE} /> : <circle className="place-dot" r="3.4" />}
            </>
          )}
        </g>
      </g>
    </g>
  );
});

interface PlacesProps {
  drawing: BoardDrawing;
  looks: readonly PlaceLook[];
  focused: number | null;
  /** The place that Tab comes to. */
  entry: number | null;
  onFocus: (place: number) => void;
}

export const Places = memo(function Places(props: PlacesProps): ReactElement {
  const { drawing, looks, focused, entry, onFocus } = props;
  return (
    <g className="places">
      {drawing.places.map((place, number) => (
        <Place
          key={number}
          number={number}
          place={place}
          look={looks[number] ?? { label: place.name }}
          focused={focused === number}
          entry={entry === number}
          onFocus={onFocus}
        />
      ))}
    </g>
  );
});
