import type { ReactElement } from "react";
import { RoofMark, seatEdge, seatFill } from "../ui/symbols";

/**
 * A car stands on the board: four layers over one another, each turned along the track but shifted on
 * the screen, so that the wall below the roof is always the one that faces the player.
 */
export const LIFTS: readonly number[] = [3.4, 1.8, 0.2, -1.6];

/** The layers of a seat's car, as things to refer to: shadow, chassis, wall with windows, roof. */
export function CarLayers({ id, seat, bus }: { id: string; seat: number; bus: boolean }): ReactElement {
  const round = bus ? 4.6 : 2.8;
  return (
    <>
      <g id={`${id}-0`}>
        <rect x="-17.4" y="-6.2" width="34.8" height="12.4" rx={round} fill="var(--space-shadow)" />
      </g>
      <g id={`${id}-1`}>
        <rect x="-18.9" y="-7.4" width="37.8" height="14.8" rx={round + 0.8} fill="var(--rim)" />
        <rect x="-17.2" y="-6" width="34.4" height="12" rx={round} fill={seatEdge(seat)} />
      </g>
      <g id={`${id}-2`}>
        <rect x="-17.2" y="-6" width="34.4" height="12" rx={round} fill={seatEdge(seat)} />
        <path
          d="M-14.5-5.5h29M-14.5 5.5h29M-16.5-3.6v7.2M16.5-3.6v7.2"
          stroke="var(--window)"
          strokeWidth="1.3"
          strokeDasharray={bus ? "5.2 1.6" : "3.1 2.1"}
        />
      </g>
      <g id={`${id}-3`}>
        <rect
          x="-17.2"
          y="-6.1"
          width="34.4"
          height="12.2"
          rx={round}
          fill={seatFill(seat)}
          stroke={seatEdge(seat)}
          strokeWidth="1.3"
        />
        <path d="M-14.4-4.2h28.8" stroke="#fff" strokeOpacity="0.32" strokeWidth="1.3" strokeLinecap="round" />
        <RoofMark seat={seat} />
      </g>
    </>
  );
}
