import type { ReactElement } from "react";
import { Icon } from "../../ui/icons";
import { PlayerMark } from "../../ui/PlayerMark";
import { CardChip } from "../../ui/TrainCard";
import { usePlay, usePointed, useScene } from "../context";
import { total } from "../model";
import { PayChooser } from "../PayChooser";

/** A sign for each technology, as short as a badge. */
export const SIGNS: Record<string, string> = {
  wales: "W",
  "ireland-france": "I·F",
  scotland: "S",
  stoker: "3",
  boiler: "4–6",
  propellers: "≈",
  booster: "3=1",
  lagging: "+1",
  turbines: "+2≈",
  "double-heading": "×2",
  "right-of-way": "⇄",
  thermocompressor: "2×",
  "water-tenders": "3▮",
  "risky-contracts": "±20",
  "equalising-beam": "±15",
  diesel: "−1",
};

/** The shelf: what I have, what I can buy, what is out of reach. */
export function Technology(): ReactElement | null {
  const { model, t, point, free } = useScene();
  const buying = usePointed("buying");
  const technology = model.view.mechanics.technology;
  if (!technology) return null;
  const buys = new Set((model.choices.get("buy") ?? []).map((choice) => choice.argument));
  return (
    <ul className="shelf" aria-label={t.mechanics.technology.title}>
      {technology.shelf.map((each) => {
        const mine = technology.held[model.me]?.includes(each.technology) === true;
        const can = buys.has(each.technology);
        const [name, about] = t.mechanics.technology.names[each.code] ?? [each.name, ""];
        const others = technology.held.flatMap((held, seat) =>
          seat !== model.me && held.includes(each.technology) ? [seat] : [],
        );
        const state = mine ? "mine" : buying === each.technology ? "on" : can ? "can" : "not";
        return (
          <li
            key={each.technology}
            data-anchor={`technology-${each.technology}`}
            onPointerEnter={() => point({ technology: each.technology })}
            onPointerLeave={() => point({ technology: null })}
            onFocus={() => point({ technology: each.technology })}
            onBlur={() => point({ technology: null })}
          >
            <button
              type="button"
              className={`tech tech-${state}`}
              disabled={!can || !free}
              data-buy={each.code}
              onClick={() => point({ buying: each.technology, pinned: null })}
            >
              <span className="tech-sign" aria-hidden="true">
                {SIGNS[each.code] ?? ""}
              </span>
              <span className="tech-text">
                <b>{name}</b>
                <small>{about}</small>
              </span>
              <span className="tech-side">
                {mine ? (
                  <>
                    <Icon name="check" size={16} /> {t.mechanics.technology.mine}
                  </>
                ) : each.cost === null ? (
                  t.mechanics.technology.gone
                ) : each.copies === 0 ? (
                  t.mechanics.technology.soldOut
                ) : (
                  <span className="tech-cost" role="img" aria-label={t.mechanics.technology.cost(each.cost)}>
                    {each.cost} <CardChip kind="locomotive" />
                  </span>
                )}
                {others.length > 0 && (
                  <span
                    className="tech-others"
                    role="img"
                    aria-label={`${t.mechanics.technology.held}: ${others.length}`}
                  >
                    {others.map((seat) => (
                      <PlayerMark key={seat} seat={seat} width={18} />
                    ))}
                  </span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Buying one of them: the cards, and the button. */
export function TechnologyCard(): ReactElement | null {
  const { model, t, point } = usePlay();
  const buying = usePointed("buying");
  const shelf = model.view.mechanics.technology?.shelf.find((each) => each.technology === buying);
  const buy = (model.choices.get("buy") ?? []).find((choice) => choice.argument === buying);
  if (!shelf || shelf.cost === null || !buy) return null;
  const [name, about] = t.mechanics.technology.names[shelf.code] ?? [shelf.name, ""];
  return (
    <section className="route-card route-card-pinned" aria-label={t.mechanics.technology.buyTitle(name)}>
      <header>
        <h2>{t.mechanics.technology.buyTitle(name)}</h2>
      </header>
      <p className="quiet">
        {about} · {t.mechanics.technology.cost(shelf.cost)} · {t.mechanics.technology.left(shelf.copies)} ·{" "}
        {t.mechanics.technology.before}
      </p>
      <PayChooser
        key={buy.action}
        actions={[buy.action]}
        label={(way) => t.mechanics.technology.buy(t.common.cards(total(way.cards)))}
        side={
          <button type="button" className="button" onClick={() => point({ buying: null })}>
            {t.mechanics.technology.notNow}
          </button>
        }
      />
    </section>
  );
}
