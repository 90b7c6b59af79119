import type { CSSProperties, ReactElement } from "react";
import { ColourMark, RoofMark, seatEdge, seatFill } from "./symbols";

/** One car of a player's train, as on the board. */
export function PlayerMark({ seat, width = 32 }: { seat: number; width?: number }): ReactElement {
  return (
    <svg
      className="player-mark"
      viewBox="-19 -7.8 38 15.6"
      width={width}
      height={(width * 15.6) / 38}
      aria-hidden="true"
    >
      <Car seat={seat} />
    </svg>
  );
}

export function Car({ seat }: { seat: number }): ReactElement {
  return (
    <>
      <Roof fill={seatFill(seat)} edge={seatEdge(seat)} />
      <RoofMark seat={seat} />
    </>
  );
}

function Roof({ fill, edge }: { fill: string; edge: string }): ReactElement {
  return <rect x="-17.7" y="-6.3" width="35.4" height="12.6" rx="2.8" fill={fill} stroke={edge} strokeWidth="1.5" />;
}

/** A car in a colour that nobody may have yet. */
export function ColourCar({ colour, width }: { colour: number; width: number }): ReactElement {
  return (
    <svg
      className="player-mark"
      viewBox="-19 -7.8 38 15.6"
      width={width}
      height={(width * 15.6) / 38}
      aria-hidden="true"
    >
      <Roof fill={`var(--colour-${colour})`} edge={`var(--colour-${colour}-edge)`} />
      <ColourMark colour={colour} />
    </svg>
  );
}

/** A player's initial in their colour. */
export function Avatar({ name, seat, size = 44 }: { name: string; seat: number; size?: number }): ReactElement {
  return (
    <span
      className="avatar"
      aria-hidden="true"
      style={
        {
          "--size": `${size}px`,
          background: seatFill(seat),
          borderColor: seatEdge(seat),
        } as CSSProperties
      }
    >
      {[...name.trim()][0]?.toUpperCase()}
    </span>
  );
}
