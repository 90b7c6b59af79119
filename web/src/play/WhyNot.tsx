import type { ReactElement } from "react";
import { Icon } from "../ui/icons";
import { CardChip } from "../ui/TrainCard";
import { usePlay, useScene } from "./context";
import { actionOf, kindsOf } from "./model";
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
  return (
    <>
      {text && (
        <p className="why" aria-live="polite">
          <Icon name="lock" size={18} /> {text}
        </p>
      )}
      <PaidFor track={track} />
    </>
  );
}

/** What was paid for a track, where everybody may still look at it. */
function PaidFor({ track }: { track: number }): ReactElement | null {
  const { model, t, name, piece, kind } = useScene();
  const claims = model.view.claims.filter((claim) => claim.track === track && claim.paid !== null);
  if (claims.length === 0) return null;
  return (
    <ul className="paid-for">
      {claims.map(({ seat, paid }) => (
        <li key={seat}>
          <span>{t.play.paidBy(seat === model.me ? t.common.you : name(seat))}</span>
          {kindsOf(paid ?? {}).map((each) => (
            <span key={each} className="log-paid">
              {paid?.[each]} <CardChip kind={each} piece={piece} label={kind(each)} />
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
