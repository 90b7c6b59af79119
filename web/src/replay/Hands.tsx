import type { ReactElement } from "react";
import { usePointing, useScene } from "../play/context";
import { kindsOf, ticketStatus } from "../play/model";
import { networkOf } from "../play/network";
import type { PlayerView } from "../protocol/messages";
import { Avatar } from "../ui/PlayerMark";
import { TicketCard, type TicketState } from "../ui/TicketCard";
import { CardBack, CardChip, EmptySlot, MarketCard } from "../ui/TrainCard";

/** The cards that lay open at this moment. */
export function OpenMarket(): ReactElement {
  const { model, t, kind, piece } = useScene();
  const { view } = model;
  const label = view.market.map((card) => (card === null ? t.play.emptySlot : kind(card))).join(", ");
  return (
    <section className="replay-panel" aria-label={t.replay.market}>
      <h2>{t.replay.market}</h2>
      <div className="replay-market" role="img" aria-label={`${label}. ${t.play.deck(view.deck)}`}>
        {view.market.map((card, i) =>
          card === null ? <EmptySlot key={i} /> : <MarketCard key={i} kind={card} piece={piece} />,
        )}
        <CardBack count={view.deck} />
      </div>
    </section>
  );
}

/** Cards and tickets of everybody whose eyes we look through. */
export function Hands(): ReactElement | null {
  const { model, t } = useScene();
  const shown = model.view.players.filter((player) => player.hand !== null);
  if (shown.length === 0) return null;
  return (
    <div className="replay-panel">
      <h2>{t.replay.hands}</h2>
      {shown.map((player) => (
        <Hand key={player.seat} player={player} alone={shown.length === 1} />
      ))}
    </div>
  );
}

function Hand({ player, alone }: { player: PlayerView; alone: boolean }): ReactElement {
  const { t, kind, piece, name, model } = useScene();
  const hand = player.hand ?? {};
  const done = model.view.mechanics.yards?.[player.seat]?.completed ?? [];
  const open = [...(player.kept ?? []), ...(player.offer ?? [])];
  return (
    <div className="replay-hand" role="group" aria-label={name(player.seat)}>
      {!alone && (
        <h3>
          <Avatar name={name(player.seat)} seat={player.seat} size={26} /> {name(player.seat)}
        </h3>
      )}
      <p className="replay-cards">
        {kindsOf(hand).map((card) => (
          <span key={card}>
            <CardChip kind={card} piece={piece} label={kind(card)} />
            <b>{hand[card]}</b>
          </span>
        ))}
        {player.cards === 0 && <span className="replay-quiet">{t.common.cards(0)}</span>}
      </p>
      <ul className={alone ? "replay-tickets" : "replay-tickets replay-tickets-small"}>
        {done.map((ticket) => (
          <Ticket key={ticket} ticket={ticket} player={player} done />
        ))}
        {open.map((ticket) => (
          <Ticket key={ticket} ticket={ticket} player={player} />
        ))}
      </ul>
    </div>
  );
}

function Ticket({ ticket, player, done }: { ticket: number; player: PlayerView; done?: boolean }): ReactElement | null {
  const { model, t, point, kind } = useScene();
  const pointing = usePointing();
  const facts = model.facts.tickets[ticket];
  if (!facts) return null;
  const status = ticketStatus(networkOf(model.facts, model.view, player.seat), ticket);
  const state: TicketState = done ? "done" : status.state;
  const needs = facts.cards;
  return (
    <li>
      <button
        type="button"
        className="replay-ticket"
        aria-pressed={pointing.ticket === ticket}
        onPointerEnter={() => point({ ticket })}
        onPointerLeave={() => point({ ticket: null })}
        onFocus={() => point({ ticket })}
        onBlur={() => point({ ticket: null })}
      >
        <TicketCard
          from={facts.start}
          to={facts.end}
          points={facts.points}
          state={state}
          missing={status.route?.tracks.length}
          note={player.offer?.includes(ticket) ? t.play.choosing : undefined}
          selected={pointing.ticket === ticket}
        />
        {needs && (
          <span className="replay-needs">
            {kindsOf(needs).flatMap((card) =>
              Array.from({ length: needs[card] ?? 0 }, (_, i) => (
                <CardChip key={`${card}${i}`} kind={card} label={kind(card)} />
              )),
            )}
          </span>
        )}
      </button>
    </li>
  );
}
