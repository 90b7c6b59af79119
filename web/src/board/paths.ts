/** Points to SVG paths: rings of arcs, capsules round a row of spaces, lines. */

import type { Point, Ring, Space } from "./types";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));

/** Arcs are packed as steps of half a unit, in letters of six bits: see tools/geo/lines.mjs. */
export function unpack(arc: string): Point[] {
  const numbers: number[] = [];
  let value = 0;
  let place = 1;
  for (const letter of arc) {
    const bits = VALUES.get(letter) ?? 0;
    value += (bits & 31) * place;
    place *= 32;
    if (bits & 32) continue;
    numbers.push(value % 2 ? -(value + 1) / 2 : value / 2);
    value = 0;
    place = 1;
  }
  const points: Point[] = [];
  let x = 0;
  let y = 0;
  for (let i = 0; i + 1 < numbers.length; i += 2) {
    x += numbers[i]!;
    y += numbers[i + 1]!;
    points.push([x / 2, y / 2]);
  }
  return points;
}

const one = (value: number): string => String(Math.round(value * 10) / 10);

export const pair = ([x, y]: Point): string => `${one(x)} ${one(y)}`;

export function linePath(points: readonly Point[]): string {
  return points.length ? `M${points.map(pair).join("L")}` : "";
}

export function ringPoints(ring: Ring, arcs: readonly (readonly Point[])[]): Point[] {
  const points: Point[] = [];
  for (const number of ring) {
    const arc = number < 0 ? [...(arcs[~number] ?? [])].reverse() : (arcs[number] ?? []);
    // Arcs of a ring share their ends.
    points.push(...(points.length ? arc.slice(1) : arc));
  }
  return points;
}

export function ringPath(ring: Ring, arcs: readonly (readonly Point[])[]): string {
  const path = linePath(ringPoints(ring, arcs));
  return path && `${path}Z`;
}

export function ringArea(points: readonly Point[]): number {
  let sum = 0;
  points.forEach(([ax, ay], i) => {
    const [bx, by] = points[(i + 1) % points.length]!;
    sum += ax * by - bx * ay;
  });
  return Math.abs(sum) / 2;
}

/** A smooth curve through points, as Catmull and Rom draw it. */
export function smoothPath(points: readonly Point[], start = "M"): string {
  if (points.length < 2) return points.length ? `${start}${pair(points[0]!)}` : "";
  const at = (i: number): Point => points[Math.min(points.length - 1, Math.max(0, i))]!;
  let path = `${start}${pair(at(0))}`;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    path += `C${pair([b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6])} ${pair([
      c[0] - (d[0] - b[0]) / 6,
      c[1] - (d[1] - b[1]) / 6,
    ])} ${pair(c)}`;
  }
  return path;
}

interface Station {
  readonly x: number;
  readonly y: number;
  readonly ux: number;
  readonly uy: number;
}

/** The spaces of a row as a directed line: its two ends and every centre, `over` longer. */
export function stations(spaces: readonly Space[], over: number, half = 17): Station[] {
  const first = spaces[0];
  const last = spaces[spaces.length - 1];
  if (!first || !last) return [];
  const centres = spaces.map(([x, y, angle], i): Station => {
    const turn = (angle * Math.PI) / 180;
    const [ux, uy] = [Math.cos(turn), Math.sin(turn)];
    // Angles never stand upside down, so the neighbours tell the direction of the row.
    const next = spaces[i + 1] ?? spaces[i]!;
    const before = spaces[i - 1] ?? spaces[i]!;
    const back = ux * (next[0] - before[0]) + uy * (next[1] - before[1]) < 0;
    return { x, y, ux: back ? -ux : ux, uy: back ? -uy : uy };
  });
  const head = centres[0]!;
  const tail = centres[centres.length - 1]!;
  const far = half + over;
  return [
    { ...head, x: head.x - head.ux * far, y: head.y - head.uy * far },
    ...centres,
    { ...tail, x: tail.x + tail.ux * far, y: tail.y + tail.uy * far },
  ];
}

/** The middle line of a row, for hit areas and couplings. */
export function rowPath(spaces: readonly Space[], over = 0): string {
  return smoothPath(stations(spaces, over).map(({ x, y }): Point => [x, y]));
}

/** A rounded outline round a row of spaces; `width` is its full width, `over` its overhang. */
export function capsulePath(spaces: readonly Space[], width: number, over: number): string {
  const half = width / 2;
  const radius = Math.min(half, 10);
  const line = stations(spaces, over);
  const side = (sign: number): Point[] =>
    line.map(({ x, y, ux, uy }, i): Point => {
      const shift = i === 0 ? radius : i === line.length - 1 ? -radius : 0;
      return [x + ux * shift - uy * sign * half, y + uy * shift + ux * sign * half];
    });
  const head = line[0];
  const tail = line[line.length - 1];
  if (!head || !tail) return "";
  const right = side(1);
  const left = side(-1).reverse();
  const flat = half - radius;
  const cap = (s: Station, sign: number, to: Point): string =>
    `A${radius} ${radius} 0 0 0 ${pair([s.x - s.uy * sign * flat, s.y + s.ux * sign * flat])}` +
    `L${pair([s.x + s.uy * sign * flat, s.y - s.ux * sign * flat])}` +
    `A${radius} ${radius} 0 0 0 ${pair(to)}`;
  return (
    smoothPath(right) +
    cap(tail, 1, left[0]!) +
    smoothPath(left, "L").replace(/^L[^C]*/, "") +
    cap(head, -1, right[0]!) +
    "Z"
  );
}
