import { type CSSProperties, type ReactElement, useEffect, useState } from "react";
import { Dialog } from "../app/controls";
import { PAGES } from "../app/pages";
import { mayAsk, pressHint } from "../coach/table";
import { GraceRing } from "../moments/Grace";
import { Icon } from "../ui/icons";
import { PlayerMark } from "../ui/PlayerMark";
import { seatFill } from "../ui/symbols";
import { type Play, usePlay } from "./context";

/** Who decides and about what. */
export function turnText(play: Play, short = false): { title: string; text: string } {
  const { model, t, name } = play;
  const { seen, view, me } = model;
  if (view.over || model.seen.result) return { title: t.final.score, text: t.play.what.over };
  if (seen.decision) {
    const { step } = seen.decision;
    const what = t.play.what as Record<string, string>;
    let text = what[step] ?? t.play.what.turn;
    if (step === "turn") {
      const words = short ? t.play.short : t.play.what;
      if (model.choices.has("stop")) text = t.play.what.secondClaim;
      else if (model.choices.has("buy")) text = words.technologyTurn;
      else text = view.mechanics.yards ? words.yardTurn : words.turn;
    }
    return { title: view.last_turns !== null ? t.play.yourLastTurn : t.play.yourTurn, text };
  }
  const watching = me < 0 ? t.play.watching : "";
  const others = seen.deciding.filter((seat) => seat !== me);
  if (view.step === "first_tickets") {
    return { title: t.play.others, text: others.map(name).join(", ") };
  }
  const who = others[0];
  if (who !== undefined && seen.heldUntil !== null) {
    return { title: t.moments.moved, text: t.moments.canUndo(name(who)) };
  }
  // What I did is still being shown.
  if (who === undefined && me >= 0) return { title: t.moments.moved, text: play.undo ? t.moments.stillUndo : "" };
  if (who === undefined) return { title: t.common.connecting, text: watching };
  const bot = play.seat(who)?.level != null;
  const text = view.step === "choose_tickets" ? t.play.choosesTickets(name(who)) : bot ? t.play.bots : watching;
  return { title: t.play.turnOf(name(who)), text };
}

/** Whose turn it is, as words. */
function TurnWords({ short = false }: { short?: boolean }): ReactElement {
  const play = usePlay();
  const { model, t, seat } = play;
  const { title, text } = turnText(play, short);
  const mine = model.me >= 0 ? seat(model.me) : undefined;
  return (
    <div className="turn-text" aria-live="polite">
      <h1 tabIndex={-1} data-home>
        {title}
      </h1>
      <p>{mine?.standing_in ? t.play.botPlays : text}</p>
      <Clock />
    </div>
  );
}

/** What can be done about the turn: come back to my seat, look at the score, take a move back. */
function TurnButtons({ onFinal }: { onFinal: (() => void) | null }): ReactElement {
  const play = usePlay();
  const { model, t, undo, socket, seat, say } = play;
  const mine = model.me >= 0 ? seat(model.me) : undefined;
  return (
    <>
      {mine?.standing_in && (
        <button
          type="button"
          className="button button-main"
          onClick={() => socket.ask({ type: "return", seat: model.me }).catch(() => say(t.common.errors.offline))}
        >
          {t.play.comeBack}
        </button>
      )}
      {!onFinal && model.seen.decision && mayAsk(play.state.table, model.me) && (
        <button
          type="button"
          className="button turn-hint"
          aria-label={t.play.hint}
          title={t.play.hint}
          onClick={() => pressHint(play)}
        >
          <Icon name="bulb" /> <span>{t.play.hint}</span>
        </button>
      )}
      {onFinal ? (
        <button type="button" className="button" onClick={onFinal}>
          {t.final.score}
        </button>
      ) : (
        model.me >= 0 &&
        play.state.table?.options.undo !== false && (
          <button
            type="button"
            className="button turn-undo"
            aria-label={t.play.undo}
            disabled={undo === null || play.state.connection !== "online"}
            onClick={() => undo?.()}
          >
            <i className="undo-sign">
              <Icon name="undo" />
              <GraceRing />
            </i>{" "}
            <span>{t.play.undo}</span>
          </button>
        )
      )}
    </>
  );
}

/** The turn above my cards, where there is a column for them. */
export function TurnLine({ onFinal }: { onFinal: (() => void) | null }): ReactElement {
  return (
    <div className="turn">
      <TurnWords />
      <TurnButtons onFinal={onFinal} />
    </div>
  );
}

interface TurnBarProps {
  onFinal: (() => void) | null;
  onSettings: () => void;
  onTable: () => void;
}

/** The turn across a small screen, in the colour of whose it is: never scrolled away, never covered. */
export function TurnBar({ onFinal, onSettings, onTable }: TurnBarProps): ReactElement {
  const { model, t } = usePlay();
  const [menu, setMenu] = useState(false);
  const { seen, me } = model;
  const who = seen.decision ? me : seen.deciding[0];
  const colour = who === undefined ? "var(--ink-2)" : seatFill(who);
  return (
    <>
      <header className="turnbar" style={{ "--seat": colour } as CSSProperties}>
        <span className="turnbar-mark" aria-hidden="true">
          {who !== undefined && <PlayerMark seat={who} width={34} />}
        </span>
        <TurnWords short />
        <TurnButtons onFinal={onFinal} />
        <button
          type="button"
          className="icon-button turnbar-menu"
          aria-label={t.play.menu}
          onClick={() => setMenu(true)}
        >
          <Icon name="settings" />
        </button>
      </header>
      {menu && <Menu onClose={() => setMenu(false)} onSettings={onSettings} onTable={onTable} />}
    </>
  );
}

/** What the top of a wide table has room for. */
function Menu({ onClose, onSettings, onTable }: Omit<TurnBarProps, "onFinal"> & { onClose: () => void }): ReactElement {
  const { t, board } = usePlay();
  const go = (open: () => void) => () => {
    onClose();
    open();
  };
  return (
    <Dialog title={t.play.menu} onClose={onClose}>
      <nav className="menu">
        <button type="button" className="button" onClick={go(onSettings)}>
          <Icon name="settings" /> {t.common.settings}
        </button>
        <button type="button" className="button" onClick={go(onTable)}>
          <Icon name="people" /> {t.play.tableMenu}
        </button>
        {PAGES["rules"] && (
          <a className="button" href={`#/rules/${board.facts.game}`}>
            <Icon name="book" /> {t.common.rules}
          </a>
        )}
        <a className="button" href="#/">
          <Icon name="back" /> {t.play.home}
        </a>
      </nav>
    </Dialog>
  );
}

/** The time that is left for the turn, where the table has a clock. */
function Clock(): ReactElement | null {
  const { model, state, t } = usePlay();
  const { deadline } = model.seen;
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (deadline === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (deadline === null) return null;
  const seconds = Math.max(0, Math.round((deadline * 1000 - state.skew - now) / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const two = (value: number): string => String(value).padStart(2, "0");
  const time = hours > 0 ? `${hours}:${two(minutes)} h` : `${minutes}:${two(seconds % 60)}`;
  return (
    <span className={seconds < 15 ? "clock clock-late" : "clock"} role="timer" aria-live="off">
      <Icon name="clock" size={16} /> {t.play.timeLeft(time)}
    </span>
  );
}
