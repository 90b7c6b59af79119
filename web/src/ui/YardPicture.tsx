import { memo, type ReactElement } from "react";
import { edgeOf, fillOf, inkOf, type Kind } from "./kinds";
import { KindSymbol, Locomotive, Wagon } from "./symbols";

/** One car of a row in a yard, 60 by 38. */
export function YardCar({ kind }: { kind: Kind }): ReactElement {
  if (kind === "locomotive") {
    return (
      <g className="yard-loco" transform="translate(30 17) scale(3.6)">
        <Locomotive />
      </g>
    );
  }
  return (
    <g style={{ color: fillOf(kind), stroke: edgeOf(kind), strokeWidth: 1.6 }}>
      <Wagon />
      <g transform="translate(30 17) scale(1.9)" style={{ color: inkOf(kind), stroke: "none", strokeWidth: 0 }}>
        <KindSymbol kind={kind} />
      </g>
    </g>
  );
}

const ROWS: readonly { kinds: readonly Kind[]; x: number }[] = [
  { kinds: ["green", "green", "locomotive"], x: -12 },
  { kinds: ["blue", "blue", "blue"], x: 10 },
  { kinds: ["orange", "purple"], x: 60 },
];

/** A quiet picture of a yard, where there is no board to show. */
export const YardPicture = memo(function YardPicture(): ReactElement {
  return (
    <svg className="yard-picture" viewBox="0 0 240 180" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {ROWS.map((row, i) => (
        <g key={i} transform={`translate(0 ${18 + i * 52})`}>
          <path d="M-20 36H260" className="yard-rail" />
          {row.kinds.map((kind, j) => (
            <g key={j} transform={`translate(${row.x + j * 66} 0)`}>
              <YardCar kind={kind} />
            </g>
          ))}
        </g>
      ))}
    </svg>
  );
});
