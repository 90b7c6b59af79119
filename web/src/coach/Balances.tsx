import type { ReactElement } from "react";
import { waterfall } from "./graph";
import { hundredths, percent } from "./say";
import type { Coaching } from "./useCoach";

const PARTS = ["start", "own", "others", "cards", "tickets"] as const;

/** Luck and skill of a seat, adding up to its result; and how well it played. */
export function Balances({ coach }: { coach: Coaching }): ReactElement | null {
  const { analysis, seat, speaker, subject } = coach;
  const { words, language } = speaker;
  const balance = analysis?.seats.find((each) => each.seat === seat);
  if (!balance) return null;
  const pieces = waterfall(PARTS.map((part) => balance[part]));
  const points = pieces.flatMap(({ from, to }) => [from, to]);
  const [low, high] = [Math.min(0, ...points), Math.max(1, ...points)];
  const at = (value: number): string => `${((value - low) / (high - low)) * 100}%`;
  const open = subject.open.includes(seat);
  return (
    <>
      {balance.accuracy !== null && open && (
        <section className="coach-card coach-accuracy" aria-label={words.accuracy}>
          <h2 className="coach-over">{words.accuracy}</h2>
          <p>
            <b>{Math.round(balance.accuracy)}</b> <span>{words.accuracyHow(percent(language, balance.loss))}</span>
          </p>
        </section>
      )}
      <section className="coach-card" aria-label={words.waterfall}>
        <h2 className="coach-over">
          {words.waterfall} <small>{speaker.name(seat)}</small>
        </h2>
        <table className="coach-fall">
          <tbody>
            {PARTS.map((part, i) => {
              const { from, to } = pieces[i] ?? { from: 0, to: 0 };
              const luck = part === "cards" || part === "tickets";
              return (
                <tr key={part}>
                  <th scope="row">{words.parts[part]}</th>
                  <td className="coach-fall-bar" aria-hidden="true">
                    <i
                      className={`coach-fall-${luck ? "luck" : part}`}
                      style={{ left: at(Math.min(from, to)), right: `calc(100% - ${at(Math.max(from, to))})` }}
                    />
                  </td>
                  <td
                    className={part === "own" && balance.own < 0 ? "coach-number-cell coach-bad" : "coach-number-cell"}
                  >
                    {part === "start" ? hundredths(balance[part]).replace("+", "") : hundredths(balance[part])}
                    {part === "own" && <small>{words.within(String(Math.round(balance.error * 100)))}</small>}
                  </td>
                </tr>
              );
            })}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{words.parts.result}</th>
              <td />
              <td className="coach-number-cell">{percent(language, balance.result, 0)}</td>
            </tr>
          </tfoot>
        </table>
        <p className="quiet">{words.waterfallHow}</p>
      </section>
    </>
  );
}
