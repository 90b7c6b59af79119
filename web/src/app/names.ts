import type { Texts } from "../i18n";
import type { SeatInfo } from "../protocol/messages";

/** What a player is called: by name, or else by colour. */
export const nameOf = (t: Texts, seat: Pick<SeatInfo, "seat" | "name" | "colour">): string =>
  seat.name || (t.common.colours[seat.colour] ?? t.home.player(seat.seat + 1));
