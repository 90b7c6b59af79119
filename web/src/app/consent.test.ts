import { expect, it } from "vitest";
import type { TableInfo, You } from "../protocol/messages";
import { unanswered } from "./Consent";

const table = {
  asking: [
    { seat: 2, name: "Ola", waiting: [0, 1] },
    { seat: 3, name: null, waiting: [1] },
  ],
} as unknown as TableInfo;

it("asks those who have not answered yet", () => {
  const you = (seats: number[]): You => ({ seats }) as unknown as You;
  expect(unanswered(table, you([0])).map((each) => each.seat)).toEqual([2]);
  expect(unanswered(table, you([0, 1])).map((each) => each.seat)).toEqual([2, 3]);
  expect(unanswered(table, you([]))).toEqual([]);
});
