import { type ReactElement, useEffect, useRef } from "react";
import { Acting } from "../moments/Acting";
import type { PlayerView } from "../protocol/messages";
import { Icon } from "../ui/icons";
import { KINDS } from "../ui/kinds";
import { Avatar, PlayerMark } from "../ui/PlayerMark";
import { CardChip } from "../ui/TrainCard";
import { type Play, usePlay } from "./context";

/** What is said of a seat below its name. */
function seatNote(play: Play, player: PlayerView): string {
  const { t, model, seat, state, level } = play;
  const info = seat(player.seat);
  if (info?.kind === "person" && info.standing_in) return t.play.standingIn(level(info.level));
  if (info?.kind !== "person") return t.play.bot(level(info?.level ?? null));
  if (player.seat === model.me) return model.seen.decision ? t.play.yourTurn : t.play.you;
  if (state.you?.seats.includes(player.seat)) return t.play.here;
  return info.online ? t.play.byLink : t.play.away;
}

function tags(play: Play, player: PlayerView): string[] {
  const { t, model } = play;
  const { view } = model;
  const found: string[] = [];
  if (player.shares) found.push(t.play.shares(player.shares));
  const held = view.mechanics.technology?.held[player.seat]?.length;
  if (held) found.push(t.play.technologies(held));
  if (view.step === "choose_tickets" && view.seat === player.seat) found.push(t.play.choosing);
  if (view.step === "first_tickets" && !player.chosen) found.push(t.play.choosing);
  if (view.last_turns !== null && !view.over) found.push(t.play.lastRound);
  return found;
}

function Counts({ player, large }: { player: PlayerView; large: boolean }): ReactElement {
  const { t, pieces } = usePlay();
  return (
    <span className="counts">
      {player.pieces !== undefined && (
        <span aria-label={pieces(player.pieces)} role="img" data-anchor={`pieces-${player.seat}`}>
          <PlayerMark seat={player.seat} width={large ? 34 : 28} /> {player.pieces}
        </span>
      )}
      <span aria-label={t.common.cards(player.cards)} role="img" data-anchor={`fan-${player.seat}`}>
        <Icon name="card" size={18} /> {player.cards}
        {large && <Fan player={player} />}
      </span>
      <span aria-label={t.common.tickets(player.tickets)} role="img">
        <Icon name="ticket" size={18} /> {player.tickets}
      </span>
    </span>
  );
}

/** So many cards can be seen beside each other; more only make a number larger. */
const MOST_CARDS = 6;

/** A player's cards: open what everybody saw, the rest by their backs. My own lie open below. */
function Fan({ player }: { player: PlayerView }): ReactElement | null {
  const { piece, model } = usePlay();
  if (player.seat === model.me || player.cards === 0) return null;
  const open = KINDS.flatMap((kind) => Array.from({ length: player.known[kind] ?? 0 }, () => kind));
  const backs = Math.max(0, player.cards - open.length);
  const shown = [...Array.from({ length: backs }, () => null), ...open].slice(-MOST_CARDS);
  return (
    <span className="fan" aria-hidden="true">
      {shown.map((kind, i) =>
        kind === null ? <i key={i} className="chip-back" /> : <CardChip key={i} kind={kind} piece={piece} />,
      )}
    </span>
  );
}

/** Everybody at the table, in a column. */
export function Seats(): ReactElement {
  const play = usePlay();
  const { model, t, name, seat } = play;
  const { view, seen } = model;
  const large = view.players.length <= 3;
  return (
    <ul className={large ? "seats seats-large" : "seats"} aria-label={t.play.seats}>
      {view.players.map((player) => {
        const info = seat(player.seat);
        const turn = seen.deciding.includes(player.seat);
        const away = info?.kind === "person" && !info.online && !info.standing_in;
        return (
          <li
            key={player.seat}
            className={`seat${turn ? " seat-turn" : ""}${away ? " seat-away" : ""}`}
            aria-current={turn || undefined}
            data-anchor={`seat-${player.seat}`}
          >
            <Avatar name={name(player.seat)} seat={player.seat} size={large ? 42 : 38} />
            <span className="seat-name">
              <b>
                {name(player.seat)}
                {player.seat === model.me && name(player.seat).toLowerCase() !== t.play.you && <i> · {t.play.you}</i>}
              </b>
              {tags(play, player).map((tag) => (
                <span key={tag} className="tag">
                  {tag}
                </span>
              ))}
              <small>
                {info?.level != null && <Icon name="bot" size={15} />} {seatNote(play, player)}
              </small>
            </span>
            <span
              className="seat-points"
              aria-label={t.common.points(player.points)}
              role="img"
              data-anchor={`points-${player.seat}`}
            >
              <b>{player.points}</b>
              <small>{t.common.points(player.points).replace(/^\S+\s/, "")}</small>
            </span>
            <Counts player={player} large={large} />
            <Acting seat={player.seat} />
          </li>
        );
      })}
    </ul>
  );
}

/** So many fit with their names into a narrow row. */
const NAMED = 3;

/** Everybody in a row, where there is no room for a column. */
export function SeatStrip(): ReactElement {
  const play = usePlay();
  const { model, t, name, seat, pieces } = play;
  const { players } = model.view;
  const present = useRef<HTMLLIElement>(null);
  const now = model.seen.deciding[0];
  // In a long row whoever decides stays in sight.
  useEffect(() => {
    if (now !== undefined) present.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [now]);
  return (
    <section className="strip-box" aria-label={t.play.seats}>
      <ul className={players.length > NAMED ? "strip strip-many" : "strip"}>
        {players.map((player) => {
          const turn = model.seen.deciding.includes(player.seat);
          const info = seat(player.seat);
          const away = info?.kind === "person" && !info.online && !info.standing_in;
          return (
            <li
              key={player.seat}
              ref={player.seat === now ? present : undefined}
              className={`strip-seat${turn ? " seat-turn" : ""}${away ? " seat-away" : ""}`}
              aria-current={turn || undefined}
              data-anchor={`seat-${player.seat}`}
            >
              <Avatar name={name(player.seat)} seat={player.seat} size={28} />
              <span className="strip-name">{name(player.seat)}</span>
              <small className="strip-counts">
                {player.pieces !== undefined && (
                  <span role="img" aria-label={pieces(player.pieces)} data-anchor={`pieces-${player.seat}`}>
                    <PlayerMark seat={player.seat} width={20} /> {player.pieces}
                  </span>
                )}
                <span role="img" aria-label={t.common.cards(player.cards)} data-anchor={`fan-${player.seat}`}>
                  <Icon name="card" size={13} /> {player.cards}
                </span>
              </small>
              <b
                className="strip-points"
                aria-label={t.common.points(player.points)}
                role="img"
                data-anchor={`points-${player.seat}`}
              >
                {player.points}
              </b>
              <Acting seat={player.seat} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
