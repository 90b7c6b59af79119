import { type KeyboardEvent, type ReactElement, useEffect, useId, useRef, useState } from "react";
import type { Analysis, KeyMoment } from "../protocol/messages";
import { seatFill } from "../ui/symbols";
import { apart, byTurns, type Frame, linePath, ticks, walked, xAt, yAt } from "./graph";
import { hundredths, percent, type Speaker } from "./say";

/** Of the seats in their order: solid, dashed, dotted, and two more. */
const DASHES = ["none", "8 5", "2 5", "12 4 2 4", "1 4"];

interface GraphProps {
  analysis: Analysis;
  speaker: Speaker;
  /** The seat whose line is the main one, or -1. */
  me: number;
  moments: readonly KeyMoment[];
  selected: number | null;
  onSelect: (moment: number) => void;
  /** What is said of a moment. */
  spoken: (moment: number) => string;
  /** Where a replay is, in decisions. */
  at?: number;
  low?: boolean;
}

/** Chances of all seats over the match, with its moments; the same as a table for who wants numbers. */
export function Graph(props: GraphProps): ReactElement {
  const { analysis, speaker, me, moments, selected, onSelect, spoken, at, low = false } = props;
  const { words, language, name } = speaker;
  const [table, setTable] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  const how = useId();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(Math.max(240, element.clientWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const narrow = width < 480;
  const frame: Frame = {
    width,
    height: low ? 150 : narrow ? 180 : 230,
    left: 46,
    right: narrow ? 14 : 78,
    top: 30,
    bottom: 24,
  };
  const seats = Array.from({ length: analysis.players }, (_, seat) => seat);
  const decisions = analysis.chances.length - 1;
  const last = analysis.chances.findLast((row) => row.length > 0) ?? [];
  const ends = apart(
    seats.map((seat) => yAt(frame, last[seat] ?? 0)),
    17,
    frame.top,
    frame.height - frame.bottom,
  );
  const xs = moments.map((moment) => xAt(frame, moment.decision, decisions));
  const heads = apart(xs, 24, frame.left + 12, frame.width - frame.right);
  const press = (event: KeyboardEvent): void => {
    const next = walked(event.key, selected, moments.length);
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onSelect(next);
  };
  const lucky = (gains: readonly number[]): number =>
    me >= 0 ? me : gains.reduce((most, gain, seat) => (Math.abs(gain) > Math.abs(gains[most] ?? 0) ? seat : most), 0);
  return (
    <section className="coach-card coach-graph" aria-label={words.graph}>
      <h2 className="coach-over">
        {words.graph} <small>· {words.graphHow}</small>
      </h2>
      <div ref={box}>
        {table ? (
          <div className="coach-table">
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.turn(1).replace(/\d+/, "").trim()}</th>
                  {seats.map((seat) => (
                    <th key={seat} scope="col">
                      {name(seat)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {byTurns(analysis).map(({ turn, chances }) => (
                  <tr key={turn}>
                    <th scope="row">{turn}</th>
                    {chances.map((chance, seat) => (
                      <td key={seat}>{percent(language, chance, 0)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : (
          <div
            className="coach-walk"
            role="group"
            aria-label={words.moments}
            aria-describedby={how}
            tabIndex={0}
            onKeyDown={press}
          >
            <svg width={frame.width} height={frame.height} aria-hidden="true">
              {[0, 0.25, 0.5, 0.75, 1].map((chance) => (
                <g key={chance}>
                  <line
                    className={chance % 0.5 === 0 ? "coach-grid coach-grid-main" : "coach-grid"}
                    x1={frame.left}
                    x2={frame.width - frame.right}
                    y1={yAt(frame, chance)}
                    y2={yAt(frame, chance)}
                  />
                  {chance % 0.5 === 0 && (
                    <text x={frame.left - 8} y={yAt(frame, chance)} className="coach-axis">
                      {percent(language, chance, 0)}
                    </text>
                  )}
                </g>
              ))}
              {ticks(analysis.turns, narrow ? 4 : 7).map(({ decision, turn }) => (
                <text key={turn} x={xAt(frame, decision, decisions)} y={frame.height - 8} className="coach-tick">
                  {turn}
                </text>
              ))}
              {at !== undefined && (
                <line
                  className="coach-cursor"
                  x1={xAt(frame, at, decisions)}
                  x2={xAt(frame, at, decisions)}
                  y1={frame.top - 8}
                  y2={frame.height - frame.bottom}
                />
              )}
              {seats.map((seat) => (
                <path
                  key={seat}
                  className={seat === me ? "coach-line coach-line-mine" : "coach-line"}
                  d={linePath(frame, analysis.chances, seat)}
                  stroke={seatFill(seat)}
                  strokeDasharray={DASHES[seat % DASHES.length]}
                />
              ))}
              {!narrow &&
                seats.map((seat) => (
                  <text key={seat} x={frame.width - frame.right + 8} y={ends[seat]} className="coach-name">
                    {name(seat)}
                  </text>
                ))}
              {analysis.strokes.map((stroke) => {
                const seat = lucky(stroke.gains);
                const x = xAt(frame, stroke.decision + 1, decisions);
                const y = yAt(frame, analysis.chances[stroke.decision + 1]?.[seat] ?? 0.5);
                const tell = stroke.kind === "tickets" ? words.luckTickets : words.luckCards;
                return (
                  <path key={stroke.decision} className="coach-luck" d={`M${x} ${y - 7}l7 7-7 7-7-7Z`}>
                    <title>{tell(name(seat), hundredths(stroke.gains[seat] ?? 0))}</title>
                  </path>
                );
              })}
              {moments.map((moment, i) => {
                const x = xs[i] ?? 0;
                const y = yAt(frame, analysis.chances[moment.decision]?.[moment.seat] ?? 0.5);
                const at = heads[i] ?? x;
                const head = Math.max(13, y - 24);
                return (
                  // biome-ignore lint/a11y/noStaticElementInteractions: for pointers; keys have the list and the arrows
                  <g
                    key={moment.decision}
                    className={i === selected ? "coach-pin coach-pin-on" : "coach-pin"}
                    onClick={() => onSelect(i)}
                  >
                    <line x1={at} x2={x} y1={head} y2={y} />
                    <circle className="coach-dot" cx={x} cy={y} r="4" />
                    <circle cx={at} cy={head} r="11" />
                    <text x={at} y={head}>
                      {i + 1}
                    </text>
                  </g>
                );
              })}
            </svg>
          </div>
        )}
      </div>
      <p className="hidden" id={how}>
        {words.graphKeys}
      </p>
      <p className="hidden" aria-live="polite">
        {selected !== null && !table ? spoken(selected) : ""}
      </p>
      <div className="coach-keys">
        {seats.map((seat) => (
          <span key={seat}>
            <svg width="34" height="8" aria-hidden="true">
              <line
                className="coach-line"
                x1="0"
                x2="34"
                y1="4"
                y2="4"
                stroke={seatFill(seat)}
                strokeDasharray={DASHES[seat % DASHES.length]}
              />
            </svg>
            <b>{name(seat)}</b>
          </span>
        ))}
        {moments.length > 0 && (
          <span>
            <i className="coach-number">1</i> {words.keyMoment}
          </span>
        )}
        {analysis.strokes.length > 0 && (
          <span>
            <i className="coach-diamond" /> {words.bigLuck}
          </span>
        )}
        <button type="button" className="plain" onClick={() => setTable(!table)}>
          {table ? words.asGraph : words.asTable}
        </button>
      </div>
    </section>
  );
}
