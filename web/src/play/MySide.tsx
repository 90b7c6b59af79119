import { type ReactElement, useEffect, useState } from "react";
import { Icon } from "../ui/icons";
import { type Play, usePlay } from "./context";
import { Hand } from "./Hand";
import { useSize } from "./Layout";
import { Market } from "./Market";
import { ShareChoice } from "./mechanics/Shares";
import { TechnologyCard } from "./mechanics/Technology";
import { TunnelChoice } from "./mechanics/Tunnel";
import { YardChoice } from "./mechanics/Yards";
import { total } from "./model";
import { NearRoutes } from "./NearRoutes";
import { PayChooser } from "./PayChooser";
import { RouteCard } from "./RouteCard";
import { TicketChoice } from "./TicketChoice";
import { Tickets } from "./Tickets";

/** What is mine, in the order of use: the turn, what is to be decided, cards, tickets. */
export function MySide({ onFinal }: { onFinal: (() => void) | null }): ReactElement {
  const play = usePlay();
  const { model, t, pointing, act, free } = play;
  const size = useSize();
  const step = model.seen.decision?.step;
  const phone = size === "phone";
  const offered = model.choices.has("keep");
  const stop = model.choices.get("stop")?.[0];
  const pass = model.choices.get("pass")?.[0];
  return (
    <div className="mine">
      <TurnLine onFinal={onFinal} />
      {phone && pointing.near.length > 0 && <NearRoutes />}
      {phone && pointing.pinned !== null && <RouteCard key={pointing.pinned} track={pointing.pinned} />}
      {phone && pointing.buying !== null && <TechnologyCard />}
      {offered && <TicketChoice />}
      {step === "tunnel" && <TunnelChoice />}
      {(step === "share" || step === "dummy_share") && <ShareChoice />}
      {(step === "pay" || step === "exchange" || step === "give") && (
        <section className="panel panel-now" aria-label={t.play.pay}>
          <PayChooser actions={[]} label={(way) => t.play.claim(t.common.cards(total(way.cards)))} />
        </section>
      )}
      {model.view.mechanics.yards && model.me >= 0 && <YardChoice />}
      {(stop || pass) && (
        <button
          type="button"
          className="button button-main"
          disabled={!free}
          data-choice="stop"
          onClick={() => void act([(stop ?? pass)?.action ?? 0])}
        >
          {stop ? t.play.stop : t.play.pass}
        </button>
      )}
      {!offered && <Market />}
      {model.mine && <Hand />}
      {model.mine && <Tickets />}
    </div>
  );
}

/** Who decides and about what. */
export function turnText(play: Play): { title: string; text: string } {
  const { model, t, name } = play;
  const { seen, view, me } = model;
  if (view.over || model.seen.result) return { title: t.final.score, text: t.play.what.over };
  if (seen.decision) {
    const { step } = seen.decision;
    const what = t.play.what as Record<string, string>;
    let text = what[step] ?? t.play.what.turn;
    if (step === "turn") {
      if (model.choices.has("stop")) text = t.play.what.secondClaim;
      else if (model.choices.has("buy")) text = t.play.what.technologyTurn;
      else if (view.mechanics.yards) text = t.play.what.yardTurn;
    }
    return { title: view.last_turns !== null ? t.play.yourLastTurn : t.play.yourTurn, text };
  }
  const watching = me < 0 ? t.play.watching : "";
  const others = seen.deciding.filter((seat) => seat !== me);
  if (view.step === "first_tickets") {
    return { title: t.play.others, text: others.map(name).join(", ") };
  }
  const who = others[0];
  if (who === undefined) return { title: t.common.connecting, text: watching };
  const bot = play.seat(who)?.level != null;
  const text = view.step === "choose_tickets" ? t.play.choosesTickets(name(who)) : bot ? t.play.bots : watching;
  return { title: t.play.turnOf(name(who)), text };
}

function TurnLine({ onFinal }: { onFinal: (() => void) | null }): ReactElement {
  const play = usePlay();
  const { model, t, undo, socket, seat, say } = play;
  const { title, text } = turnText(play);
  const mine = model.me >= 0 ? seat(model.me) : undefined;
  return (
    <div className="turn">
      <div className="turn-text" aria-live="polite">
        <h1>{title}</h1>
        <p>{mine?.standing_in ? t.play.botPlays : text}</p>
        <Clock />
      </div>
      {mine?.standing_in && (
        <button
          type="button"
          className="button button-main"
          onClick={() => socket.ask({ type: "return", seat: model.me }).catch(() => say(t.common.errors.offline))}
        >
          {t.play.comeBack}
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
            <Icon name="undo" /> <span>{t.play.undo}</span>
          </button>
        )
      )}
    </div>
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
