// Lines of equal distance from the coast, drawn once here so that the client only fills shapes: a
// browser takes ten times as long to stroke a coast with a brush of fifty units.

const CELL = 3;

/** A grid of distances to the coast over a box; on land it is 0. */
function distances(coast, land, box, most) {
  const columns = Math.ceil((box[2] - box[0]) / CELL) + 1;
  const rows = Math.ceil((box[3] - box[1]) / CELL) + 1;
  const grid = new Float32Array(columns * rows).fill(most + CELL);
  const reach = most + CELL;
  for (const line of coast) {
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1], line[i]];
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
      const long = dx * dx + dy * dy;
      const low = Math.max(0, Math.floor((Math.min(a[0], b[0]) - reach - box[0]) / CELL));
      const high = Math.min(columns - 1, Math.ceil((Math.max(a[0], b[0]) + reach - box[0]) / CELL));
      const top = Math.max(0, Math.floor((Math.min(a[1], b[1]) - reach - box[1]) / CELL));
      const bottom = Math.min(rows - 1, Math.ceil((Math.max(a[1], b[1]) + reach - box[1]) / CELL));
      for (let r = top; r <= bottom; r++) {
        for (let c = low; c <= high; c++) {
          const [x, y] = [box[0] + c * CELL, box[1] + r * CELL];
          let t = long ? ((x - a[0]) * dx + (y - a[1]) * dy) / long : 0;
          t = Math.min(1, Math.max(0, t));
          const d = Math.hypot(x - a[0] - t * dx, y - a[1] - t * dy);
          if (d < grid[r * columns + c]) grid[r * columns + c] = d;
        }
      }
    }
  }
  for (let r = 0; r < rows; r++) {
    const y = box[1] + r * CELL + 0.013;
    for (const ring of land) {
      const cuts = [];
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        const [a, b] = [ring[j], ring[i]];
        if (a[1] > y !== b[1] > y) cuts.push(a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]));
      }
      cuts.sort((p, q) => p - q);
      for (let k = 0; k + 1 < cuts.length; k += 2) {
        const from = Math.max(0, Math.ceil((cuts[k] - box[0]) / CELL));
        const to = Math.min(columns - 1, Math.floor((cuts[k + 1] - box[0]) / CELL));
        for (let c = from; c <= to; c++) grid[r * columns + c] = 0;
      }
    }
  }
  return { grid, columns, rows };
}

// By which of its corners are near (a bit each): from edge to edge of a cell, near ones on the right.
const WAYS = {
  1: [[0, 3]],
  2: [[1, 0]],
  3: [[1, 3]],
  4: [[2, 1]],
  5: [
    [0, 3],
    [2, 1],
  ],
  6: [[2, 0]],
  7: [[2, 3]],
  8: [[3, 2]],
  9: [[0, 2]],
  10: [
    [1, 0],
    [3, 2],
  ],
  11: [[1, 2]],
  12: [[3, 1]],
  13: [[0, 1]],
  14: [[3, 0]],
};

/** The closed lines round everything nearer than a distance, by marching squares. */
function contours({ grid, columns, rows }, box, far) {
  const at = (c, r) => (c < 0 || r < 0 || c >= columns || r >= rows ? far * 2 : grid[r * columns + c]);
  // Where the line crosses the edge from a node to the next one on its right or below it.
  const cross = (c, r, down) => {
    const [p, q] = [at(c, r), down ? at(c, r + 1) : at(c + 1, r)];
    const t = (far - p) / (q - p);
    return [box[0] + (c + (down ? 0 : t)) * CELL, box[1] + (r + (down ? t : 0)) * CELL];
  };
  const name = (c, r, down) => ((r + 1) * (columns + 2) + c + 1) * 2 + (down ? 1 : 0);
  const next = new Map();
  for (let r = -1; r < rows; r++) {
    for (let c = -1; c < columns; c++) {
      const inside = [at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)].map((d) => d < far);
      const code = inside.reduce((sum, value, i) => sum + (value ? 1 << i : 0), 0);
      if (code === 0 || code === 15) continue;
      const edges = [
        [c, r, false],
        [c + 1, r, true],
        [c, r + 1, false],
        [c, r, true],
      ];
      for (const [from, to] of WAYS[code]) next.set(name(...edges[from]), edges[to]);
    }
  }
  const rings = [];
  while (next.size) {
    let [here] = next.keys();
    const ring = [];
    while (next.has(here)) {
      const edge = next.get(here);
      next.delete(here);
      ring.push(cross(...edge));
      here = name(...edge);
    }
    if (ring.length > 3) rings.push([...ring, ring[0]]);
  }
  return rings;
}

/** For each distance the rings round all that is nearer to land. */
export function shelves(coast, land, box, fars) {
  const field = distances(coast, land, box, Math.max(...fars));
  return fars.map((far) => contours(field, box, far));
}
