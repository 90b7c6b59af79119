import type { ReactElement } from "react";
import { TicketCard } from "../ui/TicketCard";
import { CardChip } from "../ui/TrainCard";
import { type Play, usePlay, usePointed } from "./context";
import { TakeTickets } from "./Market";
import { listed, type TicketStatus } from "./model";

/** What is missing for a ticket, in words. */
export function ticketNote(play: Play, status: TicketStatus): string {
  const { t, pieces, model } = play;
  if (status.state === "done") return t.play.connected;
  if (!status.route) return model.facts.tracks.length > 0 ? t.play.noWay : "";
  const { tracks, pieces: length } = status.route;
  if (status.state === "impossible") return t.play.tooLong(pieces(length - (model.mine?.pieces ?? 0)));
  return t.play.toGo(t.common.routes(tracks.length), pieces(length));
}

/** The tickets I keep; pointing at one draws it on the board. With the pile of tickets, where that stands nowhere else. */
export function Tickets({ take = false, onShow }: { take?: boolean; onShow?: () => void }): ReactElement {
  const play = usePlay();
  const { model, t, point } = play;
  const pointed = usePointed("ticket");
  const { facts } = model;
  const order = { open: 0, impossible: 1, done: 2 };
  const tickets = [...model.tickets].sort((a, b) => order[a.state] - order[b.state]);
  const sum = (state: string): number =>
    tickets
      .filter((each) => each.state === state)
      .reduce((points, each) => points + (facts.tickets[each.ticket]?.points ?? 0), 0);
  const paid = facts.tracks.length === 0;
  return (
    <section className="tickets" aria-label={t.play.myTickets}>
      <header className="panel-head">
        <h2 data-anchor="tickets-mine">{t.play.myTickets}</h2>
        {tickets.length > 0 &&
          (paid ? (
            <small>{t.play.pointsIfDone(sum("open"))}</small>
          ) : (
            <small>
              <b className="ok">{t.play.done(sum("done"))}</b>, {t.play.open(sum("open"))}
            </small>
          ))}
      </header>
      {tickets.map((status) => {
        const ticket = facts.tickets[status.ticket];
        if (!ticket) return null;
        const pinned = pointed === status.ticket;
        if (ticket.cards) {
          return (
            <div key={status.ticket} className="ticket ticket-paid" data-anchor={`ticket-${status.ticket}`}>
              <span className="ticket-text">
                <b>
                  {ticket.start} – {ticket.end}
                </b>
                <span className="chips">
                  {listed(ticket.cards).map((kind, i) => (
                    <CardChip key={i} kind={kind} label={play.kind(kind)} />
                  ))}
                </span>
              </span>
              <b className="ticket-points">{ticket.points}</b>
            </div>
          );
        }
        return (
          <button
            key={status.ticket}
            type="button"
            className="ticket-button"
            data-anchor={`ticket-${status.ticket}`}
            aria-pressed={pinned}
            onPointerEnter={(event) => event.pointerType === "mouse" && point({ ticket: status.ticket })}
            onPointerLeave={(event) => event.pointerType === "mouse" && point({ ticket: null })}
            onFocus={() => point({ ticket: status.ticket })}
            onBlur={() => point({ ticket: null })}
            onClick={() => {
              point({ ticket: status.ticket, kind: null });
              onShow?.();
            }}
          >
            <TicketCard
              from={ticket.start}
              to={ticket.end}
              points={ticket.points}
              state={status.state}
              missing={status.route?.tracks.length}
              note={status.state === "done" ? undefined : ticketNote(play, status)}
              selected={pinned}
            />
          </button>
        );
      })}
      {tickets.length === 0 && <p className="quiet">{t.play.noTickets}</p>}
      {take && <TakeTickets />}
    </section>
  );
}
