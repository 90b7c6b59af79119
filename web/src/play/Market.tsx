import { type ReactElement, useState } from "react";
import { CardBack, EmptySlot, MarketCard } from "../ui/TrainCard";
import { usePlay } from "./context";

const DECK = -1;

/** The open cards and the deck. */
export function Market(): ReactElement {
  const { model, t, piece, kind, act, free } = usePlay();
  const { view } = model;
  const takes = new Map(
    (model.choices.get("market") ?? []).map((choice) => [choice.text.replace("take:", ""), choice.action]),
  );
  const deck = model.choices.get("deck")?.[0];
  const drawing = takes.size > 0 || deck !== undefined;
  // A click is answered at once; what was drawn comes with the server's word.
  const [sent, setSent] = useState<number | null>(null);
  const look = (can: boolean, slot: number): string =>
    `market-slot${sent === slot ? " market-sent" : can ? " market-can" : drawing ? " market-not" : ""}`;
  const take = (slot: number, action: number | undefined): void => {
    if (action === undefined) return;
    setSent(slot);
    void act([action]).then(() => setSent(null));
  };
  const second = model.seen.decision?.step === "second_card";
  return (
    <section className={second ? "panel panel-now" : "panel"} aria-label={t.play.market}>
      <header className="panel-head">
        <h2>{second ? t.play.marketSecond : t.play.market}</h2>
        <small>{t.play.marketNote}</small>
      </header>
      <div className="market">
        {view.market.map((card, slot) => {
          const action = card ? takes.get(card) : undefined;
          return (
            <button
              key={`${slot}-${card}`}
              type="button"
              className={look(action !== undefined, slot)}
              disabled={action === undefined || !free}
              data-market={slot}
              data-anchor={`market-${slot}`}
              aria-label={card ? t.play.marketLabel(slot + 1, kind(card)) : t.play.emptySlot}
              onClick={() => take(slot, action)}
            >
              {card ? <MarketCard kind={card} piece={piece} /> : <EmptySlot />}
            </button>
          );
        })}
        <button
          type="button"
          className={look(deck !== undefined, DECK)}
          disabled={!deck || !free}
          data-deck
          data-anchor="deck"
          aria-label={t.play.deck(view.deck)}
          onClick={() => take(DECK, deck?.action)}
        >
          <CardBack count={view.deck} />
        </button>
      </div>
    </section>
  );
}
