import type { ReactElement } from "react";
import type { Kind } from "../protocol/messages";
import { KINDS } from "../ui/kinds";
import { EmptySlot, MarketCard } from "../ui/TrainCard";
import { usePlay, usePointed } from "./context";
import { useDrag } from "./mechanics/useDrag";
import { total } from "./model";

/**
 * My cards in groups; every kind that the deck has keeps its place, so that nothing moves when cards
 * come and go. Where there is a yard, tapping or dragging them there puts a row together.
 */
export function Hand(): ReactElement {
  const { model, t, piece, kind, point } = usePlay();
  const [chosen, asked, paying] = [usePointed("chosen"), usePointed("kind"), usePointed("laid")];
  const { hand, view, facts } = model;
  const yard = view.mechanics.yards !== undefined && (model.choices.has("row") || model.choices.has("trio"));
  const laid = yard ? chosen : (paying ?? view.move?.laid ?? {});
  const count = total(laid);
  const kinds = KINDS.filter((each) => (facts.deck[each] ?? 0) > 0 || (hand[each] ?? 0) > 0);

  function tap(each: Kind): void {
    const now = chosen[each] ?? 0;
    const next = now < (hand[each] ?? 0) ? now + 1 : 0;
    const cards = { ...chosen, [each]: next };
    if (next === 0) delete cards[each];
    point({ chosen: cards });
  }

  // A tap lays one card out, a drag all of a colour.
  const drag = useDrag(".yard-mine", (each) => point({ chosen: { ...chosen, [each]: hand[each] ?? 0 } }));

  return (
    <section className="panel hand-panel" aria-label={t.play.myCards}>
      <header className="panel-head">
        <h2>{t.play.myCards}</h2>
        <small>
          {t.common.cards(total(hand))}
          {count > 0 && `, ${t.play.laidOut(count)}`}
        </small>
      </header>
      <div className="hand" data-kinds={kinds.length}>
        {kinds.map((each) => {
          const held = hand[each] ?? 0;
          const out = laid[each] ?? 0;
          const label = `${kind(each)}: ${held}`;
          // The numbers that are seen stand in the label as they are seen, one after the other.
          const card =
            held === 0 ? (
              <EmptySlot key={each} kind={each} piece={piece} />
            ) : (
              <>
                <span className={`deep deep-${Math.min(held, 3)}`}>
                  <MarketCard kind={each} piece={piece} />
                </span>
                <b className="card-count">{held}</b> {out > 0 && <span className="hand-out">{out}</span>}
              </>
            );
          if (!yard && held > 0 && facts.tracks.length > 0 && model.claimable.size > 0) {
            const on = asked === each;
            return (
              <button
                key={each}
                type="button"
                className={`hand-slot${out > 0 ? " hand-laid" : ""}${on ? " hand-on" : ""}`}
                data-anchor={`hand-${each}`}
                aria-pressed={on}
                aria-label={label}
                title={t.play.payableWith}
                onClick={() => point({ kind: on ? null : each, ticket: null })}
              >
                {card}
              </button>
            );
          }
          return yard && held > 0 ? (
            <button
              key={each}
              type="button"
              className={out > 0 ? "hand-slot hand-laid" : "hand-slot"}
              data-hand={each}
              data-anchor={`hand-${each}`}
              aria-label={`${label}, ${t.play.laidOut(out)}`}
              onPointerDown={(event) => drag.press(each, event)}
              onClick={() => !drag.dragged() && tap(each)}
            >
              {card}
            </button>
          ) : (
            <span
              key={each}
              className={out > 0 ? "hand-slot hand-laid" : "hand-slot"}
              role="img"
              aria-label={label}
              data-anchor={`hand-${each}`}
            >
              {card}
            </span>
          );
        })}
      </div>
      {drag.ghost}
    </section>
  );
}
