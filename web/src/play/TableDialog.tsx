import type { ReactElement } from "react";
import { copyText, Dialog } from "../app/controls";
import { errorText } from "../app/errors";
import { joinLink, watchLink } from "../app/links";
import { PAGES } from "../app/pages";
import { linkTo } from "../app/router";
import { openTour } from "../guide/kept";
import { TOURS } from "../guide/tours";
import type { Wish } from "../net/socket";
import { Icon } from "../ui/icons";
import { Avatar } from "../ui/PlayerMark";
import { usePlay } from "./context";

/** Seats and links of the table while a match runs. */
export function TableDialog({ onClose, onDelete }: { onClose: () => void; onDelete: () => void }): ReactElement | null {
  const { t, state, socket, model, name, say, board, level } = usePlay();
  const { you, table } = state;
  if (!you || !table) return null;
  const ask = (wish: Wish): void => void socket.ask(wish).catch((problem) => say(errorText(t, problem)));
  const copy = (text: string, said: string): void => void copyText(text).then((done) => done && say(said));
  const invite = (seat: number): void =>
    void socket.invite(seat).then(
      (answer) => copy(linkTo(`t/${table.table}?take=${encodeURIComponent(answer.key)}`), t.play.inviteCopied),
      (problem) => say(errorText(t, problem)),
    );
  return (
    <Dialog title={t.play.tableMenu} onClose={onClose}>
      <ul className="people">
        {table.seats.map((seat) => (
          <li key={seat.seat}>
            <Avatar name={name(seat.seat)} seat={seat.seat} size={34} />
            <span className="chair-body">
              <b>{name(seat.seat)}</b>
              <small>
                {seat.level
                  ? seat.standing_in
                    ? t.play.standingIn(level(seat.level))
                    : t.play.bot(level(seat.level))
                  : you.seats.includes(seat.seat)
                    ? t.home.here
                    : seat.online
                      ? t.play.byLink
                      : t.play.away}
              </small>
            </span>
            {you.host && !you.seats.includes(seat.seat) && (
              <>
                <button
                  type="button"
                  className="button"
                  title={t.play.invite(name(seat.seat))}
                  onClick={() => invite(seat.seat)}
                >
                  {t.play.inviteShort}
                </button>
                {seat.kind === "person" && !seat.standing_in && (
                  <button
                    type="button"
                    className="button"
                    onClick={() => ask({ type: "set_seat", seat: seat.seat, to: "bot" })}
                  >
                    {t.home.seatBot}
                  </button>
                )}
                {seat.kind === "person" && seat.standing_in && (
                  <button
                    type="button"
                    className="button"
                    onClick={() => ask({ type: "set_seat", seat: seat.seat, to: "person" })}
                  >
                    {t.play.seatBack}
                  </button>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
      <div className="stack">
        {you.join_key && table.seats.some((seat) => seat.kind === "open") && (
          <button
            type="button"
            className="button"
            onClick={() => copy(joinLink(table.table, you.join_key ?? ""), t.common.copied)}
          >
            <Icon name="link" /> {t.play.copyJoin}
          </button>
        )}
        {you.watch_key && (
          <button
            type="button"
            className="button"
            onClick={() => copy(watchLink(table.table, you.watch_key ?? ""), t.common.copied)}
          >
            <Icon name="people" /> {t.home.copyWatch}
          </button>
        )}
        {model.me >= 0 && !table.seats[model.me]?.standing_in && (
          <button type="button" className="button" onClick={() => ask({ type: "stand_in", seat: model.me })}>
            <Icon name="bot" /> {t.play.giveToBot}
          </button>
        )}
        {TOURS.has(board.facts.game) && model.me >= 0 && (
          <button
            type="button"
            className="button"
            data-tour
            onClick={() => {
              onClose();
              openTour(board.facts.game);
            }}
          >
            <Icon name="star" /> {t.play.tour}
          </button>
        )}
        {PAGES["rules"] && (
          <a className="button" href={`#/rules/${board.facts.game}`}>
            <Icon name="book" /> {t.common.rules}
          </a>
        )}
        <a className="button" href="#/">
          <Icon name="back" /> {t.play.home}
        </a>
      </div>
      {/* What ends something stands apart. */}
      <div className="stack stack-apart">
        {model.me >= 0 && (
          <button
            type="button"
            className="button"
            onClick={() => window.confirm(t.play.leaveSure) && ask({ type: "leave", seat: model.me })}
          >
            <Icon name="back" /> {t.play.leave}
          </button>
        )}
        {you.host && (
          <button type="button" className="button" onClick={onDelete}>
            <Icon name="cross" /> {t.home.deleteTable}
          </button>
        )}
      </div>
    </Dialog>
  );
}
