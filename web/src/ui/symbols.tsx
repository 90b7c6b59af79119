import type { ReactElement } from "react";
import { useStore } from "../net/store";
import { colourOf, worn } from "./colours";
import type { Kind } from "./kinds";

/** The sign of a colour, centred on the origin, about 8 units high, in the current colour. */
export function KindSymbol({ kind }: { kind: Kind | "grey" }): ReactElement | null {
  switch (kind) {
    case "red":
      return <path d="M0-4 4 0 0 4-4 0Z" fill="currentColor" />;
    case "orange":
      return <path d="M0-3.7 4 3.2h-8Z" fill="currentColor" />;
    case "yellow":
      return <circle r="3.2" fill="currentColor" />;
    case "green":
      return <path d="M-1.25-3.7h2.5v2.45H3.7v2.5H1.25V3.7h-2.5V1.25H-3.7v-2.5h2.45Z" fill="currentColor" />;
    case "blue":
      return (
        <path
          d="M-4.4.9C-3.4-2.9-1.4-2.9 0 0S3.4 2.9 4.4-.9"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      );
    case "purple":
      return <path d="M0-4.2 1.2-1.4 4.2-1.2 1.9.8 2.6 3.8 0 2.2-2.6 3.8-1.9.8-4.2-1.2-1.2-1.4Z" fill="currentColor" />;
    case "black":
      return <path d="M-2.9-3.6h2.1v7.2h-2.1ZM.8-3.6h2.1v7.2H.8Z" fill="currentColor" />;
    case "white":
      return <circle r="2.7" fill="none" stroke="currentColor" strokeWidth="1.7" />;
    case "locomotive":
      return <Locomotive />;
    case "grey":
      return null;
  }
}

/** A small locomotive from the side, about 15 by 8.4 units round the origin, looking right. */
export function Locomotive(): ReactElement {
  return (
    <g fill="currentColor">
      <path d="M-7.4-4.6h5.2v1.1h-.6V-.9h4V-3.3h-.7v-1.3h3v1.3h-.7v2.4h1.5A1.5 1.5 0 0 1 5.8.6v1.5l1.8 2H5.2L4.3 2.4H-6.7v-5.9h-.7ZM-5.5-3.2v2h1.7v-2Z" />
      <circle cx="-4.3" cy="2.7" r="1.9" />
      <circle cx="-.4" cy="3.1" r="1.4" />
      <circle cx="3" cy="3.1" r="1.4" />
    </g>
  );
}

/** A bus from the side, for boards whose pieces are buses. */
export function Bus(): ReactElement {
  return (
    <g fill="currentColor">
      <path d="M-7-3.6c0-.7.4-1 1-1H6c.8 0 1.1.4 1.2 1.1l.5 3.9v2.4H5.9a1.9 1.9 0 0 0-3.6 0h-4.6a1.9 1.9 0 0 0-3.6 0H-7ZM-5.9-3.2v2.5h2.3v-2.5Zm3.4 0v2.5H-.2v-2.5Zm3.4 0v2.5h2.3v-2.5Zm3.4 0v2.5h2l-.4-2.5Z" />
      <circle cx="-4.1" cy="3.1" r="1.4" />
      <circle cx="4.1" cy="3.1" r="1.4" />
    </g>
  );
}

/** A passenger car from the side in a box of 60 by 38: what a coloured card shows. */
export function Wagon(): ReactElement {
  return (
    <g fill="currentColor">
      <path d="M2.5 7.2C2.5 5.6 3.6 4.9 5 4.7 12 3.3 20.8 2.4 30 2.4S48 3.3 55 4.7C56.4 4.9 57.5 5.6 57.5 7.2V9.5H55.2L54.4 26.2H56.5V29.6H3.5V26.2H5.6L4.8 9.5H2.5Z" />
      <circle cx="15.2" cy="31.3" r="4" />
      <circle cx="24" cy="31.3" r="4" />
      <circle cx="36" cy="31.3" r="4" />
      <circle cx="44.8" cy="31.3" r="4" />
    </g>
  );
}

/** The sign on the roof of a player's cars, which goes with the colour. */
export function RoofMark({ seat }: { seat: number }): ReactElement | null {
  return <ColourMark colour={colourOf(seat, useStore(worn))} />;
}

/** The roof marks of the colours on a car of 35.4 by 12.6 units round the origin. */
export function ColourMark({ colour }: { colour: number }): ReactElement | null {
  const fill = "var(--mark)";
  switch (colour) {
    case 0:
      return <path d="M-11.2-5h4.4V5h-4.4ZM6.8-5h4.4V5H6.8Z" fill={fill} />;
    case 1:
      return (
        <g fill={fill}>
          <circle cx="-9.8" r="2.1" />
          <circle r="2.1" />
          <circle cx="9.8" r="2.1" />
        </g>
      );
    case 2:
      return (
        <path
          d="M-11.8-3.4-8.4 0l-3.4 3.4M-3.4-3.4 0 0l-3.4 3.4M5-3.4 8.4 0 5 3.4"
          fill="none"
          stroke={fill}
          strokeWidth="2.1"
          strokeLinejoin="round"
          strokeLinecap="round"
        />
      );
    case 3:
      return <rect x="-12.5" y="-1.7" width="25" height="3.4" rx="1.7" fill={fill} />;
    case 4:
      return <path d="M-15.4-4.1a1 1 0 0 1 1-1H0V5.1h-14.4a1 1 0 0 1-1-1Z" fill={fill} />;
    case 5:
      return <path d="m-11-3 6 6m0-6-6 6M5-3l6 6m0-6L5 3" stroke={fill} strokeWidth="1.9" strokeLinecap="round" />;
    case 6:
      return (
        <path
          d="M-12 1.5c2.5-4.5 5.5-4.5 8 0s5.5 4.5 8 0S9.5-3 12 1.5"
          fill="none"
          stroke={fill}
          strokeWidth="2"
          strokeLinecap="round"
        />
      );
    case 7:
      return <path d="m-8-3.6 3.6 3.6-3.6 3.6L-11.6 0ZM8-3.6 11.6 0 8 3.6 4.4 0Z" fill={fill} />;
    default:
      return null;
  }
}

export const seatFill = (seat: number): string => `var(--seat-${seat % 8})`;
export const seatEdge = (seat: number): string => `var(--seat-${seat % 8}-edge)`;
