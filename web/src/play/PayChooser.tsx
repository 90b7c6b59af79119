import { type ReactElement, type ReactNode, useEffect, useRef, useState } from "react";
import { Radios } from "../app/Radios";
import type { Way } from "../protocol/messages";
import { CardChip } from "../ui/TrainCard";
import { usePlay } from "./context";
import { kindsOf, listed, total } from "./model";
import { usePayments } from "./usePayments";
import { minus, type PayGroup, swapped } from "./ways";

interface PayChooserProps {
  /** The actions that come before the payment. */
  actions: readonly number[];
  /** What the button says, for so many cards. */
  label: (way: Way) => string;
  /** Claim at once with the best payment. */
  auto?: boolean;
  side?: ReactNode;
}

const SHOWN = 3;

/** The ways to pay, best first, and the button that pays. */
export function PayChooser({ actions, label, auto, side }: PayChooserProps): ReactElement {
  const { t, free, act, point } = usePlay();
  const groups = usePayments(actions);
  const [chosen, setChosen] = useState(0);
  const [swaps, setSwaps] = useState<Readonly<Record<string, Way>>>({});
  const [all, setAll] = useState(false);
  const group = groups?.[chosen] ?? groups?.[0];
  const way = group ? (swaps[group.key] ?? group.ways[0]) : undefined;
  const started = useRef(false);

  useEffect(() => {
    point({ laid: way?.cards ?? null });
    return () => point({ laid: null });
  }, [way, point]);

  const pay = useRef<() => void>(() => undefined);
  pay.current = () => {
    if (way && free) void act(way.actions);
  };
  useEffect(() => {
    if (auto && way && free && !started.current) {
      started.current = true;
      pay.current();
    }
  }, [auto, way, free]);
  if (!groups) return <p className="quiet">{t.play.asking}</p>;
  const rows = all ? groups : groups.slice(0, SHOWN);
  const exchange = group && group.ways.length > 1;
  return (
    <>
      {(groups.length > 1 || exchange || (group && group.groups > 0)) && (
        <Radios className="pay" label={t.play.pay}>
          {rows.map((each, i) => (
            <PayRow
              key={each.key}
              group={each}
              way={swaps[each.key] ?? (each.ways[0] as Way)}
              on={each === group}
              best={i === 0}
              onChoose={() => setChosen(i)}
              onSwap={(next) => {
                setChosen(i);
                setSwaps({ ...swaps, [each.key]: next });
              }}
            />
          ))}
        </Radios>
      )}
      {exchange && <small className="quiet">{t.play.swap}</small>}
      <div className="row">
        {side}
        <button
          type="button"
          className="button button-main grow"
          data-confirm
          disabled={!way || !free}
          onClick={() => pay.current()}
        >
          {way ? label(way) : t.play.claimShort}
        </button>
        {groups.length > SHOWN && (
          <button type="button" className="button" onClick={() => setAll(!all)}>
            {all ? t.play.fewerWays : t.play.moreWays}
          </button>
        )}
      </div>
    </>
  );
}

interface PayRowProps {
  group: PayGroup;
  way: Way;
  on: boolean;
  best: boolean;
  onChoose: () => void;
  onSwap: (way: Way) => void;
}

function PayRow({ group, way, on, best, onChoose, onSwap }: PayRowProps): ReactElement {
  const { t, model, piece, kind } = usePlay();
  const { given } = way;
  const rest = minus(model.hand, way.cards);
  // What is worth saying: the locomotives that stay, else the cards of the colour.
  const spent = kindsOf(way.cards);
  const told = spent.includes("locomotive") || (model.hand.locomotive ?? 0) > 0 ? "locomotive" : spent[0];
  return (
    <div className={on ? "pay-row pay-row-on" : "pay-row"}>
      <button
        type="button"
        role="radio"
        aria-checked={on}
        className="pay-choose"
        aria-label={spent.map((each) => `${way.cards[each]} ${kind(each)}`).join(", ")}
        onClick={onChoose}
      >
        <span className="radio" aria-hidden="true" />
        <span className="chips" aria-hidden="true">
          {listed(minus(way.cards, given)).map((each, i) => (
            <CardChip key={i} kind={each} piece={piece} />
          ))}
        </span>
      </button>
      {total(given) > 0 && (
        <span className="exchange">
          {listed(given).map((each, i) => (
            <button
              key={i}
              type="button"
              className="chip-button"
              aria-label={t.play.swapCard(kind(each))}
              onClick={() => onSwap(swapped(group, way, each))}
            >
              <CardChip kind={each} piece={piece} />
            </button>
          ))}
          {group.groups > 0 && (
            <span className="equals">
              {t.play.equals(group.groups)} <CardChip kind="locomotive" piece={piece} />
            </span>
          )}
        </span>
      )}
      <span className="pay-note">
        {best && <b>{t.play.best}</b>}
        {told && (
          <span>
            {t.play.left} {rest[told] ?? 0} <CardChip kind={told} piece={piece} />
          </span>
        )}
      </span>
    </div>
  );
}
