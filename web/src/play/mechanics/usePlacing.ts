import { useEffect } from "react";
import type { Way } from "../../protocol/messages";
import { usePlay, usePointing } from "../context";
import { total } from "../model";
import { refusalText } from "../refusals";
import { useWays, useWhy } from "../useWays";
import { beginning, leastOf, wayOf } from "./yard";

export interface Placing {
  /** The way that plays exactly the chosen cards. */
  readonly way: Way | null;
  /** Why they can't be played; nothing while that is asked. */
  readonly why: string | null;
}

const NOBODY: readonly number[] = [];

/** What the cards chosen for the yard would do, as the server says. */
export function usePlacing(): Placing | null {
  const play = usePlay();
  const { model, t, point } = play;
  const { chosen } = usePointing();
  const action = total(chosen) > 0 ? beginning(model.facts, chosen) : null;
  const allowed =
    action !== null && ["row", "trio"].some((family) => model.choices.get(family)?.some((c) => c.action === action));
  const ways = useWays(allowed ? [action] : null);
  const reason = useWhy(action !== null && !allowed ? action : null);
  const way = (ways && wayOf(ways, chosen)) ?? null;
  const robbed = way?.robbed ?? NOBODY;
  useEffect(() => {
    point({ robbed });
    return () => point({ robbed: NOBODY });
  }, [robbed, point]);

  if (total(chosen) === 0) return null;
  if (action === null) return { way: null, why: t.mechanics.yards.mixed };
  if (way) return { way, why: null };
  if (ways && ways.length > 0) return { way: null, why: t.why.row(leastOf(ways)) };
  return { way: null, why: reason && !reason.possible ? refusalText(play, reason.why, reason.text) : null };
}
