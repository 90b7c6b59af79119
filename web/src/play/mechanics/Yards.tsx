import { type ReactElement, useMemo, useState, useSyncExternalStore } from "react";
import { Acting } from "../../moments/Acting";
import type { Kind, RowView, YardView } from "../../protocol/messages";
import { Icon } from "../../ui/icons";
import { fillOf } from "../../ui/kinds";
import { Avatar, PlayerMark } from "../../ui/PlayerMark";
import { CardChip } from "../../ui/TrainCard";
import { YardCar } from "../../ui/YardPicture";
import { usePlay, usePointing, useScene } from "../context";
import { logLines } from "../log";
import { kindsOf, listed, total } from "../model";
import { usePlacing } from "./usePlacing";

/** A yard that is narrower has no room for rails that run together: its cars would be too small to be read. */
const LEAST_YARD = 330;
/** What the column of my cards takes, where it stands beside the yards. */
const BESIDE = 412;

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
};
const useTight = (yards: number): boolean =>
  useSyncExternalStore(
    subscribe,
    () => (innerWidth > innerHeight ? innerWidth - BESIDE : innerWidth) / Math.max(1, yards) < LEAST_YARD,
  );

/** The table of yards: the others above, mine below; on a phone mine comes first, clear of the sheet. */
export function Yards({ compact }: { compact: boolean }): ReactElement | null {
  const { model, t } = useScene();
  const yards = model.view.mechanics.yards;
  const robbery = useRobbery();
  const lost = (seat: number): readonly Robbed[] => robbery.get(seat) ?? [];
  const others = (yards ?? []).map((_, seat) => seat).filter((seat) => seat !== model.me);
  const tight = useTight(others.length);
  if (!yards) return null;
  const mine = model.me >= 0 && <Yard seat={model.me} yard={yards[model.me] as YardView} lost={lost(model.me)} mine />;
  return (
    <div className={compact ? "yards yards-compact" : "yards"} role="region" aria-label={t.mechanics.yards.title}>
      {compact && mine}
      <div className={tight ? "yards-others yards-compact" : "yards-others"}>
        {others.map((seat) => (
          <Yard key={seat} seat={seat} yard={yards[seat] as YardView} lost={lost(seat)} />
        ))}
      </div>
      {!compact && mine}
    </div>
  );
}

/** A row that the last deed took away. */
interface Robbed {
  readonly by: number;
  readonly card: Kind;
  readonly count: number;
}

/** By seat, what it was robbed of, if that was the last deed. */
function useRobbery(): ReadonlyMap<number, Robbed[]> {
  const { model } = useScene();
  return useMemo(() => {
    const last = logLines(model.seen.events)
      .filter((line) => line.deed !== "moved")
      .at(-1);
    const found = new Map<number, Robbed[]>();
    if (last?.deed !== "row" || last.seat === null) return found;
    for (const { seat, card, count } of last.robbed ?? [])
      found.set(seat, [...(found.get(seat) ?? []), { by: last.seat, card, count }]);
    return found;
  }, [model.seen.events]);
}

/** Stands where the row stood, so that nothing else moves. */
function RobbedMark({ robbed: { by, card, count } }: { robbed: Robbed }): ReactElement {
  const { t, name, kind } = useScene();
  return (
    <span className="robbed-mark" role="status">
      <Avatar name={name(by)} seat={by} size={24} />
      <span className="robbed-row">
        {count} <CardChip kind={card} label={kind(card)} />
      </span>
      <b>{t.mechanics.yards.robbed}</b>
    </span>
  );
}

/** Sidings that are drawn even when nothing stands on them. */
const RAILS = 3;

interface YardProps {
  seat: number;
  yard: YardView;
  /** What was robbed there just now. */
  lost: readonly Robbed[];
  mine?: boolean;
}

function Yard({ seat, yard, lost, mine }: YardProps): ReactElement {
  const { model, t, name, kind } = useScene();
  const pointing = usePointing();
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
  const [looking, setLooking] = useState(false);
  const known = yard.stack_cards && total(yard.stack_cards) > 0 ? yard.stack_cards : null;
  const taken = yard.rows.length + ghosts.length + lost.length;
  const empty = Math.max(0, RAILS - taken);
  return (
    <section
      className={`yard${mine ? " yard-mine" : ""}${turn ? " yard-turn" : ""}`}
      aria-label={name(seat)}
      data-anchor={`yard-${seat}`}
    >
      <header data-anchor={`seat-${seat}`}>
        <Avatar name={name(seat)} seat={seat} size={38} />
        <span className="yard-name">
          <b>
            {name(seat)}
            {mine && <i> · {t.play.you}</i>}
          </b>
          {mine && <small>{t.mechanics.yards.yours}</small>}
        </span>
        <span className="counts">
          <span role="img" aria-label={t.common.cards(player?.cards ?? 0)} data-anchor={`fan-${seat}`}>
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
          {lost.map((robbed) => (
            <RobbedMark key={`lost-${robbed.card}`} robbed={robbed} />
          ))}
          {Array.from({ length: empty }, (_, i) => (
            <span key={i} className="siding siding-empty" aria-hidden="true" />
          ))}
        </div>
        <Throat seat={seat} rails={taken + empty} />
        <Stack seat={seat} yard={yard} open={looking} onLook={known ? () => setLooking(!looking) : null} />
      </div>
      {known && looking && (
        <p className="yard-seen chips" aria-live="polite">
          {kindsOf(known).map((each) => (
            <span key={each}>
              {known[each]} <CardChip kind={each} label={kind(each)} />
            </span>
          ))}
        </p>
      )}
      <Acting seat={seat} />
    </section>
  );
}

/** The rails of a yard run together into the one that leads onto the track. */
function Throat({ seat, rails }: { seat: number; rails: number }): ReactElement {
  const ends = Array.from({ length: rails }, (_, i) => ((i + 1) * 100) / rails);
  return (
    <svg
      className="yard-throat"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-anchor={`rails-${seat}`}
    >
      {ends.map((y) => (
        <path key={y} d={`M0 ${y}C45 ${y} 55 50 100 50`} />
      ))}
    </svg>
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

interface StackProps {
  seat: number;
  yard: YardView;
  open: boolean;
  /** Where everybody may remember what lies there: shows it, or hides it again. */
  onLook: (() => void) | null;
}

function Stack({ seat, yard, open, onLook }: StackProps): ReactElement {
  const { t } = useScene();
  const stack = t.mechanics.yards.stack(yard.stack);
  const pile = (
    <>
      <PlayerMark seat={seat} width={38} />
      <b>{yard.stack}</b>
    </>
  );
  return (
    <span className="yard-stack" data-anchor={`stack-${seat}`}>
      {onLook ? (
        <button
          type="button"
          className="yard-pile yard-look"
          aria-expanded={open}
          aria-label={`${stack}. ${t.mechanics.yards.look}`}
          title={t.mechanics.yards.look}
          onClick={onLook}
        >
          {pile}
          <Icon name="eye" size={16} />
        </button>
      ) : (
        <span className="yard-pile" role="img" aria-label={stack} title={t.mechanics.yards.onTrack}>
          {pile}
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
  const { model, t, point, act, free, name, kind } = usePlay();
  const pointing = usePointing();
  const plan = usePlacing();
  if (!model.seen.decision || (!model.choices.has("row") && !model.choices.has("trio"))) return null;
  const mine = model.view.mechanics.yards?.[model.me];
  // Whoever has done it once knows how: the room is for yards and tickets.
  if (!plan) return mine?.rows.length || mine?.stack ? null : <p className="info">{t.mechanics.yards.choose}</p>;
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
