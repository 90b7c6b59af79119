import { type ReactElement, useMemo, useState } from "react";
import type { Kind, RowView, YardView } from "../../protocol/messages";
import { Icon } from "../../ui/icons";
import { fillOf } from "../../ui/kinds";
import { Avatar, PlayerMark } from "../../ui/PlayerMark";
import { CardChip } from "../../ui/TrainCard";
import { YardCar } from "../../ui/YardPicture";
import { usePlay, useScene } from "../context";
import { logLines } from "../log";
import { kindsOf, listed, total } from "../model";
import { usePlacing } from "./usePlacing";

/** The table of yards: the others above, mine below; on a phone mine comes first, clear of the sheet. */
export function Yards({ compact }: { compact: boolean }): ReactElement | null {
  const { model, t } = useScene();
  const yards = model.view.mechanics.yards;
  const robbery = useRobbery();
  if (!yards) return null;
  const others = yards.map((_, seat) => seat).filter((seat) => seat !== model.me);
  const mine = model.me >= 0 && <Yard seat={model.me} yard={yards[model.me] as YardView} mine />;
  return (
    <div className={compact ? "yards yards-compact" : "yards"} role="region" aria-label={t.mechanics.yards.title}>
      {compact && mine}
      {compact && robbery}
      <div className="yards-others" data-count={others.length}>
        {others.map((seat) => (
          <Yard key={seat} seat={seat} yard={yards[seat] as YardView} />
        ))}
      </div>
      {!compact && robbery}
      {!compact && mine}
    </div>
  );
}

/** The last deed, if it was a robbery. */
function useRobbery(): ReactElement | null {
  const { model, t, name } = useScene();
  const last = useMemo(
    () =>
      logLines(model.seen.events)
        .filter((line) => line.deed !== "moved")
        .at(-1),
    [model.seen.events],
  );
  if (last?.deed !== "row" || !last.robbed || last.seat === null) return null;
  return (
    <div className="robbery" role="status">
      <Avatar name={name(last.seat)} seat={last.seat} size={36} />
      <span className="chips">
        {last.cards.map((card, i) => (
          <CardChip key={i} kind={card} />
        ))}
      </span>
      <Icon name="forward" />
      {last.robbed.map((robbed) => (
        <Avatar key={robbed.seat} name={name(robbed.seat)} seat={robbed.seat} size={36} />
      ))}
      <b>{t.mechanics.yards.robbed}</b>
    </div>
  );
}

/** Sidings that are drawn even when nothing stands on them. */
const RAILS = 3;

interface YardProps {
  seat: number;
  yard: YardView;
  mine?: boolean;
}

function Yard({ seat, yard, mine }: YardProps): ReactElement {
  const { model, t, name, pointing } = useScene();
  const player = model.view.players[seat];
  const turn = model.seen.deciding.includes(seat);
  // What I am about to play is shown as a ghost; what I would rob is struck out.
  const robbed = pointing.robbed.includes(seat) ? kindsOf(pointing.chosen) : [];
  const ghosts: RowView[] = mine
    ? kindsOf(pointing.chosen)
        .filter((kind) => kind !== "locomotive")
        .map((colour, i) => ({
          colour,
          cards: pointing.chosen[colour] ?? 0,
          locomotives: i === 0 ? (pointing.chosen.locomotive ?? 0) : 0,
        }))
    : [];
  return (
    <section className={`yard${mine ? " yard-mine" : ""}${turn ? " yard-turn" : ""}`} aria-label={name(seat)}>
      <header>
        <Avatar name={name(seat)} seat={seat} size={38} />
        <span className="yard-name">
          <b>
            {name(seat)}
            {mine && <i> · {t.play.you}</i>}
          </b>
          {mine && <small>{t.mechanics.yards.yours}</small>}
        </span>
        <span className="counts">
          <span role="img" aria-label={t.common.cards(player?.cards ?? 0)}>
            <Icon name="card" size={18} /> {player?.cards}
          </span>
          <span role="img" aria-label={t.common.tickets(player?.tickets ?? 0)}>
            <Icon name="ticket" size={18} /> {player?.tickets}
          </span>
          {player && player.points !== 0 && <b>{t.common.points(player.points)}</b>}
        </span>
      </header>
      <div className="yard-body">
        <div className="yard-rows">
          {yard.rows.length + ghosts.length === 0 && <span className="hidden">{t.mechanics.yards.empty}</span>}
          {yard.rows.map((row) => (
            <Siding key={row.colour} row={row} struck={robbed.includes(row.colour)} />
          ))}
          {ghosts.map((row) => (
            <Siding key={`ghost-${row.colour}`} row={row} ghost />
          ))}
          {Array.from({ length: Math.max(0, RAILS - yard.rows.length - ghosts.length) }, (_, i) => (
            <span key={i} className="siding siding-empty" aria-hidden="true" />
          ))}
        </div>
        <Stack seat={seat} yard={yard} />
      </div>
    </section>
  );
}

