import { describe, expect, it } from "vitest";
import { pack } from "../../tools/geo/lines.mjs";
import { capsulePath, linePath, ringArea, ringPath, rowPath, smoothPath, stations, unpack } from "./paths";
import type { Point, Space } from "./types";

describe("arcs", () => {
  it("unpacks what the tool packed, in steps of half a unit", () => {
    const line: Point[] = [
      [5, 10],
      [6, 9.5],
      [-806.5, 1211],
    ];
    expect(unpack(pack(line))).toEqual(line);
  });

  it("leaves out points that do not move", () => {
    expect(
      unpack(
        pack([
          [1, 1],
          [1.1, 0.9],
          [3, 3],
        ]),
      ),
    ).toEqual([
      [1, 1],
      [3, 3],
    ]);
  });

  it("joins arcs into a ring, backwards ones too, without repeating shared ends", () => {
    const arcs: Point[][] = [
      [
        [0, 0],
        [10, 0],
      ],
      [
        [0, 0],
        [0, 10],
        [10, 0],
      ],
    ];
    expect(ringPath([0, ~1], arcs)).toBe("M0 0L10 0L0 10L0 0Z");
  });

  it("measures a ring either way round", () => {
    const square: Point[] = [
      [0, 0],
      [4, 0],
      [4, 3],
      [0, 3],
    ];
    expect(ringArea(square)).toBe(12);
    expect(ringArea([...square].reverse())).toBe(12);
  });

  it("draws nothing of nothing", () => {
    expect(linePath([])).toBe("");
    expect(smoothPath([])).toBe("");
    expect(capsulePath([], 20, 4)).toBe("");
  });
});

describe("rows", () => {
  const row: Space[] = [
    [0, 0, 0],
    [40, 0, 0],
  ];

  it("goes from end to end", () => {
    expect(stations(row, 0).map(({ x }) => x)).toEqual([-17, 0, 40, 57]);
    expect(rowPath(row)).toMatch(/^M-17 0C.* 57 0$/);
  });

  it("knows the direction of a row whose angles were turned upright", () => {
    // From right to left: the angle says 0, the row runs the other way.
    const back: Space[] = [
      [40, 0, 0],
      [0, 0, 0],
    ];
    expect(stations(back, 0).map(({ x }) => x)).toEqual([57, 40, 0, -17]);
  });

  it("handles a row that passes the vertical, where the angle jumps by half a turn", () => {
    const bent: Space[] = [
      [0, 0, 85],
      [-2, 40, -88],
    ];
    const line = stations(bent, 0);
    expect(line.map(({ uy }) => Math.sign(uy))).toEqual([1, 1, 1, 1]);
  });

  it("closes a capsule round the row", () => {
    const path = capsulePath(row, 20, 4);
    expect(path.startsWith("M")).toBe(true);
    expect(path.endsWith("Z")).toBe(true);
    const numbers = path.match(/-?\d+(\.\d+)?/g)!.map(Number);
    expect(Math.min(...numbers)).toBe(-21);
    expect(Math.max(...numbers)).toBe(61);
  });
});
