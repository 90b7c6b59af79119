import { memo, type ReactElement } from "react";
import { qrCode } from "./qr";

/** A link to scan; dark on white in every theme, or cameras don't find it. */
export const QrCode = memo(function QrCode({ text, label }: { text: string; label: string }): ReactElement | null {
  const squares = qrCode(text);
  if (!squares) return null;
  const size = squares.length;
  const path = squares.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x + 3} ${y + 3}h1v1h-1Z`] : [])));
  return (
    <svg
      className="qr"
      viewBox={`0 0 ${size + 6} ${size + 6}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size + 6} height={size + 6} fill="#fff" />
      <path d={path.join("")} fill="#221f1a" />
    </svg>
  );
});
