import { type ReactElement, useState } from "react";
import type { Kind } from "../protocol/messages";
import { Icon } from "../ui/icons";
import { CardBack, CardChip, EmptySlot, MarketCard } from "../ui/TrainCard";
import { usePlay } from "./context";
import { kindsOf } from "./model";

const DECK = -1;

/** The open cards and the piles. */
export function Market({ compact = false }: { compact?: boolean }): ReactElement {
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
  const pile = (
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
  );
  return (
    <section
      className={`panel market-panel${second ? " panel-now" : ""}${compact ? " market-compact" : ""}`}
      aria-label={t.play.market}
    >
      {!compact && (
        <header className="panel-head">
          <h2>{drawing ? (second ? t.play.marketSecond : t.play.market) : t.play.marketWord}</h2>
        </header>
      )}
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
        {compact && pile}
      </div>
      {!compact && (
        <div className="piles">
          <span className="pile">
            {pile}
            <small>{t.play.deckWord}</small>
          </span>
          <Discards />
          {model.mine && <TakeTickets />}
        </div>
      )}
    </section>
  );
}

/** The discards: a pile that opens, where the table lets everybody look through it. */
export function Discards(): ReactElement {
  const { model, t, piece } = usePlay();
  const [open, setOpen] = useState(false);
  // By the book nobody looks through them: only their number is seen, and what was paid just now.
  const { discards, discarded: count } = model.view;
  const kinds = discards ? kindsOf(discards) : [];
  // What was paid last lies on top; after a sweep of the market nobody remembers.
  const paid = model.seen.events.findLast((event) => event.event === "paid")?.["card"] as Kind | null | undefined;
  const top = paid && (discards === null ? count > 0 : kinds.includes(paid)) ? paid : kinds[0];
  return (
    <>
      <span className="pile">
        <button
          type="button"
          className="market-slot discards"
          data-anchor="discard"
          aria-expanded={open}
          aria-label={t.play.discards(t.common.cards(count))}
          disabled={kinds.length === 0}
          onClick={() => setOpen(!open)}
        >
          {top ? <MarketCard kind={top} piece={piece} /> : <EmptySlot />}
          {count > 0 && <b className="card-count">{count}</b>}
        </button>
        <small>{t.play.discardsWord}</small>
      </span>
      {open && <DiscardsOpen />}
    </>
  );
}

/** The discards by kind, where everybody may look through them. */
export function DiscardsOpen({ named = false }: { named?: boolean }): ReactElement | null {
  const { model, t, piece, kind } = usePlay();
  const { discards, discarded } = model.view;
  if (!discards || discarded === 0) return null;
  return (
    <ul className="discards-open" aria-label={t.play.discards(t.common.cards(discarded))}>
      {named && <li>{t.play.discardsWord}</li>}
      {kindsOf(discards).map((each) => (
        <li key={each}>
          <CardChip kind={each} piece={piece} label={kind(each)} /> <b>{discards[each]}</b>
        </li>
      ))}
    </ul>
  );
}

/** The pile of tickets. */
export function TakeTickets(): ReactElement {
  const { model, t, act, free } = usePlay();
  const take = model.choices.get("tickets")?.[0];
  const { draw_tickets, draw_keep } = model.facts.numbers;
  return (
    <button
      type="button"
      className="button take-tickets"
      data-anchor="tickets"
      disabled={!take || !free}
      onClick={() => take && void act([take.action])}
    >
      <Icon name="ticket" size={28} />
      <span>{t.play.takeTickets(Math.min(draw_tickets, Math.max(1, model.view.ticket_deck)), draw_keep)}</span>
    </button>
  );
}

/** The open cards in a line, where a question needs the room. */
export function MarketLine(): ReactElement {
  const { model, t, piece, kind } = usePlay();
  return (
    <p className="market-line">
      {t.play.marketWord}{" "}
      {model.view.market.map((card, slot) =>
        card ? <CardChip key={slot} kind={card} piece={piece} label={kind(card)} /> : null,
      )}
    </p>
  );
}
