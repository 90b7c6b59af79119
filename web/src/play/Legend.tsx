import { memo, type ReactElement } from "react";
import { change, useSettings } from "../settings/settings";
import { CardChip } from "../ui/TrainCard";
import { usePlay, usePointed } from "./context";

interface LegendProps {
  /** How many routes that I can claim help my tickets. */
  helping: number;
  /** How many the tapped kind of cards pays for; null if none was tapped. */
  paying: number | null;
  /** How many the technology that is looked at would open. */
  opens: number;
}

/** What shines on the board, in its quiet corner; the second half is a switch for the rest. */
export const Legend = memo(function Legend({ helping, paying, opens }: LegendProps): ReactElement | null {
  const { model, t, piece, point, board, ticket } = usePlay();
  const [kind, shown] = [usePointed("kind"), usePointed("ticket")];
  const { all } = useSettings();
  const more = model.claimable.size - helping;
  const corner = board.drawing?.quiet.replace(" ", "-") || "top-left";
  const content = ((): ReactElement | null => {
    if (kind !== null && paying !== null) {
      return (
        <>
          <span className="legend-item">
            <CardChip kind={kind} piece={piece} /> {t.play.legendPays(t.common.routes(paying))}
          </span>
          <button type="button" onClick={() => point({ kind: null })}>
            {t.play.legendClear}
          </button>
        </>
      );
    }
    if (shown !== null && model.facts.tickets[shown]) {
      return (
        <>
          <span className="legend-item">
            <i className="legend-helps" /> {ticket(shown)}
          </span>
          <button type="button" onClick={() => point({ ticket: null })}>
            {t.play.legendClear}
          </button>
        </>
      );
    }
    if (opens > 0) {
      return (
        <span className="legend-item">
          <i className="legend-opens" /> {t.mechanics.technology.opens(opens)}
        </span>
      );
    }
    if (model.claimable.size === 0) return null;
    return (
      <>
        {helping > 0 && (
          <span className="legend-item" title={t.play.legendHelps(helping)}>
            <i className="legend-helps" /> <b aria-hidden="true">{helping}</b>
            <span>{t.play.legendHelps(helping)}</span>
          </span>
        )}
        {more > 0 && (
          <button
            type="button"
            aria-pressed={all}
            title={t.play.legendMore(more)}
            onClick={() => change({ all: !all })}
          >
            <i className={all ? "legend-thin" : "legend-dot"} /> <b aria-hidden="true">{more}</b>
            <span>{helping > 0 ? t.play.legendRest(more) : t.play.legendCan(more)}</span>
          </button>
        )}
      </>
    );
  })();
  return (
    <section className={`legend legend-${corner}`} aria-label={t.play.legend} hidden={content === null}>
      {content}
    </section>
  );
});
