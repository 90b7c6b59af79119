import { expect, test, vi } from "vitest";
import { keptLooks, NOTHING, newPointing } from "./context";

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

test("what is looked at stays when others have moved; what I put together or acted on goes", () => {
  const now = { ...NOTHING, hovered: 1, pinned: 2, near: [2, 3], ticket: 4, claiming: 2, chosen: { red: 1 } };
  expect(keptLooks(now, null)).toEqual({ ...NOTHING, hovered: 1, pinned: 2, near: [2, 3], ticket: 4 });
  expect(keptLooks(now, now)).toEqual({ ...NOTHING, hovered: 1 });
  expect(keptLooks({ ...now, pinned: 5 }, now)).toEqual({ ...NOTHING, hovered: 1, pinned: 5 });
});
