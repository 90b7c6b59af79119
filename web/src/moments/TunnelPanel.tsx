import type { ReactElement } from "react";
import { type Play, usePlay } from "../play/context";
import { seatFill } from "../ui/symbols";
import { EmptySlot, MarketCard } from "../ui/TrainCard";
import type { TunnelShown } from "./shown";
import { boardBox, onScreen } from "./stage";
import { useMomentsOf, useShown } from "./useMoments";

const WIDE = 380;
const HIGH = 214;

/** In the half of the board where its route is not. */
function placeOf(play: Play, tunnel: TunnelShown): { left: number; top: number; width: number } {
  const box = boardBox();
  const width = Math.min(WIDE, box.w - 16);
  const drawn = play.board.drawing?.tracks[play.model.facts.tracks[tunnel.track ?? -1]?.drawing ?? -1];
  const middle = drawn?.spaces[drawn.spaces.length >> 1];
  const [x, y] = middle ? onScreen(middle[0], middle[1]) : [box.x, box.y];
  const left = Math.max(box.x + 8, Math.min(box.x + box.w - width - 8, x - width / 2));
  const seen = Math.min(box.h, innerHeight - box.y);
  const above = y - 60 - HIGH > box.y;
  const top =
    y > box.y + seen / 2 || above ? Math.max(box.y + 10, y - 60 - HIGH) : Math.min(box.y + seen - HIGH - 10, y + 60);
  return { left, top, width };
}

function outcome(play: Play, tunnel: TunnelShown): string {
  const { moments, common } = play.t;
  const more = common.cards(tunnel.turned.filter(({ match }) => match).length);
  switch (tunnel.state) {
    case "turning":
      return moments.turning;
    case "through":
      return moments.through;
    case "paid":
      return moments.paidMore(more);
    case "choose":
      return moments.choose(more);
    case "forced":
      return tunnel.seat === play.model.me ? moments.myForced(more) : moments.back;
    case "back":
      return moments.back;
  }
}

/** A tunnel, for everybody at the table: what was laid, and the three cards, one after the other. */
export function TunnelPanel(): ReactElement | null {
  const play = usePlay();
  const tunnel = useShown()?.tunnel;
  const director = useMomentsOf()?.director;
  if (!tunnel) return null;
  const { t, piece, name, kind, model } = play;
  const mine = tunnel.seat === model.me;
  const good = tunnel.state === "through" || tunnel.state === "paid";
  const bad = tunnel.state === "forced" || tunnel.state === "back";
  return (
    <section
      className={`tunnel-panel${good ? " tunnel-good" : bad ? " tunnel-bad" : ""}`}
      style={{ ...placeOf(play, tunnel), borderTopColor: seatFill(tunnel.seat) }}
      aria-label={mine ? t.moments.myTunnel : t.moments.tunnelOf(name(tunnel.seat))}
    >
      <header>
        <b>{mine ? t.moments.myTunnel : t.moments.tunnelOf(name(tunnel.seat))}</b>
        {tunnel.track !== null && <small>{play.route(tunnel.track)}</small>}
      </header>
      <div className="tunnel-cards">
        <div>
          <small>{t.moments.paid}</small>
          <span className="tunnel-laid" data-anchor="tunnel-laid">
            {tunnel.laid.length === 0 ? (
              <EmptySlot />
            ) : (
              tunnel.laid.map((card, i) => (
                <span key={i} role="img" aria-label={kind(card)}>
                  <MarketCard kind={card} piece={piece} />
                </span>
              ))
            )}
          </span>
        </div>
        <Bore />
        <div>
          <small>{t.moments.turned}</small>
          <span className="tunnel-turned">
            {tunnel.turned.map(({ card, match }, i) => (
              <span
                key={i}
                data-anchor={`tunnel-${i}`}
                className={i < tunnel.open ? (match ? "tunnel-match" : "tunnel-miss") : ""}
              >
                {i < tunnel.open ? (
                  <span role="img" aria-label={kind(card)}>
                    <MarketCard kind={card} piece={piece} />
                  </span>
                ) : (
                  <EmptySlot />
                )}
                {i < tunnel.open && <em>{match ? "+1" : "–"}</em>}
              </span>
            ))}
          </span>
        </div>
      </div>
      <footer>
        <p aria-live="polite">{outcome(play, tunnel)}</p>
        {tunnel.state === "forced" && mine && (
          <button type="button" className="button button-main" data-choice="go-on" onClick={() => director?.goOn()}>
            {t.moments.goOn}
          </button>
        )}
      </footer>
    </section>
  );
}

/** The mouth of the tunnel. */
function Bore(): ReactElement {
  return (
    <svg className="tunnel-bore" viewBox="0 0 44 56" width="44" height="56" aria-hidden="true">
      <path d="M2 55V22a20 20 0 0 1 40 0v33Z" fill="var(--tooth, #6b6255)" />
      <path d="M9 55V24a13 13 0 0 1 26 0v31Z" fill="#14171a" />
      <path d="M15 55 20 34M29 55 24 34M16.5 50h11M18 43h8" stroke="#8d8472" strokeWidth="1.6" fill="none" />
      <circle cx="22" cy="29" r="2.2" fill="#ffd978" />
    </svg>
  );
}
