import { describe, expect, it } from "vitest";
import { fit, hemmed, mostScale, nearer, panned, pinched, rangeOf, revealed, zoomed } from "./viewport";

const board = { width: 1000, height: 500 };
const stage = { width: 500, height: 500 };

describe("viewport", () => {
  it("fits the board into the middle", () => {
    expect(fit(board, stage)).toEqual({ scale: 0.5, x: 0, y: 125 });
  });

  it("leaves room for what floats above", () => {
    const view = fit(board, stage, { top: 0, right: 0, bottom: 300, left: 100 });
    expect(view).toEqual({ scale: 0.4, x: 100, y: 0 });
  });

  it("keeps the point under the pointer when zooming", () => {
    const before = fit(board, stage);
    const after = zoomed(before, 2, 200, 250);
    const onBoard = (view: typeof before): number => (200 - view.x) / view.scale;
    expect(onBoard(after)).toBeCloseTo(onBoard(before));
  });

  it("never shows less than the whole board nor more than the largest zoom", () => {
    expect(hemmed({ scale: 0.1, x: 900, y: 900 }, board, stage)).toEqual(fit(board, stage));
    const large = hemmed({ scale: 99, x: 0, y: 0 }, board, stage);
    expect(large.scale).toBe(mostScale(0.5));
  });

  it("does not let a board larger than the stage slip off it", () => {
    const view = hemmed({ scale: 2, x: 400, y: -5000 }, board, stage);
    expect(view).toEqual({ scale: 2, x: 0, y: 500 - 1000 });
  });

  it("centres the direction in which there is room", () => {
    const view = hemmed({ scale: 0.8, x: -50, y: 0 }, board, stage);
    expect(view.y).toBeCloseTo((500 - 400) / 2);
  });

  it("does not drift when the wheel goes on at the largest zoom", () => {
    const range = rangeOf(board, stage);
    const most = { scale: range.most, x: -300, y: -200 };
    expect(zoomed(most, 1.5, 40, 400, range)).toEqual(most);
    const near = zoomed({ scale: range.most * 0.9, x: -300, y: -200 }, 1.5, 40, 400, range);
    expect(near.scale).toBe(range.most);
    expect((40 - near.x) / near.scale).toBeCloseTo((40 + 300) / (range.most * 0.9));
  });

  it("pans and zooms with two fingers", () => {
    const view = { scale: 1, x: 0, y: 0 };
    const after = pinched(
      view,
      [
        { x: 100, y: 100 },
        { x: 200, y: 100 },
      ],
      [
        { x: 50, y: 100 },
        { x: 250, y: 100 },
      ],
    );
    expect(after.scale).toBe(2);
    expect((150 - after.x) / after.scale).toBe(150);
  });

  it("reveals a point with the least movement", () => {
    const view = { scale: 1, x: 0, y: 0 };
    expect(revealed(view, stage, 250, 250)).toEqual(view);
    expect(revealed(view, stage, 700, 250)).toEqual(panned(view, -260, 0));
  });
});

describe("a look from near", () => {
  const track = [
    [700, 100],
    [800, 140],
  ] as const;

  it("has the points in its middle, as near as was wanted", () => {
    const view = nearer(track, 1.15, board, stage);
    expect(view?.scale).toBe(1.15);
    expect((view?.x ?? 0) + 750 * 1.15).toBeCloseTo(250);
  });

  it("shows all of a long track, and never leaves the board", () => {
    const long = nearer([[0, 0] as const, [500, 20] as const], 9, board, stage);
    expect(long?.scale).toBeCloseTo(0.7);
    expect(long?.x).toBe(0);
  });

  it("stays where the board is near enough, or the track as large as it", () => {
    expect(nearer(track, 0.55, board, stage)).toBeNull();
    expect(nearer([[0, 0] as const, [1000, 0] as const], 9, board, stage)).toBeNull();
    expect(nearer([], 2, board, stage)).toBeNull();
  });
});
