import { useMemo } from "react";
import { usePlay } from "./context";
import { useWays } from "./useWays";
import { type PayGroup, payGroups } from "./ways";

/** All ways to pay after these actions, the best first; null while they are looked for. */
export function usePayments(actions: readonly number[] | null): readonly PayGroup[] | null {
  const { model } = usePlay();
  const ways = useWays(actions);
  return useMemo(() => (ways ? payGroups(model, ways) : null), [ways, model]);
}
