import type { Texts } from "../i18n";
import type { SeatInfo } from "../protocol/messages";

/** What a player is called: by name, or else by the colour of the seat. */
export const nameOf = (t: Texts, seat: Pick<SeatInfo, "seat" | "name">): string =>
  seat.name || (t.common.colours[seat.seat] ?? t.home.player(seat.seat + 1));
