import { lazy, type ReactElement, type ReactNode, Suspense, useState } from "react";
import { useTexts } from "../i18n";
import type { TableSocket } from "../net/socket";
import type { SeatInfo, TableInfo, You } from "../protocol/messages";
import { change, useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { Avatar } from "../ui/PlayerMark";
import { ColourChoice } from "./ColourChoice";
import { copyText } from "./controls";
import { errorText } from "./errors";
import { useLevels } from "./levels";
import { joinLink, watchLink } from "./links";
import { nameOf } from "./names";
import { PAGES } from "./pages";

const QrCode = lazy(() => import("./QrCode").then((module) => ({ default: module.QrCode })));

interface WaitingProps {
  socket: TableSocket;
  table: TableInfo;
  you: You;
  gameName: string;
  /** A picture of the board behind. */
  picture: ReactNode;
  say: (text: string) => void;
  onDelete: () => void;
}

/** The table before its match: who is here, and the link for who is not. */
export function Waiting({ socket, table, you, gameName, picture, say, onDelete }: WaitingProps): ReactElement {
  const t = useTexts();
  const { language } = useSettings();
  const level = useLevels();
  const [busy, setBusy] = useState(false);
  const open = table.seats.filter((seat) => seat.kind === "open");
  const link = you.join_key ? joinLink(table.table, you.join_key) : "";
  const pace = table.options.pace?.kind ?? "none";
  const paces = { none: t.home.paceNone, live: t.home.paceLive, days: t.home.paceDays };

  const ask = (wish: Parameters<TableSocket["ask"]>[0]): void => {
    setBusy(true);
    socket
      .ask(wish)
      .catch((problem) => say(errorText(t, problem)))
      .finally(() => setBusy(false));
  };
  const copy = (text: string): void => void copyText(text).then((done) => done && say(t.common.copied));

  const about = (seat: SeatInfo): string => {
    if (seat.kind === "open") return t.home.freeHow;
    if (seat.kind === "bot") return t.play.bot(level(seat.level));
    if (seat.host) return t.home.host;
    if (you.seats.includes(seat.seat)) return t.home.here;
    return seat.online ? t.play.byLink : t.home.offline;
  };

  return (
    <main className="waiting">
      <div className="waiting-picture">{picture}</div>
      <div className="waiting-box">
        <section className="waiting-seats">
          <p className="waiting-line">
            {gameName} · {paces[pace]}
            {table.options.undo !== false && ` · ${t.home.undo.toLocaleLowerCase(language)}`}
            {table.options.hints && ` · ${t.home.hints.toLocaleLowerCase(language)}`}
          </p>
          <h1>{open.length > 0 ? t.home.waitingTitle : t.home.readyTitle}</h1>
          <ul>
            {table.seats.map((seat) => (
              <li key={seat.seat} className={seat.kind === "open" ? "waiting-seat waiting-open" : "waiting-seat"}>
                <Avatar name={seat.kind === "open" ? "?" : nameOf(t, seat)} seat={seat.seat} size={40} />
                <span className="chair-body">
                  <b>
                    {seat.kind === "open" ? t.home.free : nameOf(t, seat)}
                    {you.seats.includes(seat.seat) && ` (${t.play.you})`}
                  </b>
                  <small>{about(seat)}</small>
                </span>
                {you.seats.includes(seat.seat) && (
                  <ColourChoice
                    label={t.home.colourOf(nameOf(t, seat))}
                    value={seat.colour}
                    taken={table.seats.filter((other) => other.kind === "person").map((other) => other.colour)}
                    onChange={(colour) => {
                      change({ colour });
                      ask({ type: "colour", seat: seat.seat, colour });
                    }}
                  />
                )}
                {seat.kind === "open" && you.host ? (
                  <button
                    type="button"
                    className="button"
                    disabled={busy}
                    onClick={() => ask({ type: "set_seat", seat: seat.seat, to: "bot" })}
                  >
                    {t.home.seatBot}
                  </button>
                ) : seat.kind === "bot" && you.host ? (
                  <button
                    type="button"
                    className="button"
                    disabled={busy}
                    onClick={() => ask({ type: "set_seat", seat: seat.seat, to: "open" })}
                  >
                    {t.home.openSeat}
                  </button>
                ) : (
                  seat.kind !== "open" && (
                    <span className="tag tag-ok">
                      <Icon name="check" size={16} /> {t.home.ready}
                    </span>
                  )
                )}
              </li>
            ))}
          </ul>
          <p className="waiting-line">
            <Icon name="people" size={18} /> {table.watchers > 0 ? t.home.watchers(table.watchers) : t.home.watchHow}
          </p>
          {PAGES["rules"] && (
            <a className="banner-link" href={`#/rules/${table.options.game}`}>
              <Icon name="book" /> {t.home.firstTime} <Icon name="forward" />
            </a>
          )}
          {you.host ? (
            <div className="row">
              <button type="button" className="button" onClick={onDelete}>
                {t.home.deleteTable}
              </button>
              <button
                type="button"
                className="button button-main grow"
                disabled={busy}
                onClick={() => ask({ type: "start" })}
              >
                {open.length > 0 ? t.home.startNow : t.home.start}
              </button>
            </div>
          ) : (
            <p>{t.home.waitingHost}</p>
          )}
        </section>
        {link && (
          <section className="waiting-link">
            <h2>{t.home.scan}</h2>
            <Suspense fallback={null}>
              <QrCode text={link} label={t.home.scan} />
            </Suspense>
            <button type="button" className="button" onClick={() => copy(link)}>
              <Icon name="link" /> {t.home.copy}
            </button>
            <small>{t.home.whoever}</small>
            {you.watch_key && (
              <button
                type="button"
                className="button"
                onClick={() => copy(watchLink(table.table, you.watch_key ?? ""))}
              >
                <Icon name="people" /> {t.home.copyWatch}
              </button>
            )}
          </section>
        )}
      </div>
    </main>
  );
}
