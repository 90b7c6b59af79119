import { expect, test, vi } from "vitest";
import { NOTHING, newPointing } from "./context";

test("who points at the same thing again disturbs nobody", () => {
  const { pointing, point } = newPointing();
  const heard = vi.fn();
  pointing.subscribe(heard);
  point({ hovered: null, pinned: null });
  expect(heard).not.toHaveBeenCalled();
  point({ hovered: 3 });
  point({ hovered: 3 });
  expect(heard).toHaveBeenCalledTimes(1);
  expect(pointing.get()).toEqual({ ...NOTHING, hovered: 3 });
});

test("what is said of one thing leaves the others", () => {
  const { pointing, point } = newPointing();
  point({ ticket: 4, near: [1, 2] });
  point({ pinned: 7 });
  expect(pointing.get()).toEqual({ ...NOTHING, ticket: 4, near: [1, 2], pinned: 7 });
});
