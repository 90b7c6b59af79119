import { useCallback, useState } from "react";
import { go } from "../app/router";
import { api } from "../net/api";
import { keepTable } from "../net/keys";
import type { KeyMoment, NewSeat } from "../protocol/messages";
import { GRACES, settings } from "../settings/settings";
import type { Subject } from "./useCoach";

/** Who sat there, and which bot, if it was one. */
export interface Sitter {
  readonly name: string | null;
  readonly level: string | null;
}

/** The seats of a table that plays on: one is mine, bots have the others. */
export const seatsFor = (sitters: readonly Sitter[], seat: number, mine: string, level: string): NewSeat[] =>
  sitters.map((sitter, number) =>
    number === seat
      ? { kind: "mine", name: mine || sitter.name || null }
      : { kind: "bot", name: sitter.name || null, level: sitter.level ?? level },
  );

/** A new table from the decisions before a moment, in the seat that decided. */
export function usePlayOn(
  subject: Subject,
  sitters: readonly Sitter[],
  refused: (problem: unknown) => void,
): { busy: boolean; start(moment: Pick<KeyMoment, "decision" | "seat">): void } {
  const [busy, setBusy] = useState(false);
  const { facts, record } = subject;
  const start = useCallback(
    (moment: Pick<KeyMoment, "decision" | "seat">): void => {
      const { name, grace } = settings.get();
      const make = async (): Promise<void> => {
        const [home, whole] = await Promise.all([api.home(), record()]);
        const level = home.bots[Math.min(1, home.bots.length - 1)]?.level ?? "";
        const made = await api.create({
          options: {
            game: facts.game,
            players: facts.players,
            options: [...facts.options],
            undo: true,
            grace: GRACES[grace],
          },
          seats: seatsFor(sitters, moment.seat, name, level),
          play_on: { record: whole, decisions: moment.decision },
        });
        const tokens = [made.host_token, ...made.seats.map((seat) => seat.token)];
        keepTable({ table: made.table, game: facts.game, name, tokens, at: Date.now() });
        go(`t/${made.table}`);
      };
      setBusy(true);
      make()
        .catch(refused)
        .finally(() => setBusy(false));
    },
    [facts, record, sitters, refused],
  );
  return { busy, start };
}
