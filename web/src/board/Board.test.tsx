import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Board } from "./Board";
import { LIFTS } from "./Cars";
import type { BoardDrawing, Geography, TrackLook } from "./types";

const drawings = new URL("../../gallery/boards/", import.meta.url);
const maps = new URL("../../public/geography/", import.meta.url);
const files = readdirSync(drawings);
const read = <T,>(folder: URL, file: string): T => JSON.parse(readFileSync(new URL(file, folder), "utf8")) as T;

const labels = { board: "The board", zoomIn: "In", zoomOut: "Out", fit: "Whole" };

function markup(drawing: BoardDrawing, geography: Geography | null, tracks: readonly TrackLook[]): string {
  return renderToStaticMarkup(
    <Board
      drawing={drawing}
      geography={geography}
      language="pl"
      tracks={tracks}
      places={drawing.places.map(({ name }) => ({ label: `place ${name}` }))}
      labels={labels}
    />,
  );
}

const count = (text: string, part: string): number => text.split(part).length - 1;

it("marks arctic places with a sign of their own", () => {
  const drawing = read<BoardDrawing>(drawings, "northern_lights.json");
  const places = drawing.places.map(({ name, y }) => ({ label: name, arctic: y < 400 }));
  const text = renderToStaticMarkup(
    <Board drawing={drawing} geography={null} language="en" tracks={[]} places={places} labels={labels} />,
  );
  const arctic = drawing.places.filter(({ y, junction }) => y < 400 && !junction).length;
  expect(arctic).toBeGreaterThan(5);
  expect(count(text, 'class="place-arctic"')).toBe(arctic);
  expect(count(text, 'class="place-dot"')).toBe(drawing.places.filter(({ junction }) => !junction).length - arctic);
});

describe("the board", () => {
  it.each(files)("%s is drawn with every space, label and name", (file) => {
    const drawing = read<BoardDrawing>(drawings, file);
    const looks = drawing.tracks.map((_, i): TrackLook => ({ state: "free", label: `track ${i}.` }));
    const text = markup(drawing, read<Geography>(maps, file), looks);
    looks.forEach(({ label }) => expect(text).toContain(`aria-label="${label}"`));
    for (const { name } of drawing.places) {
      expect(text).toContain(`aria-label="place ${name.replaceAll("'", "&#x27;")}"`);
    }
    expect(count(text, 'class="track track-free')).toBe(drawing.tracks.length);
    const marked = drawing.tracks.reduce((sum, track) => sum + track.locomotives.length, 0);
    expect(count(text, '-locomotive"')).toBe(marked + 1);
  });

  it("is drawn without a map too", () => {
    const drawing = read<BoardDrawing>(drawings, "paris.json");
    const looks = drawing.tracks.map((): TrackLook => ({ state: "free", label: "x" }));
    expect(markup(drawing, null, looks)).toContain("<pattern");
  });

  it("shows each state in its own way", () => {
    const drawing = read<BoardDrawing>(drawings, "paris.json");
    const states: TrackLook[] = [
      { state: "dim", label: "a" },
      { state: "claimable", label: "b" },
      { state: "helps", way: true, label: "c" },
      { state: "closed", label: "d" },
      { state: "free", owner: 2, fresh: true, label: "e" },
      { state: "claimable", marked: true, label: "f" },
      { state: "helps", owner: 0, others: [3], label: "g" },
      { state: "free", opens: true, label: "h" },
      { state: "claimable", glow: "dot", label: "i" },
      { state: "free", muted: true, label: "j" },
    ];
    const looks = drawing.tracks.map((_, i): TrackLook => states[i] ?? { state: "free", label: "x" });
    const text = markup(drawing, null, looks);
    expect(count(text, 'class="track track-dim')).toBe(1);
    expect(count(text, 'class="track-gold"')).toBe(2);
    expect(count(text, 'class="track-thin"')).toBe(2);
    expect(count(text, 'class="track-opens"')).toBe(1);
    // Every car has its layers, and each of them its part.
    const shared = (drawing.tracks[6]?.length ?? 0) * LIFTS.length;
    expect(count(text, "-part-2-0)")).toBe(shared);
    expect(count(text, "-part-2-1)")).toBe(shared);
    expect(count(text, 'class="track-dot"')).toBe(1);
    expect(count(text, "track-muted")).toBe(1);
    expect(count(text, 'class="track track-closed')).toBe(1);
    expect(count(text, 'class="track-fresh"')).toBe(1);
    expect(count(text, 'class="track-ring"')).toBe(1);
    expect(text).toContain("track track-claimed track-new");
  });

  it("can be entered by the keyboard at exactly one place", () => {
    const drawing = read<BoardDrawing>(drawings, "paris.json");
    const looks = drawing.tracks.map((): TrackLook => ({ state: "free", label: "x" }));
    expect(count(markup(drawing, null, looks), 'tabindex="0"')).toBe(1);
  });
});