function Siding({ row, struck, ghost }: { row: RowView; struck?: boolean; ghost?: boolean }): ReactElement {
  const { t, kind } = useScene();
  const cars: Kind[] = [...Array<Kind>(row.cards).fill(row.colour), ...Array<Kind>(row.locomotives).fill("locomotive")];
  return (
    <span
      className={`siding${struck ? " siding-struck" : ""}${ghost ? " siding-ghost" : ""}`}
      role="img"
      aria-label={t.mechanics.yards.row(row.cards, kind(row.colour), row.locomotives)}
    >
      {cars.map((car, i) => (
        <svg key={i} viewBox="0 0 60 38" aria-hidden="true">
          <YardCar kind={car} />
        </svg>
      ))}
    </span>
  );
}

function Stack({ seat, yard }: { seat: number; yard: YardView }): ReactElement {
  const { t } = useScene();
  const [open, setOpen] = useState(false);
  const cards = yard.stack_cards;
  return (
    <span className="yard-stack">
      <span
        className="yard-pile"
        role="img"
        aria-label={t.mechanics.yards.stack(yard.stack)}
        title={cards ? t.mechanics.yards.onTrackSeen : t.mechanics.yards.onTrack}
      >
        <PlayerMark seat={seat} width={38} />
        <b>{yard.stack}</b>
      </span>
      {cards && total(cards) > 0 && (
        <button type="button" className="button yard-look" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t.mechanics.yards.look}
        </button>
      )}
      {cards && open && (
        <span className="chips">
          {kindsOf(cards).map((kind) => (
            <span key={kind}>
              {cards[kind]} <CardChip kind={kind} />
            </span>
          ))}
        </span>
      )}
    </span>
  );
}

/** Big cities and how many of my tickets go there. */
export function Cities(): ReactElement | null {
  const { model, t } = useScene();
  const { cities, tickets } = model.facts;
  if (cities.length === 0) return null;
  const mine = (city: string): number =>
    (model.mine?.kept ?? []).filter((ticket) => tickets[ticket]?.start === city || tickets[ticket]?.end === city)
      .length;
  return (
    <section className="cities" aria-label={t.mechanics.yards.cities}>
      <h2>{t.mechanics.yards.cities}</h2>
      <ul>
        {cities.map((city) => (
          <li key={city.name}>
            <b>{city.name}</b>
            <b>{city.points}</b>
            <small>{t.mechanics.yards.mine(mine(city.name))}</small>
          </li>
        ))}
      </ul>
      {(model.view.mechanics.decks_left ?? 1) > 1 && <p className="quiet">{t.mechanics.yards.decks}</p>}
    </section>
  );
}

/** The cards I have tapped: what they would do, and the button that plays them. */
export function YardChoice(): ReactElement | null {
  const { model, t, pointing, point, act, free, name, kind } = usePlay();
  const plan = usePlacing();
  if (!model.seen.decision || (!model.choices.has("row") && !model.choices.has("trio"))) return null;
  if (!plan) return <p className="info">{t.mechanics.yards.choose}</p>;
  const cards = listed(pointing.chosen);
  const { way } = plan;
  const robbed = way?.robbed ?? [];
  const play = (actions: number[]): void => void act(actions).then((done) => done && point({ chosen: {} }));
  return (
    <section className="panel panel-now" aria-label={t.mechanics.yards.play(t.common.cards(cards.length))}>
      <span className="chips">
        {cards.map((card, i) => (
          <CardChip key={i} kind={card} label={kind(card)} />
        ))}
      </span>
      {plan.why && <p className="why">{plan.why}</p>}
      {robbed.length > 0 && (
        <p className="robbery-note" style={{ borderColor: fillOf(cards[0] ?? "red") }}>
          {t.mechanics.yards.robbery(robbed.map(name).join(", "))}
        </p>
      )}
      <div className="row">
        <button type="button" className="button" onClick={() => point({ chosen: {} })}>
          {t.mechanics.yards.clear}
        </button>
        <button
          type="button"
          className="button button-main grow"
          data-confirm
          disabled={!way || !free}
          onClick={() => way && play(way.actions)}
        >
          {t.mechanics.yards.play(t.common.cards(cards.length))}
        </button>
      </div>
    </section>
  );
}
