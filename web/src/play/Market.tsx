import type { ReactElement } from "react";
import { CardBack, EmptySlot, MarketCard } from "../ui/TrainCard";
import { usePlay } from "./context";

/** The open cards and the deck. */
export function Market(): ReactElement {
  const { model, t, piece, kind, act, free } = usePlay();
  const { view } = model;
  const takes = new Map((model.choices.get("market") ?? []).map((choice) => [choice.text.replace("take:", ""), choice.action]));
  const deck = model.choices.get("deck")?.[0];
  const drawing = takes.size > 0 || deck !== undefined;
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
              className={action !== undefined ? "market-slot market-can" : drawing ? "market-slot market-not" : "market-slot"}
              disabled={action === undefined || !free}
              data-market={slot}
              aria-label={card ? t.play.marketLabel(slot + 1, kind(card)) : t.play.emptySlot}
              onClick={() => action !== undefined && void act([action])}
            >
              {card ? <MarketCard kind={card} piece={piece} /> : <EmptySlot />}
            </button>
          );
        })}
        <button
          type="button"
          className={deck ? "market-slot market-can" : "market-slot"}
          disabled={!deck || !free}
          data-deck
          aria-label={t.play.deck(view.deck)}
          onClick={() => deck && void act([deck.action])}
        >
          <CardBack count={view.deck} />
        </button>
      </div>
    </section>
  );
}
