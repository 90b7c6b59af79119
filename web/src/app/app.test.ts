import { expect, it } from "vitest";
import { qrCode } from "./qr";
import { parse } from "./router";

it("reads pages, their parts and keys from the address", () => {
  const place = parse("#/t/abc%20d?join=k%2B1");
  expect([place.page, place.rest, place.query.get("join")]).toEqual(["t", ["abc d"], "k+1"]);
  expect(parse("").page).toBe("");
});

it("draws the finder patterns and timing of a QR code, of a size that fits the text", () => {
  const code = qrCode("https://wagonik.example/#/t/abc?join=0123456789")!;
  expect(code).toHaveLength(29);
  const corner = code.slice(0, 7).map((row) => row.slice(0, 7).map(Number).join(""));
  expect(corner).toEqual(["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
  expect(code[6]!.slice(8, 21).map(Number).join("")).toBe("1010101010101");
  expect(qrCode("x".repeat(400))).toBeNull();
});

it("makes the known code of a short text", () => {
  // Version 1-L, mask 0: format bits 111011111000100 along the top left corner.
  const code = qrCode("Wagonik")!;
  const format = [0, 1, 2, 3, 4, 5, 7, 8].map((x) => Number(code[8]![x])).join("");
  expect(code).toHaveLength(21);
  expect(format).toBe("11101111");
});
