// From latitude and longitude to the drawn board: the layout's projection, then a thin-plate spline
// that moves every place to where it is drawn and bends the coast along with it.

const EARTH_KM = 6371;
const rad = (degrees) => (degrees * Math.PI) / 180;
const stretch = (latitude) => Math.tan(Math.PI / 4 + latitude / 2);

/** Lambert's conformal conic projection, as in wagonik.drawing.projection. */
export function conic(places, scale) {
  const latitudes = places.map((p) => p.latitude);
  const longitudes = places.map((p) => p.longitude);
  const low = Math.min(...latitudes);
  const high = Math.max(...latitudes);
  const one = rad(low + (high - low) / 6);
  const two = rad(high - (high - low) / 6);
  const cone =
    Math.abs(one - two) < 1e-4
      ? Math.sin(one)
      : Math.log(Math.cos(one) / Math.cos(two)) / Math.log(stretch(two) / stretch(one));
  const factor = (Math.cos(one) * stretch(one) ** cone) / cone;
  const centre = (Math.min(...longitudes) + Math.max(...longitudes)) / 2;
  const middle = factor / stretch(rad((low + high) / 2)) ** cone;
  const size = scale * EARTH_KM;
  const project = (longitude, latitude) => {
    const rho = factor / stretch(rad(Math.min(89, Math.max(-85, latitude)))) ** cone;
    const turn = cone * rad(longitude - centre);
    return [size * rho * Math.sin(turn), size * (rho * Math.cos(turn) - middle)];
  };
  return { project };
}

function solve(matrix, right) {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...right[i]]);
  for (let i = 0; i < n; i++) {
    let best = i;
    for (let j = i + 1; j < n; j++) if (Math.abs(rows[j][i]) > Math.abs(rows[best][i])) best = j;
    [rows[i], rows[best]] = [rows[best], rows[i]];
    for (let j = i + 1; j < n; j++) {
      const k = rows[j][i] / rows[i][i];
      if (k === 0) continue;
      for (let c = i; c < rows[i].length; c++) rows[j][c] -= k * rows[i][c];
    }
  }
  const found = rows.map(() => new Array(right[0].length).fill(0));
  for (let i = n - 1; i >= 0; i--) {
    for (let c = 0; c < right[0].length; c++) {
      let sum = rows[i][n + c];
      for (let j = i + 1; j < n; j++) sum -= rows[i][j] * found[j][c];
      found[i][c] = sum / rows[i][i];
    }
  }
  return found;
}

/** The smooth map that takes every source point to its target. */
export function spline(sources, targets) {
  const n = sources.length;
  const kernel = (a, b) => {
    const d = (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;
    return d < 1e-9 ? 0 : d * Math.log(d);
  };
  const matrix = [];
  for (let i = 0; i < n; i++) {
    matrix.push([...sources.map((s) => kernel(sources[i], s)), 1, sources[i][0], sources[i][1]]);
  }
  matrix.push([...sources.map(() => 1), 0, 0, 0]);
  matrix.push([...sources.map((s) => s[0]), 0, 0, 0]);
  matrix.push([...sources.map((s) => s[1]), 0, 0, 0]);
  const weights = solve(matrix, [...targets, [0, 0], [0, 0], [0, 0]]);
  return (point) => {
    let x = weights[n][0] + weights[n + 1][0] * point[0] + weights[n + 2][0] * point[1];
    let y = weights[n][1] + weights[n + 1][1] * point[0] + weights[n + 2][1] * point[1];
    for (let i = 0; i < n; i++) {
      const k = kernel(point, sources[i]);
      x += weights[i][0] * k;
      y += weights[i][1] * k;
    }
    return [x, y];
  };
}

/** The whole way for one drawing: [longitude, latitude] to [x, y] on the board. */
export function boardWarp(drawing) {
  const real = drawing.places.filter((place) => !place.exit);
  const { project } = conic(real, drawing.scale);
  const flat = real.map((place) => project(place.longitude, place.latitude));
  const dx = real.reduce((sum, place, i) => sum + place.x - flat[i][0], 0) / real.length;
  const dy = real.reduce((sum, place, i) => sum + place.y - flat[i][1], 0) / real.length;
  const sources = flat.map(([x, y]) => [x + dx, y + dy]);
  const targets = real.map((place) => [place.x, place.y]);
  // Far outside of the frame nothing is moved.
  const { width, height } = drawing;
  const reach = 0.45 * Math.max(width, height);
  for (let i = 0; i <= 4; i++) {
    for (let j = 0; j <= 4; j++) {
      if (i % 4 !== 0 && j % 4 !== 0) continue;
      const pin = [-reach + ((width + 2 * reach) * i) / 4, -reach + ((height + 2 * reach) * j) / 4];
      sources.push(pin);
      targets.push(pin);
    }
  }
  const bend = spline(sources, targets);
  return ([longitude, latitude]) => {
    const [x, y] = project(longitude, latitude);
    return bend([x + dx, y + dy]);
  };
}
