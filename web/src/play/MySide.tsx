import type { ReactElement } from "react";
import { usePlay, usePointing } from "./context";
import { Hand } from "./Hand";
import { Market, MarketLine } from "./Market";
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
import { TurnLine } from "./TurnBar";

interface MySideProps {
  onFinal: (() => void) | null;
  /** Without the turn and the tickets, which stand elsewhere. */
  cardsOnly?: boolean;
}

/** What is mine, in the order of use: the turn, what is to be decided, cards, tickets. */
export function MySide({ onFinal, cardsOnly = false }: MySideProps): ReactElement {
  const { model } = usePlay();
  // Where there is little height, the market is a line above the tickets that are offered.
  const line = cardsOnly && model.choices.has("keep");
  return (
    <div className="mine">
      {!cardsOnly && <TurnLine onFinal={onFinal} />}
      {line && <MarketLine />}
      <Decision />
      {!line && <Market />}
      {model.mine && <Hand />}
      <Laying />
      {model.mine && !cardsOnly && <Tickets />}
    </div>
  );
}

/** The question that is asked now, if it is one that cards and board do not answer. */
export function Decision(): ReactElement {
  const { model, t, act, free } = usePlay();
  const step = model.seen.decision?.step;
  const stop = model.choices.get("stop")?.[0];
  const pass = model.choices.get("pass")?.[0];
  return (
    <>
      {model.choices.has("keep") && <TicketChoice />}
      {step === "tunnel" && <TunnelChoice />}
      {(step === "share" || step === "dummy_share") && <ShareChoice />}
      {(step === "pay" || step === "exchange" || step === "give") && (
        <section className="panel panel-now" aria-label={t.play.pay}>
          <PayChooser actions={[]} label={(way) => t.play.claim(t.common.cards(total(way.cards)))} />
        </section>
      )}
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
    </>
  );
}

/** Cards that are laid for the yard. It stands below the hand, which stays where it is. */
export function Laying(): ReactElement | null {
  const { model } = usePlay();
  if (!model.view.mechanics.yards || model.me < 0) return null;
  return (
    <div className="laying">
      <YardChoice />
    </div>
  );
}

/** What is looked at on the board, where it has no room for cards of its own. */
export function Looked(): ReactElement {
  const pointing = usePointing();
  return (
    <>
      {pointing.near.length > 0 && <NearRoutes />}
      {pointing.pinned !== null && <RouteCard key={pointing.pinned} track={pointing.pinned} />}
      {pointing.buying !== null && <TechnologyCard />}
    </>
  );
}
