import type { ReactElement } from "react";
import { PlayerMark } from "../ui/PlayerMark";
import { seatFill } from "../ui/symbols";

const DASHES = ["none", "6 4", "2 4", "10 3 2 3", "1 3"];

interface CurvesProps {
  curves: readonly (readonly number[])[];
  seats: readonly number[];
  names: readonly string[];
}

/** Points over the turns, one line a seat; each has its own dashes beside its colour. */
export function Curves({ curves, seats, names }: CurvesProps): ReactElement {
  const length = Math.max(2, ...curves.map((curve) => curve.length));
  const most = Math.max(10, ...curves.flat());
  const x = (i: number): number => 30 + (i / (length - 1)) * 306;
  const least = Math.min(0, ...curves.flat());
  const y = (points: number): number => 186 - ((points - least) / (most - least)) * 176;
  const last = (seat: number): number => curves[seat]?.at(-1) ?? 0;
  return (
    <div className="curves">
      <ul aria-hidden="true">
        {seats.map((seat, i) => (
          <li key={seat}>
            <svg width="22" height="6" aria-hidden="true">
              <path
                d="M0 3h22"
                stroke={seatFill(seat)}
                strokeWidth="3"
                strokeDasharray={DASHES[seat % DASHES.length]}
              />
            </svg>
            <span className="curve-name">
              {names[i]} {last(seat)}
            </span>
          </li>
        ))}
      </ul>
      <svg
        viewBox="0 0 340 194"
        role="img"
        aria-label={names.map((name, i) => `${name}: ${last(seats[i] ?? 0)}`).join(", ")}
      >
        {[...new Set([least, 0, Math.round(most / 2), most])].map((value) => (
          <g key={value}>
            <path d={`M30 ${y(value)}H336`} className="curve-grid" />
            <text x="25" y={y(value) + 4} textAnchor="end">
              {value}
            </text>
          </g>
        ))}
        {seats.map((seat) => (
          <path
            key={seat}
            d={(curves[seat] ?? [])
              .map((points, at) => `${at === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(points).toFixed(1)}`)
              .join("")}
            fill="none"
            stroke={seatFill(seat)}
            strokeWidth="2.2"
            strokeDasharray={DASHES[seat % DASHES.length]}
          />
        ))}
      </svg>
    </div>
  );
}

export function Bars({ values, name }: { values: readonly number[]; name: (seat: number) => string }): ReactElement {
  const most = Math.max(1, ...values);
  return (
    <div className="bars">
      {values.map((value, seat) => (
        <div key={seat} role="img" aria-label={`${name(seat)}: ${value}`}>
          <PlayerMark seat={seat} width={28} />
          <svg className="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(value / most) * 100} height="8" rx="2" fill={seatFill(seat)} />
          </svg>
          <b>{value}</b>
        </div>
      ))}
    </div>
  );
}
