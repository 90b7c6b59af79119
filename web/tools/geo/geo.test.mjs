import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BOARDS } from "./boards.mjs";
import { area, clamp, pieces, simplify, simplifyClosed, within } from "./lines.mjs";
import { inTwo, obstaclesOf } from "./names.mjs";
import { shelves } from "./shelf.mjs";
import { boardWarp, spline } from "./warp.mjs";

const square = [
  [100, 100],
  [200, 100],
  [200, 200],
  [100, 200],
  [100, 100],
];

describe("lines", () => {
  it("drops points that are nearer to the line than the tolerance", () => {
    const line = [
      [0, 0],
      [5, 0.2],
      [10, 0],
      [10, 10],
    ];
    expect(simplify(line, () => 1)).toEqual([
      [0, 0],
      [10, 0],
      [10, 10],
    ]);
    expect(simplify(line, () => 0.1)).toEqual(line);
  });

  it("keeps a ring a ring", () => {
    const ring = simplifyClosed(square, () => 5);
    expect(area(ring)).toBe(10_000);
    expect(ring[0]).toEqual(ring[ring.length - 1]);
  });

  it("cuts a line where it leaves a box", () => {
    const line = [
      [1, 1],
      [2, 2],
      [99, 2],
      [3, 3],
      [4, 4],
    ];
    expect(pieces(line, [0, 0, 10, 10])).toEqual([
      [
        [1, 1],
        [2, 2],
      ],
      [
        [3, 3],
        [4, 4],
      ],
    ]);
    expect(clamp([99, -4], [0, 0, 10, 10])).toEqual([10, 0]);
  });

  it("tells inside from outside", () => {
    expect(within([150, 150], square)).toBe(true);
    expect(within([250, 150], square)).toBe(false);
  });
});

describe("waterlines", () => {
  it("go round an island at their distance and close", () => {
    const [far, near] = shelves([square], [square], [0, 0, 300, 300], [20, 5]);
    expect(far).toHaveLength(1);
    expect(near).toHaveLength(1);
    // A square of 100 grown by 20 with round corners.
    expect(area(far[0])).toBeGreaterThan(140 * 140 * 0.97);
    expect(area(far[0])).toBeLessThan(140 * 140);
    expect(far[0][0]).toEqual(far[0][far[0].length - 1]);
    expect(area(near[0])).toBeLessThan(area(far[0]));
  });

  it("join where two islands are close", () => {
    const other = square.map(([x, y]) => [x + 120, y]);
    const [far, near] = shelves([square, other], [square, other], [0, 0, 400, 300], [20, 5]);
    expect(far).toHaveLength(1);
    expect(near).toHaveLength(2);
  });
});

describe("the bent map", () => {
  it("takes every source to its target, and is smooth between", () => {
    const from = [
      [0, 0],
      [100, 0],
      [0, 100],
      [100, 100],
    ];
    const to = [
      [0, 0],
      [110, 0],
      [0, 100],
      [100, 95],
    ];
    const bend = spline(from, to);
    from.forEach((p, i) => {
      expect(bend(p)[0]).toBeCloseTo(to[i][0], 5);
      expect(bend(p)[1]).toBeCloseTo(to[i][1], 5);
    });
    const [x] = bend([50, 50]);
    expect(x).toBeGreaterThan(45);
    expect(x).toBeLessThan(60);
  });

  it("puts places where they are drawn, except an exit", () => {
    const places = [
      { latitude: 60, longitude: 10, x: 100, y: 100, exit: false },
      { latitude: 60, longitude: 12, x: 210, y: 105, exit: false },
      { latitude: 58, longitude: 11, x: 150, y: 330, exit: false },
      { latitude: 40, longitude: -70, x: 20, y: 380, exit: true },
    ];
    const warp = boardWarp({ width: 300, height: 400, scale: 1, places });
    for (const place of places.filter((p) => !p.exit)) {
      const [x, y] = warp([place.longitude, place.latitude]);
      expect(x).toBeCloseTo(place.x, 4);
      expect(y).toBeCloseTo(place.y, 4);
    }
    expect(warp([-70, 40])[0]).toBeLessThan(-1000);
  });
});

describe("names of waters", () => {
  const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8"));

  it.each(Object.keys(BOARDS))("of %s are all there, and cover nothing that is played", (board) => {
    const { names } = read(`../../public/geography/${board}.json`);
    const taken = obstaclesOf(read(`../../gallery/boards/${board}.json`));
    for (const { en, pl } of BOARDS[board].names) {
      const name = names.find((each) => each.en === en || each.en === inTwo(en));
      expect(name, en).toBeDefined();
      expect([pl, inTwo(pl)]).toContain(name.pl);
      if (name.angle) continue; // Along a river, under the rows that cross it.
      for (const text of [name.en, name.pl]) {
        const lines = text.split("\n");
        const half = (Math.max(...lines.map((line) => line.length)) * name.size * 0.54) / 2;
        const high = (name.size * lines.length) / 2;
        const hit = taken.find(([x, y, w, h]) => Math.abs(x - name.x) < half + w && Math.abs(y - name.y) < high + h);
        expect(hit, text).toBeUndefined();
      }
    }
  });
});
