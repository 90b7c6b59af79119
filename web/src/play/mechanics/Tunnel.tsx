import { type ReactElement, useState } from "react";
import { Radios } from "../../app/Radios";
import { openTunnel } from "../../moments/shown";
import { useShown } from "../../moments/useMoments";
import type { Kind } from "../../protocol/messages";
import { CardChip, EmptySlot, MarketCard } from "../../ui/TrainCard";
import { usePlay } from "../context";
import { listed } from "../model";

/** Cards were turned up for a tunnel: pay more, or take mine back. */
export function TunnelChoice(): ReactElement | null {
  const { model, t, piece, kind, act, free } = usePlay();
  const tunnel = model.view.mechanics.tunnel;
  const move = model.view.move;
  const adds = [...(model.choices.get("add") ?? [])].sort((a, b) => a.argument - b.argument);
  const back = model.choices.get("withdraw")?.[0];
  const [chosen, setChosen] = useState(0);
  const shown = useShown()?.tunnel ?? openTunnel(model.seen);
  if (!tunnel || !move) return null;
  const pick = adds[chosen] ?? adds[0];
  // So many locomotives, and the rest in the colour that was laid.
  const cards = (locomotives: number): Kind[] => [
    ...Array<Kind>(locomotives).fill("locomotive"),
    ...Array<Kind>(tunnel.extra - locomotives).fill(move.colour),
  ];
  return (
    <section className="panel panel-now" aria-label={t.mechanics.tunnel.title(tunnel.extra)}>
      <h2 className="panel-title">{t.mechanics.tunnel.title(tunnel.extra)}</h2>
      <p className="quiet">
        {t.mechanics.tunnel.laid}{" "}
        <span className="chips">
          {listed(move.laid).map((card, i) => (
            <CardChip key={i} kind={card} piece={piece} label={kind(card)} />
          ))}
        </span>
      </p>
      <div className="turned">
        {/* One after the other, as they are turned. */}
        {shown?.turned.map(({ card, match }, i) =>
          i < shown.open ? (
            <span
              key={i}
              className={match ? "turned-card turned-match" : "turned-card turned-miss"}
              role="img"
              aria-label={kind(card)}
            >
              <MarketCard kind={card} piece={piece} />
            </span>
          ) : (
            <span key={i} className="turned-card">
              <EmptySlot />
            </span>
          ),
        )}
        <b>{t.mechanics.tunnel.matches(tunnel.extra)}</b>
      </div>
      <Radios className="pay" label={t.mechanics.tunnel.add}>
        {adds.map((choice, i) => (
          <div key={choice.action} className={choice === pick ? "pay-row pay-row-on" : "pay-row"}>
            <button
              type="button"
              role="radio"
              aria-checked={choice === pick}
              className="pay-choose"
              onClick={() => setChosen(i)}
            >
              <span className="radio" aria-hidden="true" />
              {t.mechanics.tunnel.add}
              <span className="chips">
                {cards(choice.argument).map((card, j) => (
                  <CardChip key={j} kind={card} piece={piece} label={kind(card)} />
                ))}
              </span>
            </button>
          </div>
        ))}
      </Radios>
      <div className="row">
        {back && (
          <button
            type="button"
            className="button"
            data-choice="withdraw"
            disabled={!free}
            onClick={() => void act([back.action])}
          >
            {t.mechanics.tunnel.takeBack}
          </button>
        )}
        {pick && (
          <button
            type="button"
            className="button button-main grow"
            data-confirm
            disabled={!free}
            onClick={() => void act([pick.action])}
          >
            {t.mechanics.tunnel.addAndClaim}
          </button>
        )}
      </div>
    </section>
  );
}
