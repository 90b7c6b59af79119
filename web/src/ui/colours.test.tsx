/** Colours are told apart by everybody: contrast, signs, and how they look to colour-blind eyes. */

import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { COLOURS } from "./colours";
import { KINDS } from "./kinds";
import { KindSymbol, RoofMark } from "./symbols";

type Rgb = readonly [number, number, number];
type Tokens = Readonly<Record<string, Rgb>>;

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const [lightText = "", darkText = ""] = css.split('[data-theme="dark"]');
const read = (text: string): Tokens =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)].map(([, name, hex]) => {
      const value = Number.parseInt(hex as string, 16);
      return [name as string, [value >> 16, (value >> 8) & 255, value & 255] as const];
    }),
  );
const light = read(lightText);
const themes = { light, dark: { ...light, ...read(darkText) } };
const colour = (tokens: Tokens, name: string): Rgb => {
  const found = tokens[name];
  if (!found) throw new Error(`no token --${name}`);
  return found;
};

const linear = (value: number): number =>
  value <= 10.31 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
const luminance = ([r, g, b]: Rgb): number => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const contrast = (a: Rgb, b: Rgb): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

// How dichromats see linear RGB (Viénot, Brettel and Mollon 1999, as matrices).
const EYES = {
  protanope: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deuteranope: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
} as const;

/** Lightness and hue as in CIE Lab, of what an eye sees. */
function lab(rgb: Rgb, eye?: keyof typeof EYES): Rgb {
  const plain = rgb.map(linear);
  const [r = 0, g = 0, b = 0] = eye
    ? EYES[eye].map((row) =>
        Math.max(
          0,
          row.reduce<number>((sum, part, i) => sum + part * (plain[i] ?? 0), 0),
        ),
      )
    : plain;
  const f = (value: number): number => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}
const apart = (a: Rgb, b: Rgb): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const COLOURED = Array.from({ length: COLOURS }, (_, colour) => colour);
const token = (kind: string): string => (kind === "green" ? "green-kind" : kind);

describe.each(Object.entries(themes))("%s colours", (_, tokens) => {
  it("have words of at least 4.5 to 1 on every ground", () => {
    for (const ink of ["ink", "ink-2"]) {
      for (const ground of ["paper", "surface", "raised", "sunk"]) {
        expect(contrast(colour(tokens, ink), colour(tokens, ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(
          4.5,
        );
      }
    }
    for (const [ink, ground] of [
      ["on-accent", "accent"],
      ["ok", "ok-soft"],
      ["info", "info-soft"],
      ["accent", "surface"],
    ] as const) {
      expect(contrast(colour(tokens, ink), colour(tokens, ground)), `${ink} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("have edges of controls of 3 to 1", () => {
    for (const ground of ["surface", "raised"])
      expect(contrast(colour(tokens, "line-2"), colour(tokens, ground))).toBeGreaterThanOrEqual(3);
    expect(contrast(colour(tokens, "focus"), colour(tokens, "surface"))).toBeGreaterThanOrEqual(3);
  });

  it("have signs that stand out from their card and roof", () => {
    for (const kind of KINDS) {
      expect(contrast(colour(tokens, `${token(kind)}-ink`), colour(tokens, token(kind))), kind).toBeGreaterThanOrEqual(
        3,
      );
    }
    for (const each of COLOURED)
      expect(contrast(colour(tokens, "mark"), colour(tokens, `colour-${each}`)), `${each}`).toBeGreaterThanOrEqual(3);
  });

  it.each([undefined, "protanope", "deuteranope"] as const)("of the players differ for all eyes (%s)", (eye) => {
    for (const a of COLOURED) {
      for (const b of COLOURED) {
        if (a >= b) continue;
        const far = apart(lab(colour(tokens, `colour-${a}`), eye), lab(colour(tokens, `colour-${b}`), eye));
        expect(far, `colours ${a} and ${b}`).toBeGreaterThan(eye ? 8 : 20);
      }
    }
  });
});

it("gives every kind of card and every seat a sign of its own, as colours alone are not enough", () => {
  const kinds = KINDS.map((kind) => renderToStaticMarkup(<KindSymbol kind={kind} />));
  const seats = Array.from({ length: 8 }, (_, seat) => renderToStaticMarkup(<RoofMark seat={seat} />));
  expect(new Set(kinds).size).toBe(KINDS.length);
  expect(new Set(seats).size).toBe(8);
  expect([...kinds, ...seats].every((sign) => sign !== "")).toBe(true);
});
