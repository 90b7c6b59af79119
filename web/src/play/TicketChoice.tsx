import { lazy, type ReactElement, Suspense, useMemo, useState } from "react";
import { mayAsk } from "../coach/table";
import { Icon } from "../ui/icons";
import { CardChip } from "../ui/TrainCard";
import { usePlay } from "./context";
import { listed, ticketStatus, total } from "./model";
import { ticketNote } from "./Tickets";

const TicketHelper = lazy(() => import("../coach/TicketHelper"));
const NONE: ReadonlyMap<number, string> = new Map();

const ones = (mask: number): number => mask.toString(2).replaceAll("0", "").length;

/** Which of the offered tickets I keep. */
export function TicketChoice(): ReactElement {
  const play = usePlay();
  const { model, t, act, free, point } = play;
  const { facts, network } = model;
  const offer = model.mine?.offer ?? [];
  const keeps = useMemo(() => model.choices.get("keep") ?? [], [model.choices]);
  const least = Math.min(...keeps.map((choice) => ones(choice.argument)));
  // To begin with as few as must be kept: those with the most points for their trains.
  const [mask, setMask] = useState(() => {
    const value = (ticket: number): number => {
      const pieces = ticketStatus(network, ticket).route?.pieces ?? total(facts.tickets[ticket]?.cards);
      return (facts.tickets[ticket]?.points ?? 0) / Math.max(1, pieces);
    };
    const best = offer.map((_, i) => i).sort((a, b) => value(offer[b] ?? 0) - value(offer[a] ?? 0));
    return best.slice(0, least).reduce((sum, i) => sum | (1 << i), 0);
  });
  const choice = keeps.find((each) => each.argument === mask);
  const count = ones(mask);
  const [helped, setHelped] = useState(false);
  const [notes, setNotes] = useState(NONE);
  const ask = mayAsk(play.state.table, model.me);
  return (
    <section
      className={ask && !helped ? "panel panel-now panel-offer" : "panel panel-now"}
      aria-label={t.play.keepTitle(least, offer.length)}
    >
      <h2 className="panel-title">{t.play.keepTitle(least, offer.length)}</h2>
      {facts.tracks.length > 0 && <p className="quiet offer-how">{t.play.keepHow}</p>}
      <div className="offer">
        {offer.map((ticket, i) => {
          const found = facts.tickets[ticket];
          if (!found) return null;
          const on = (mask & (1 << i)) !== 0;
          const status = ticketStatus(network, ticket);
          return (
            <label
              key={ticket}
              className={on ? "offered offered-on" : "offered"}
              onPointerEnter={() => point({ ticket })}
              onPointerLeave={() => point({ ticket: null })}
            >
              <input
                type="checkbox"
                checked={on}
                onFocus={() => point({ ticket })}
                onBlur={() => point({ ticket: null })}
                onChange={() => setMask(mask ^ (1 << i))}
              />
              <span className="check" aria-hidden="true">
                {on && <Icon name="check" size={16} />}
              </span>
              <span className="ticket-text">
                <b>
                  {found.start} – {found.end}
                </b>
                {found.cards ? (
                  <span className="chips">
                    {listed(found.cards).map((kind, j) => (
                      <CardChip key={j} kind={kind} label={play.kind(kind)} />
                    ))}
                  </span>
                ) : (
                  <small>{ticketNote(play, status)}</small>
                )}
                {notes.has(ticket) && <small className="offered-note">{notes.get(ticket)}</small>}
              </span>
              <b className="ticket-points">{found.points}</b>
            </label>
          );
        })}
      </div>
      {helped && (
        <Suspense fallback={null}>
          <TicketHelper
            onNotes={setNotes}
            onChoose={(tickets) =>
              setMask(offer.reduce((sum, ticket, i) => (tickets.includes(ticket) ? sum | (1 << i) : sum), 0))
            }
          />
        </Suspense>
      )}
      {ask && !helped && (
        <button
          type="button"
          className="button ticket-helper"
          title={t.play.ticketHelper}
          onClick={() => setHelped(true)}
        >
          <Icon name="bulb" /> <span>{t.play.ticketHelper}</span>
        </button>
      )}
      <button
        type="button"
        className="button button-main"
        data-confirm
        disabled={!choice || !free}
        onClick={() => choice && void act([choice.action])}
      >
        {count === 0 && least === 0 ? t.play.keepNone : t.play.keepButton(t.play.keep(count))}
      </button>
    </section>
  );
}
