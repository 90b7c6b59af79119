// Where the names of waters go: near where they belong, off the coast and off everything played.

export const obstaclesOf = (drawing) => {
  const found = [];
  for (const track of drawing.tracks) {
    for (const [x, y, angle] of track.spaces) {
      // A space lies along its row: a chain of squares follows it where one box would not.
      const [dx, dy] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
      for (const t of [-12, -4, 4, 12]) found.push([x + t * dx, y + t * dy, 9, 9]);
    }
  }
  for (const place of drawing.places) {
    found.push([place.x, place.y, 12, 12]);
    if (place.label) {
      const long = Math.max(...place.label.lines.map((line) => line.length));
      found.push([place.label.x, place.label.y, long * 4.4 + 4, 10 * place.label.lines.length]);
    }
  }
  for (const bundle of drawing.bundles) {
    for (const link of bundle.links) {
      for (let i = 1; i < link.length; i++) {
        const [a, b] = [link[i - 1], link[i]];
        for (let t = 0; t <= 1; t += 0.25) {
          found.push([a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, 4, 4]);
        }
      }
    }
    for (const badge of bundle.badges) found.push([badge.x, badge.y, 14, 14]);
  }
  return found;
};

/** A name in two lines, divided at its first space. */
export const inTwo = (text) => text.replace(" ", "\n");

/** The free spot nearest to the wish; nothing if there is none. */
export function placeNames(names, drawing, coast, warp, wet) {
  const taken = obstaclesOf(drawing);
  const shore = coast.flatMap((line) =>
    line.flatMap((p, i) => {
      if (i === 0) return [p];
      const q = line[i - 1];
      const steps = Math.ceil(Math.hypot(p[0] - q[0], p[1] - q[1]) / 5);
      return Array.from({ length: steps }, (_, k) => [
        q[0] + ((p[0] - q[0]) * (k + 1)) / steps,
        q[1] + ((p[1] - q[1]) * (k + 1)) / steps,
      ]);
    }),
  );
  const found = [];
  // A name that has no room is written smaller, then in two lines, at last left out.
  for (const name of names) {
    if (name.spot) {
      const [x, y] = name.spot;
      found.push({ en: name.en, pl: name.pl, x, y, size: name.size });
      continue;
    }
    const sizes = [1, 0.82, 0.66].map((share) => Math.round(name.size * share));
    const ways = [1, 2].flatMap((lines) => sizes.map((size) => ({ ...name, size, lines })));
    if (!ways.some(fits)) console.warn(`  no room for ${name.en}`);
  }
  return found;

  function fits(name) {
    const [wx, wy] = warp(name.at);
    const written = [name.en, name.pl].map((text) => (name.lines > 1 ? inTwo(text) : text));
    const long = Math.max(...written.flatMap((text) => text.split("\n")).map((line) => line.length));
    const half = (long * name.size * 0.57) / 2 + 4;
    const high = name.size * 0.5 * name.lines + 2;
    let best = null;
    let least = name.reach ?? 220;
    for (let dx = -240; dx <= 240; dx += 8) {
      for (let dy = -240; dy <= 240; dy += 8) {
        const away = Math.hypot(dx, dy);
        if (away >= least) continue;
        const [x, y] = [wx + dx, wy + dy];
        if (x - half < 10 || x + half > drawing.width - 10) continue;
        if (y - high < 10 || y + high > drawing.height - 10) continue;
        const hit = taken.some(([ox, oy, ow, oh]) => Math.abs(ox - x) < half + ow && Math.abs(oy - y) < high + oh);
        if (hit) continue;
        if (shore.some(([sx, sy]) => Math.abs(sx - x) < half && Math.abs(sy - y) < high)) continue;
        if (![-0.8, -0.4, 0, 0.4, 0.8].every((t) => wet([x + t * half, y]))) continue;
        [best, least] = [[x, y], away];
      }
    }
    if (!best) return false;
    taken.push([best[0], best[1], half + 10, high + 10]);
    found.push({
      en: written[0],
      pl: written[1],
      x: Math.round(best[0]),
      y: Math.round(best[1]),
      size: name.size,
    });
    return true;
  }
}
