import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { textsOf } from "../i18n/languages";
import { ringPoints, unpack } from "./paths";
import { share } from "./Spaces";
import type { Geography } from "./types";

const folder = new URL("../../public/geography/", import.meta.url);
const files = readdirSync(folder);

describe("committed maps", () => {
  it("exist for the published boards", () => {
    expect(files.length).toBeGreaterThanOrEqual(5);
  });

  it.each(files)("%s is small, and its rings close and name arcs that are there", (file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    expect(text.length).toBeLessThan(64 * 1024);
    const map = JSON.parse(text) as Geography;
    const arcs = map.arcs.map(unpack);
    const rings = [
      ...(map.areas ?? []).flatMap((area) => area.rings),
      ...(map.lakes ?? []),
      ...(map.greens ?? []),
      ...(map.islands ?? []),
    ];
    expect(rings.length).toBeGreaterThan(0);
    for (const ring of rings) {
      const points = ringPoints(ring, arcs);
      expect(points.length).toBeGreaterThan(2);
      expect(points[0]).toEqual(points[points.length - 1]);
    }
    for (const line of [map.coast, map.borders, map.inner, map.rivers, map.roads, map.circles]) {
      for (const arc of line ?? []) expect(arcs[arc]?.length).toBeGreaterThan(0);
    }
  });

  it.each(files)("%s names waters in both languages", (file) => {
    const map = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Geography;
    for (const name of map.names ?? []) {
      expect(name.en).not.toBe("");
      expect(name.pl).not.toBe("");
    }
  });
});

it("Northern Lights names the nine countries that a goal counts", () => {
  const map = JSON.parse(readFileSync(new URL("northern_lights.json", folder), "utf8")) as Geography;
  const named = (map.names ?? []).filter((name) => name.land);
  for (const language of ["en", "pl"]) {
    const { countries } = textsOf(language, "northern_lights").common;
    expect(named.map((name) => name[language]).sort()).toEqual(Object.values(countries).sort());
  }
  expect(named.length).toBe(9);
});

describe("bonus cards", () => {
  it("are spread over the marked spaces", () => {
    expect([0, 1].map((i) => share(2, 2, i))).toEqual([1, 1]);
    expect([0, 1].map((i) => share(3, 2, i))).toEqual([2, 1]);
    expect(share(0, 1, 0)).toBe(0);
  });
});
