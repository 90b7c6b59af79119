import { expect, it } from "vitest";
import { colourOf, spread } from "./colours";

it("gives who has no wish the colour of the seat, or the first that is left, as the server does", () => {
  expect(spread([null, null, null])).toEqual([0, 1, 2]);
  expect(spread([2, null, null, null])).toEqual([2, 1, 0, 3]);
  expect(spread([1, null])).toEqual([1, 0]);
  expect(spread([5, null, 0, null, null])).toEqual([5, 1, 0, 3, 4]);
});

it("goes by the seat where no colours are known", () => {
  expect(colourOf(3, [])).toBe(3);
  expect(colourOf(1, [4, 0])).toBe(0);
});
