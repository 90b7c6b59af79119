import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Lettering, overlap, placeNames, placeSigns, roughly, withNames } from "./lettering";
import type { BoardDrawing } from "./types";

const drawings = new URL("../../gallery/boards/", import.meta.url);
const boards = readdirSync(drawings).map(
  (file) => [file, JSON.parse(readFileSync(new URL(file, drawings), "utf8")) as BoardDrawing] as const,
);
const lettering = (important: readonly number[] = [], size = 12): Lettering => ({
  size,
  disc: 4,
  important: new Map(important.map((place) => [place, 1])),
  measure: roughly,
});
/** From the whole board on a small phone to the closest look. */
const ZOOMS = [0.26, 0.31, 0.45, 0.62, 0.8, 1.1, 1.6, 2.2];

describe.each(boards)("names on %s", (_, drawing) => {
  const all = drawing.places.flatMap((place, i) => (place.label ? [i] : []));

  it.each(ZOOMS)("stand on no other name, at zoom %s", (zoom) => {
    for (const names of [placeNames(drawing, zoom, lettering()), placeNames(drawing, zoom, lettering(all.slice(0, 8)))])
      names.forEach((name, i) => {
        for (const other of names.slice(i + 1))
          expect(overlap(name.box, other.box), `${name.lines.join()} and ${other.lines.join()}`).toBe(false);
      });
  });

  it.each(ZOOMS)("are 11 pixels at least and lie on the board, at zoom %s", (zoom) => {
    for (const { size, box } of placeNames(drawing, zoom, lettering())) {
      expect(size).toBeGreaterThanOrEqual(11);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(drawing.width * zoom);
    }
  });

  it("are all there from near", () => {
    expect(placeNames(drawing, 1.6, lettering()).map(({ place }) => place)).toHaveLength(all.length);
  });

  it("are most of them on a phone, and more of them the nearer", () => {
    const count = (zoom: number): number => placeNames(drawing, zoom, lettering()).length;
    expect(count(0.31)).toBeGreaterThan(all.length * 0.55);
    expect(count(0.62)).toBeGreaterThanOrEqual(count(0.31));
  });

  it("of the ends of my tickets are there first, also on a small phone", () => {
    for (let i = 0; i + 4 < all.length; i += 3) {
      const ends = [all[i]!, all[i + 2]!, all[i + 4]!];
      const shown = placeNames(drawing, 340 / drawing.width, lettering(ends));
      for (const end of ends) expect(shown.find(({ place }) => place === end)?.strong).toBe(true);
    }
  });

  it("of a place that is pointed at come in, and the others stay where they are", () => {
    const look = lettering();
    const names = placeNames(drawing, 0.31, look);
    for (const place of all) {
      const more = withNames(drawing, 0.31, look, names, [place]);
      expect(more.some((name) => name.place === place)).toBe(true);
      const kept = more.filter((name) => name.place !== place);
      expect(names).toEqual(expect.arrayContaining(kept));
      expect(names.length - kept.length).toBeLessThanOrEqual(3);
    }
  });
});

describe("signs beside rows", () => {
  const drawing = boards.find(([file]) => file === "pennsylvania.json")![1];

  it("are shown for the row that is looked at from far, and can be read", () => {
    const bundle = drawing.bundles.find(({ badges }) => badges.length > 1)!;
    const signs = placeSigns(drawing, 0.3, [bundle.tracks[0]!], []);
    expect(signs.map(({ text }) => text)).toEqual(bundle.badges.map(({ text }) => text));
    for (const { size } of signs) expect(size).toBeGreaterThanOrEqual(11);
    expect(placeSigns(drawing, 0.3, [], [])).toEqual([]);
  });

  it("are nearly all there from near, none over a name", () => {
    const names = placeNames(drawing, 1.4, lettering([], 15));
    const all = drawing.bundles.reduce((sum, { badges }) => sum + badges.length, 0);
    expect(placeSigns(drawing, 1.4, [], names).length).toBeGreaterThan(all * 0.85);
  });
});
