import type { ReactElement } from "react";
import { Icon } from "../ui/icons";
import { usePlay } from "./context";
import { actionOf } from "./model";
import { refusalText } from "./refusals";
import { useWhy } from "./useWays";

/** Why a track can't be claimed now: the server knows the rules, the words are made here. */
export function WhyNot({ track }: { track: number }): ReactElement | null {
  const play = usePlay();
  const { model, t } = play;
  const reason = useWhy(actionOf(model.facts, "claim", track));
  const owners = model.network.owners[track] ?? [];
  const text =
    reason === null
      ? owners.length > 0 && t.why.taken(owners.map(play.name).join(", "))
      : !reason.possible && refusalText(play, reason.why, reason.text);
  if (!text) return null;
  return (
    <p className="why" aria-live="polite">
      <Icon name="lock" size={18} /> {text}
    </p>
  );
}
