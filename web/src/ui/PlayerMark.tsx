import type { CSSProperties, ReactElement } from "react";
import { RoofMark, seatEdge, seatFill } from "./symbols";

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
      <rect
        x="-17.7"
        y="-6.3"
        width="35.4"
        height="12.6"
        rx="2.8"
        fill={seatFill(seat)}
        stroke={seatEdge(seat)}
        strokeWidth="1.5"
      />
      <RoofMark seat={seat} />
    </>
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
