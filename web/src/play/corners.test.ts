import { expect, it } from "vitest";
import { CORNERS, freeCorner, inCorner } from "./corners";

const room = { left: 100, top: 50, right: 900, bottom: 650 };
const size = { width: 300, height: 200 };
const around = (x: number, y: number) => ({ left: x - 20, top: y - 20, right: x + 20, bottom: y + 20 });

it("stays at home where nothing is covered there", () => {
  for (const corner of CORNERS) expect(freeCorner(corner, room, size, [around(500, 350)])).toBe(corner);
});

it("goes where it covers nothing of what it is about", () => {
  expect(freeCorner("bottom-left", room, size, [around(200, 600)])).toBe("top-left");
  expect(freeCorner("bottom-left", room, size, [around(200, 600), around(200, 100)])).toBe("top-right");
});

it("covers as little as it can", () => {
  const all = [around(200, 600), around(200, 100), around(800, 100), around(800, 600), around(780, 560)];
  expect(freeCorner("bottom-right", room, size, all)).toBe("top-left");
});

it("lies inside the room, clear of its edge", () => {
  expect(inCorner("bottom-right", room, size)).toEqual({ left: 586, top: 436 });
  expect(inCorner("top-left", room, size)).toEqual({ left: 114, top: 64 });
});
