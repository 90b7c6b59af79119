import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { REACH, tapped } from "./tap";
import type { BoardDrawing } from "./types";

const drawings = new URL("../../gallery/boards/", import.meta.url);
const boards = readdirSync(drawings).map(
  (file) => [file, JSON.parse(readFileSync(new URL(file, drawings), "utf8")) as BoardDrawing] as const,
);

describe.each(boards)("a finger on %s", (_, drawing) => {
  it("reaches every track of the whole board on a phone", () => {
    const view = { scale: 340 / drawing.width, x: 10, y: 20 };
    drawing.tracks.forEach(({ spaces }, track) => {
      const [x, y] = spaces[spaces.length >> 1]!;
      const found = tapped(drawing, view, view.x + x * view.scale, view.y + y * view.scale);
      expect(found.kind === "tracks" && found.tracks.includes(track), `track ${track}`).toBe(true);
    });
  });

  it("means one track from near, with a target of 24 pixels at least", () => {
    const view = { scale: 2.2, x: 0, y: 0 };
    expect(2 * REACH).toBeGreaterThanOrEqual(24);
    const one = drawing.tracks.filter(({ spaces }, track) => {
      const [x, y] = spaces[spaces.length >> 1]!;
      const found = tapped(drawing, view, x * view.scale, y * view.scale);
      return found.kind === "tracks" && found.tracks[0] === track && found.tracks.length === 1;
    });
    expect(one.length).toBe(drawing.tracks.length);
  });
});

it("offers several where they lie close together, the nearest first", () => {
  const drawing = boards.find(([file]) => file === "paris.json")![1];
  const pair = drawing.bundles.find(({ tracks }) => tracks.length === 2)!;
  const [a, b] = pair.tracks.map((track) => drawing.tracks[track]!.spaces[0]!);
  const scale = 0.45;
  const [x, y] = [((a![0] + b![0]) / 2) * scale, ((a![1] + b![1]) / 2) * scale];
  const found = tapped(drawing, { scale, x: 0, y: 0 }, x, y);
  expect(found.kind === "tracks" && pair.tracks.every((track) => found.tracks.includes(track))).toBe(true);
});

it("means a place where nothing else is nearer, and nothing far from everything", () => {
  const drawing = boards.find(([file]) => file === "paris.json")![1];
  const view = { scale: 1, x: 0, y: 0 };
  const { x, y } = drawing.places[0]!;
  expect(tapped(drawing, view, x, y)).toEqual({ kind: "place", place: 0 });
  expect(tapped(drawing, view, -500, -500)).toEqual({ kind: "nothing" });
});
