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
  const x = (i: number): number => 34 + (i / (length - 1)) * 300;
  const least = Math.min(0, ...curves.flat());
  const y = (points: number): number => 150 - ((points - least) / (most - least)) * 135;
  return (
    <svg
      className="curves"
      viewBox="0 0 460 176"
      role="img"
      aria-label={names.map((name, i) => `${name}: ${curves[seats[i] ?? 0]?.at(-1) ?? 0}`).join(", ")}
    >
      {[...new Set([least, 0, Math.round(most / 2), most])].map((value) => (
        <g key={value}>
          <path d={`M34 ${y(value)}H334`} className="curve-grid" />
          <text x="28" y={y(value) + 4} textAnchor="end">
            {value}
          </text>
        </g>
      ))}
      {seats.map((seat, i) => {
        const curve = curves[seat] ?? [];
        const line = curve
          .map((points, at) => `${at === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(points).toFixed(1)}`)
          .join("");
        return (
          <g key={seat}>
            <path
              d={line}
              fill="none"
              stroke={seatFill(seat)}
              strokeWidth="2.5"
              strokeDasharray={DASHES[seat % DASHES.length]}
            />
            <text x="372" y={18 + i * 18} className="curve-name">
              {names[i]} {curve.at(-1) ?? 0}
            </text>
            <path
              d={`M366 ${14 + i * 18}h-16`}
              stroke={seatFill(seat)}
              strokeWidth="3"
              strokeDasharray={DASHES[seat % DASHES.length]}
            />
          </g>
        );
      })}
    </svg>
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
