import type { ReactElement } from "react";
import { useScene } from "../play/context";
import type { Result } from "../protocol/messages";
import { PlayerMark } from "../ui/PlayerMark";

const signed = (points: number): string => (points < 0 ? `−${-points}` : String(points));

/** How it ended: where each seat's points came from. */
export function Score({ result }: { result: Result }): ReactElement {
  const { t, name } = useScene();
  const sources = result.scores[0]?.sources.map((source) => source.name) ?? [];
  return (
    <section className="replay-panel replay-score" aria-label={t.replay.score}>
      <h2>{t.replay.winners(result.winners.map(name).join(", "))}</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden">{t.final.source}</span>
            </th>
            {result.scores.map((sheet) => (
              <th key={sheet.seat} scope="col">
                <PlayerMark seat={sheet.seat} />
                <span className="hidden">{name(sheet.seat)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sources.map((source, i) => (
            <tr key={source}>
              <th scope="row">{t.final.sources[source] ?? source}</th>
              {result.scores.map((sheet) => (
                <td key={sheet.seat}>{signed(sheet.sources[i]?.points ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t.final.total}</th>
            {result.scores.map((sheet) => (
              <td key={sheet.seat}>
                <b>{signed(sheet.total)}</b>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
