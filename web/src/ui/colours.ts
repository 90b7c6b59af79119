/** Which colour each seat of the table on this page has. Where nobody chose, it is the one of the seat's number. */

import { useLayoutEffect } from "react";
import { createStore } from "../net/store";

/** How many colours players choose from; the server knows the same number. */
export const COLOURS = 6;

/** By seat; empty where no table is open. */
export const worn = createStore<readonly number[]>([]);

export const colourOf = (seat: number, colours: readonly number[] = worn.get()): number => colours[seat] ?? seat;

const ENDS = ["", "-edge"];

/** Dress the whole page: styles go by `--seat-N`, whatever draws it. */
function wear(colours: readonly number[]): void {
  const { style } = document.documentElement;
  for (const seat of worn.get().keys()) for (const end of ENDS) style.removeProperty(`--seat-${seat}${end}`);
  for (const [seat, colour] of colours.entries())
    for (const end of ENDS) style.setProperty(`--seat-${seat}${end}`, `var(--colour-${colour}${end})`);
  worn.set(colours);
}

/** The colours of a table, for as long as its page is open. */
export function useColours(colours: readonly number[]): void {
  const key = colours.join();
  useLayoutEffect(() => {
    wear(key ? key.split(",").map(Number) : []);
    return () => wear([]);
  }, [key]);
}

/** What the server will make of wishes: who has none gets the colour of the seat, or the first that is left. */
export function spread(wishes: readonly (number | null)[]): number[] {
  const left = Array.from({ length: COLOURS }, (_, colour) => colour).filter((colour) => !wishes.includes(colour));
  return wishes.map((wish, seat) => {
    if (wish !== null) return wish;
    const [colour = seat] = left.splice(Math.max(0, left.indexOf(seat)), 1);
    return colour;
  });
}
