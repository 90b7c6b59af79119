import { type ReactElement, useEffect, useState } from "react";
import { Safely } from "../app/Safely";
import { Ribbon } from "../moments/Ribbon";
import { Icon } from "../ui/icons";
import { Avatar } from "../ui/PlayerMark";
import { usePlay } from "./context";

/** What lies with the board: the ribbon of what happened, and once the last round. */
export function LastRound(): ReactElement {
  return (
    <>
      <Safely>
        <Announcement />
      </Safely>
      <Safely>
        <Ribbon />
      </Safely>
    </>
  );
}

/** The last round is announced once, with the order of the last turns. */
function Announcement(): ReactElement | null {
  const { model, t, name, pieces } = usePlay();
  const { view, seen } = model;
  const last = view.last_turns !== null && !view.over;
  const key = `${seen.match}/${view.mechanics.decks_left ?? 0}`;
  const [closed, setClosed] = useState("");
  useEffect(() => {
    if (!last) return;
    const timer = setTimeout(() => setClosed(key), 12_000);
    return () => clearTimeout(timer);
  }, [last, key]);
  if (!last || closed === key) return null;
  // Whoever announced it has few pieces left, where there are any.
  const announced = seen.events.findLast((event) => event.event === "last_turns")?.seat;
  const few = view.players.find((player) => player.seat === announced && player.pieces !== undefined);
  const now = view.seat ?? 0;
  const order = Array.from({ length: view.last_turns ?? 0 }, (_, i) => (now + i) % view.seats);
  return (
    <div className="last-round" role="alert">
      <h2>
        <Icon name="flag" size={24} /> {t.play.lastRoundTitle}
      </h2>
      <p>
        {!few
          ? t.play.lastRoundDeck
          : few.seat === model.me
            ? t.play.lastRoundMine(pieces(few.pieces ?? 0))
            : t.play.lastRoundPieces(name(few.seat), pieces(few.pieces ?? 0))}
      </p>
      <div className="last-order" aria-label={order.map(name).join(", ")} role="img">
        {order.map((seat, i) => (
          <span key={i}>
            <Avatar name={name(seat)} seat={seat} size={34} /> <Icon name="forward" size={16} />
          </span>
        ))}
        <Icon name="flag" />
      </div>
      <button type="button" className="button" onClick={() => setClosed(key)}>
        {t.play.got}
      </button>
    </div>
  );
}
