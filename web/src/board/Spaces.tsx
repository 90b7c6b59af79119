import { memo, type ReactElement } from "react";
import { type Colour, edgeOf, fillOf, inkOf } from "../ui/kinds";
import { Bus, KindSymbol, Locomotive } from "../ui/symbols";
import { CarLayers, LIFTS } from "./Cars";
import { rowPath } from "./paths";
import type { TrackDrawing } from "./types";

const COLOURS: readonly Colour[] = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "grey"];
/** A colour, or what is left of it on a muted row: no filter has to be painted for that. */
const quiet = (colour: string): string => `color-mix(in srgb, ${colour} var(--vivid, 100%), var(--muted))`;

const SEATS = 8;
/** So many seats may use a track together. */
const SHARED = [2, 3, 4, 5];

/** Every sort of space and car once; the tracks are made of references to these. */
export const SpaceDefs = memo(function SpaceDefs({ id, piece }: { id: string; piece: string }): ReactElement {
  return (
    <defs>
      {COLOURS.map((colour) => (
        <g key={colour} id={`${id}-${colour}`}>
          <rect x="-17.3" y="-5.4" width="34.6" height="12.4" rx="2.8" fill="var(--space-shadow)" />
          <rect
            x="-16.35"
            y="-5.35"
            width="32.7"
            height="10.7"
            rx="2.2"
            fill={quiet(fillOf(colour))}
            stroke={quiet(edgeOf(colour))}
            strokeWidth="1.3"
          />
          <path d="M-14-4h28" stroke="#fff" strokeOpacity="0.35" strokeWidth="0.9" strokeLinecap="round" />
        </g>
      ))}
      {COLOURS.map((colour) => (
        <g key={colour} id={`${id}-sign-${colour}`} style={{ color: quiet(inkOf(colour)) }}>
          {colour === "grey" ? (
            <path d="M-12 0h24" stroke="currentColor" strokeWidth="1" strokeDasharray="2.2 1.8" />
          ) : (
            <g transform="scale(.86)">
              <KindSymbol kind={colour} />
            </g>
          )}
        </g>
      ))}
      <rect
        id={`${id}-tunnel`}
        x="-17.1"
        y="-6.1"
        width="34.2"
        height="12.2"
        rx="2.6"
        fill="none"
        stroke="var(--tooth)"
        strokeWidth="3.4"
        strokeDasharray="2.3 1.7"
      />
      <g id={`${id}-locomotive`} style={{ color: "var(--locomotive-ink)" }}>
        <rect
          x="-8.8"
          y="-4.7"
          width="17.6"
          height="9.4"
          rx="3.2"
          fill="var(--locomotive)"
          stroke="var(--locomotive-edge)"
          strokeWidth="0.9"
        />
        <g transform="scale(.86)">{piece === "bus" ? <Bus /> : <Locomotive />}</g>
      </g>
      <g id={`${id}-bonus`}>
        <rect
          x="-2.3"
          y="-3.5"
          width="4.6"
          height="7"
          rx="1"
          fill="var(--locomotive)"
          stroke="var(--locomotive-edge)"
          strokeWidth="0.9"
        />
        <path d="M-.9 0h1.8M0-.9v1.8" stroke="var(--locomotive-edge)" strokeWidth="0.8" />
      </g>
      {SHARED.flatMap((many) =>
        Array.from({ length: many }, (_, part) => (
          <clipPath key={`${many}-${part}`} id={`${id}-part-${many}-${part}`}>
            <rect x={-20 + (40 / many) * part} y="-10" width={40 / many} height="20" />
          </clipPath>
        )),
      )}
      {Array.from({ length: SEATS }, (_, seat) => (
        <CarLayers key={seat} id={`${id}-car-${seat}`} seat={seat} bus={piece === "bus"} />
      ))}
    </defs>
  );
});

interface RowProps {
  id: string;
  track: TrackDrawing;
}

/** The free spaces of a track with their colour, symbol and what is printed on them. */
export const FreeRow = memo(function FreeRow({ id, track }: RowProps): ReactElement {
  const { colour, locomotives, bonus } = track;
  return (
    <>
      {track.spaces.map(([x, y, angle], i) => {
        const loco = locomotives.indexOf(i);
        const cards = loco < 0 ? 0 : share(bonus, locomotives.length, loco);
        const grey = colour === "grey";
        const pill = grey ? (cards ? -4.5 - (cards - 1) * 1.5 : 0) : -5.8 - (cards ? 1 : 0);
        return (
          <g key={i} transform={`translate(${x} ${y}) rotate(${angle})`}>
            {track.tunnel && <use className="space" href={`#${id}-tunnel`} />}
            <use className="space" href={`#${id}-${colour}`} />
            {loco < 0 ? (
              <use className="space-sign" href={`#${id}-sign-${colour}`} />
            ) : (
              <>
                {!grey && <use className="space-sign" href={`#${id}-sign-${colour}`} x={cards ? 12.5 : 9.5} />}
                <use href={`#${id}-locomotive`} x={pill} />
                {Array.from({ length: cards }, (_, k) => (
                  <use key={k} href={`#${id}-bonus`} x={pill + 12.4 + k * 5.6} />
                ))}
              </>
            )}
          </g>
        );
      })}
    </>
  );
});

/** How many of so many bonus cards stand on one of the marked spaces. */
export function share(cards: number, spaces: number, index: number): number {
  return Math.floor(cards / spaces) + (index < cards % spaces ? 1 : 0);
}

/** A player's train: cars joined by a bar; buses drive on their own. Seats that share a track share its cars. */
export const ClaimedRow = memo(function ClaimedRow({
  id,
  track,
  seat,
  others = [],
  coupled,
}: RowProps & { seat: number; others?: readonly number[] | undefined; coupled: boolean }): ReactElement {
  const seats = [seat, ...others];
  return (
    <>
      {coupled && track.length > 1 && (
        <>
          <path className="coupling-rim" d={rowPath(track.spaces, -10)} />
          <path className="coupling" d={rowPath(track.spaces, -10)} />
        </>
      )}
      {track.spaces.map(([x, y, angle], i) =>
        seats.map((each, part) =>
          LIFTS.map((lift, layer) => (
            <g key={`${i}-${each}-${layer}`} className="car" transform={`translate(${x} ${y + lift}) rotate(${angle})`}>
              <use
                className="space"
                href={`#${id}-car-${each % SEATS}-${layer}`}
                clipPath={seats.length > 1 ? `url(#${id}-part-${seats.length}-${part})` : undefined}
              />
            </g>
          )),
        ),
      )}
    </>
  );
});
