import type { ReactElement } from "react";
import { Icon } from "./icons";

export type TicketState = "open" | "done" | "impossible";

export interface TicketCardProps {
  from: string;
  to: string;
  points: number;
  state: TicketState;
  /** How many routes are missing; shown in the ring of an open ticket. */
  missing?: number | undefined;
  /** A line below, such as what is missing or why it can't be done any more. */
  note?: string | undefined;
  selected?: boolean;
}

/** A destination ticket in my list. Points of a lost ticket are shown as what it costs. */
export function TicketCard(props: TicketCardProps): ReactElement {
  const { from, to, points, state, missing, note, selected } = props;
  return (
    <span className={`ticket ticket-${state}${selected ? " ticket-selected" : ""}`}>
      <span className="ticket-dot" aria-hidden="true">
        {state === "done" ? (
          <Icon name="check" size={16} />
        ) : state === "impossible" ? (
          <Icon name="cross" size={14} />
        ) : (
          missing
        )}
      </span>
      <span className="ticket-text">
        <b>
          {from} – {to}
        </b>
        {note ? <small>{note}</small> : null}
      </span>
      <b className="ticket-points">{state === "impossible" ? `−${points}` : points}</b>
    </span>
  );
}
