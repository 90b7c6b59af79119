import type { ReactElement } from "react";
import type { Kind } from "../../protocol/messages";
import { Avatar } from "../../ui/PlayerMark";
import { EmptySlot, MarketCard } from "../../ui/TrainCard";
import { useScene } from "../context";

/** The colours that stand together, in the order of the flag. */
const FLAG: readonly Kind[] = ["blue", "white", "red"];

/** The cards that everybody has lying for a flag. */
export function Flags(): ReactElement | null {
  const { model, t, name, kind, piece } = useScene();
  const flags = model.view.mechanics.flags;
  if (!flags) return null;
  const mine = flags[model.me];
  const missing = FLAG.filter((each) => !mine?.cards.includes(each));
  return (
    <div className="flags">
      {flags.map((flag, seat) => (
        <div key={seat} className="flag-row">
          <Avatar name={name(seat)} seat={seat} size={34} />
          <span className="flag-name">
            <b>{name(seat)}</b>
            <small>{t.mechanics.flags.points(flag.points)}</small>
          </span>
          <span
            className="flag-cards"
            role="img"
            aria-label={t.mechanics.flags.have(flag.cards.map(kind).join(", "))}
            data-anchor={`flag-${seat}`}
          >
            {FLAG.map((each) =>
              flag.cards.includes(each) ? (
                <MarketCard key={each} kind={each} piece={piece} />
              ) : (
                <EmptySlot key={each} kind={each} />
              ),
            )}
          </span>
        </div>
      ))}
      {mine && missing.length === 1 && missing[0] && (
        <p className="info">{t.mechanics.flags.completes(kind(missing[0]))}</p>
      )}
    </div>
  );
}
