// Lines on the drawn board: cutting, simplifying, packing.

const gap = (p, a, b) => {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const long = dx * dx + dy * dy;
  let t = long ? ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / long : 0;
  t = Math.min(1, Math.max(0, t));
  return Math.hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy);
};

/** Douglas and Peucker's simplification, with a tolerance for every point. */
export function simplify(points, tolerance) {
  if (points.length < 3) return points;
  const keep = new Set([0, points.length - 1]);
  const stack = [[0, points.length - 1]];
  while (stack.length) {
    const [low, high] = stack.pop();
    let best = -1;
    let most = 1;
    for (let i = low + 1; i < high; i++) {
      const excess = gap(points[i], points[low], points[high]) / tolerance(points[i]);
      if (excess > most) {
        most = excess;
        best = i;
      }
    }
    if (best > 0) {
      keep.add(best);
      stack.push([low, best], [best, high]);
    }
  }
  return [...keep].sort((a, b) => a - b).map((i) => points[i]);
}

/** A closed line is simplified in two halves, or it would shrink to nothing. */
export function simplifyClosed(points, tolerance) {
  const first = points[0];
  let far = 0;
  let most = -1;
  points.forEach((p, i) => {
    const d = Math.hypot(p[0] - first[0], p[1] - first[1]);
    if (d > most) [most, far] = [d, i];
  });
  return [...simplify(points.slice(0, far + 1), tolerance).slice(0, -1), ...simplify(points.slice(far), tolerance)];
}

export const closed = (points) =>
  points.length > 2 && points[0][0] === points[points.length - 1][0] && points[0][1] === points[points.length - 1][1];

export const clamp = ([x, y], box) => [Math.min(box[2], Math.max(box[0], x)), Math.min(box[3], Math.max(box[1], y))];

export const inside = ([x, y], box) => x > box[0] && x < box[2] && y > box[1] && y < box[3];

/** The pieces of an open line that lie in a box. */
export function pieces(points, box) {
  const found = [];
  let part = [];
  for (const point of points) {
    if (inside(point, box)) part.push(point);
    else {
      if (part.length > 1) found.push(part);
      part = [];
    }
  }
  if (part.length > 1) found.push(part);
  return found;
}

export function area(points) {
  let sum = 0;
  for (let i = 0; i < points.length; i++) {
    const [ax, ay] = points[i];
    const [bx, by] = points[(i + 1) % points.length];
    sum += ax * by - bx * ay;
  }
  return Math.abs(sum) / 2;
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** A whole number as letters of six bits: five of the number, and whether more follow. */
function letters(value) {
  let rest = value < 0 ? -2 * value - 1 : 2 * value;
  let text = "";
  do {
    const low = rest % 32;
    rest = Math.floor(rest / 32);
    text += LETTERS[rest ? low + 32 : low];
  } while (rest);
  return text;
}

/** Points in half units, as steps from each to the next. Points that do not move are left out. */
export function pack(points) {
  let text = "";
  let px = 0;
  let py = 0;
  for (const [x, y] of points) {
    const [ix, iy] = [Math.round(x * 2), Math.round(y * 2)];
    if (text && ix === px && iy === py) continue;
    text += letters(ix - px) + letters(iy - py);
    [px, py] = [ix, iy];
  }
  return text;
}

/** Whether a point lies in a ring. */
export function within([x, y], ring) {
  let odd = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax, ay] = ring[i];
    const [bx, by] = ring[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) odd = !odd;
  }
  return odd;
}
