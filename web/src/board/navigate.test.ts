import { describe, expect, it } from "vitest";
import { following, isArrow, neighbour, tracksOf } from "./navigate";
import type { BoardDrawing, TrackDrawing } from "./types";

const place = (name: string, x: number, y: number) => ({ name, x, y, junction: false, label: null });
const track = (start: number, end: number, x: number, y: number): TrackDrawing => ({
  start,
  end,
  colour: "red",
  length: 1,
  locomotives: [],
  tunnel: false,
  bonus: 0,
  spaces: [[x, y, 0]],
});

/** A middle place, one on each side, and a far one in the north that is nearly straight ahead. */
const drawing: BoardDrawing = {
  name: "cross",
  width: 200,
  height: 200,
  quiet: "",
  piece: "train",
  bundles: [],
  places: [
    place("middle", 100, 100),
    place("north", 90, 50),
    place("east", 150, 100),
    place("south", 100, 150),
    place("west", 50, 100),
    place("loose", 100, 70),
  ],
  tracks: [track(0, 1, 95, 75), track(2, 0, 125, 100), track(0, 3, 100, 125), track(0, 4, 75, 100)],
};

describe("keys on the board", () => {
  it("lists a place's tracks clockwise from the top, whichever end it is", () => {
    expect(tracksOf(drawing, 0)).toEqual([1, 2, 3, 0]);
    expect(tracksOf(drawing, 2)).toEqual([1]);
    expect(tracksOf(drawing, 5)).toEqual([]);
  });

  it("prefers a joined place to a nearer one that is not", () => {
    expect(neighbour(drawing, 0, "ArrowUp")).toBe(1);
    expect(neighbour(drawing, 0, "ArrowRight")).toBe(2);
    expect(neighbour(drawing, 0, "ArrowDown")).toBe(3);
    expect(neighbour(drawing, 0, "ArrowLeft")).toBe(4);
  });

  it("stays where nothing lies that way", () => {
    expect(neighbour(drawing, 4, "ArrowLeft")).toBe(4);
  });

  it("goes round a list both ways", () => {
    expect(following([3, 5, 8], null)).toBe(3);
    expect(following([3, 5, 8], 8)).toBe(3);
    expect(following([3, 5, 8], 3, true)).toBe(8);
    expect(following([3, 5, 8], 99)).toBe(3);
    expect(following([], 3)).toBeNull();
  });

  it("knows an arrow", () => {
    expect(isArrow("ArrowUp")).toBe(true);
    expect(isArrow("a")).toBe(false);
  });
});
