import { type ReactElement, useMemo } from "react";
import { usePlay } from "../play/context";
import { logLines } from "../play/log";
import { MarketCard } from "../ui/TrainCard";

interface PassPanelProps {
  /** Whose turn it is next at this device. */
  next: number;
  onPass: () => void;
}

/** Several people at one device: what I did stays in sight until I hide my hand and pass it on. */
export function PassPanel({ next, onPass }: PassPanelProps): ReactElement {
  const { model, t, piece, kind, name } = usePlay();
  const drawn = useMemo(() => {
    const mine = logLines(model.seen.events).filter((line) => line.seat === model.me);
    const last = mine.at(-1);
    return last?.deed === "drew" ? last.cards : [];
  }, [model.seen.events, model.me]);
  return (
    <section className="pass-panel" aria-label={t.moments.passTo(name(next))}>
      {drawn.length > 0 && (
        <>
          <h2>{t.moments.youDrew}</h2>
          <div className="pass-cards">
            {drawn.map((card, i) => (
              <span key={i} role="img" aria-label={kind(card)}>
                <MarketCard kind={card} piece={piece} />
              </span>
            ))}
          </div>
        </>
      )}
      <button type="button" className="button button-main" data-choice="pass-on" onClick={onPass}>
        {t.moments.passTo(name(next))}
      </button>
    </section>
  );
}
