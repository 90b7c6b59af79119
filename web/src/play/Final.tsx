import { lazy, type ReactElement, Suspense, useMemo, useState } from "react";
import { errorText } from "../app/errors";
import { Logo, Message } from "../app/Message";
import { PAGES } from "../app/pages";
import { Safely } from "../app/Safely";
import { ranking } from "../moments/acts";
import { Ceremony } from "../moments/Ceremony";
import { api } from "../net/api";
import type { Result, SourceLine } from "../protocol/messages";
import { motionNow } from "../settings/settings";
import { Icon } from "../ui/icons";
import { Avatar, PlayerMark } from "../ui/PlayerMark";
import { BoardPane } from "./BoardPane";
import { Bars, Curves } from "./Charts";
import { type Play, usePlay } from "./context";
import { statistics } from "./statistics";

const CoachFinal = lazy(() => import("../coach/CoachFinal"));

interface FinalProps {
  result: Result;
  gameName: string;
  secret: string;
  onTable: () => void;
  /** Whether the match ended just now, before our eyes. */
  fresh: boolean;
}

/** Who won and why: first the ceremony, where one can be watched, then the sheet. */
export function Final(props: FinalProps): ReactElement {
  const play = usePlay();
  const { result, fresh } = props;
  const [watching, setWatching] = useState(fresh && motionNow() !== "none" && !result.stopped);
  const order = useMemo(() => {
    const sheets = new Map(result.scores.map((sheet) => [sheet.seat, sheet]));
    return ranking(result).flatMap((seat) => sheets.get(seat) ?? []);
  }, [result]);
  const title = winnerTitle(play, result, order);
  const sheet = <ScoreSheet {...props} order={order} title={title} onAgain={() => setWatching(true)} />;
  if (!watching) return sheet;
  return (
    <Safely otherwise={() => sheet}>
      <Ceremony result={result} title={title} onDone={() => setWatching(false)} />
    </Safely>
  );
}

interface ScoreSheetProps extends FinalProps {
  order: Result["scores"];
  title: string;
  onAgain: () => void;
}

/** The points by their sources, everybody's tickets, and how the match went. */
function ScoreSheet({ result, gameName, secret, onTable, order, title, onAgain }: ScoreSheetProps): ReactElement {
  const play = usePlay();
  const { t, model, name, state, socket, say, board } = play;
  const names = order[0]?.sources.map((source) => source.name) ?? [];
  const stats = useMemo(
    () => statistics(model.seen.events, model.view.seats, result.scores),
    [model.seen.events, model.view.seats, result.scores],
  );
  // Where points come at the end only, there is no way to them to be drawn.
  const scored = stats.points.some((curve) => curve.some((points) => points !== 0));
  const winner = order[0]?.seat ?? 0;
  const source = (seat: number, i: number): SourceLine | undefined =>
    order.find((sheet) => sheet.seat === seat)?.sources[i];

  async function download(): Promise<void> {
    try {
      const record = await api.record(state.table?.table ?? "", model.seen.match, secret);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
      link.download = `wagonik-${board.facts.game}.json`;
      link.click();
    } catch (problem) {
      say(errorText(t, problem));
    }
  }

  const [coached, setCoached] = useState(false);
  const tab = (label: string, on: boolean): ReactElement => (
    <button type="button" role="tab" aria-selected={coached === on} onClick={() => setCoached(on)}>
      {on && <Icon name="bulb" size={18} />} {label}
    </button>
  );
  const top = (
    <>
      <header className="top final-top">
        <a href="#/" className="top-name">
          <Logo width={34} />
          <span>
            <b>{t.common.name}</b>
            <small>
              {gameName} · {t.final.summary(model.view.turn)}
            </small>
          </span>
        </a>
        <div className="final-tabs" role="tablist" aria-label={t.final.score}>
          {tab(t.final.scoreTab, false)}
          {tab(t.final.coachTab, true)}
        </div>
      </header>
      <div className="final-title" aria-live="polite">
        <Avatar name={name(winner)} seat={winner} size={76} />
        <div>
          <h1>{title}</h1>
          {result.stopped && <p>{t.final.stopped}</p>}
          {result.decided_by && <p>{t.final.decided(t.final.breakers[result.decided_by] ?? result.decided_by)}</p>}
        </div>
      </div>
    </>
  );
  if (coached) {
    return (
      <Suspense fallback={<Message title={t.final.coachTab} />}>
        <CoachFinal top={top} secret={secret} />
      </Suspense>
    );
  }
  return (
    <div className={board.drawing ? "final" : "final final-alone"}>
      <main className="final-main">
        {top}
        <div className="final-scroll">
          <table className="final-table">
            <thead>
              <tr>
                <th scope="col">
                  <span className="hidden">{t.final.source}</span>
                </th>
                {order.map((sheet) => (
                  <th
                    key={sheet.seat}
                    scope="col"
                    className={result.winners.includes(sheet.seat) ? "final-winner" : ""}
                  >
                    <span className="final-player">
                      <Avatar name={name(sheet.seat)} seat={sheet.seat} size={40} />
                      <span>
                        <span className="final-name">{name(sheet.seat)}</span>
                        <PlayerMark seat={sheet.seat} width={34} />
                      </span>
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {names.map((each, i) => (
                <tr key={each}>
                  <th scope="row">{t.final.sources[each] ?? each}</th>
                  {order.map((sheet) => {
                    const line = source(sheet.seat, i);
                    return (
                      <td key={sheet.seat} className={result.winners.includes(sheet.seat) ? "final-winner" : ""}>
                        <b className={(line?.points ?? 0) < 0 ? "final-minus" : ""}>{signed(line?.points ?? 0)}</b>{" "}
                        <small>{ticketsDone(play, line)}</small>
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t.final.total}</th>
                {order.map((sheet) => (
                  <td key={sheet.seat} className={result.winners.includes(sheet.seat) ? "final-winner" : ""}>
                    <b>{minus(sheet.total)}</b>
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        </div>
        <div className="row final-buttons">
          {state.you?.host ? (
            <button
              type="button"
              className="button button-main"
              onClick={() => void socket.ask({ type: "start" }).catch((problem) => say(errorText(t, problem)))}
            >
              <Icon name="undo" /> {t.final.rematch}
            </button>
          ) : (
            <span className="quiet">{t.final.waitHost}</span>
          )}
          {PAGES["replay"] && (
            <a className="button" href={`#/replay/${state.table?.table ?? ""}/${model.seen.match}`}>
              <Icon name="play" /> {t.final.replay}
            </a>
          )}
          <button type="button" className="button" onClick={() => void download()}>
            <Icon name="download" /> {t.final.record}
          </button>
          <button type="button" className="button" onClick={onTable}>
            {t.final.board}
          </button>
          <button type="button" className="plain" onClick={onAgain}>
            {t.final.watchAgain}
          </button>
          <a className="plain" href="#/">
            {t.play.home}
          </a>
        </div>
        <Made order={order} />
        <section className={scored ? "final-stats" : "final-stats final-stats-bars"}>
          {scored && (
            <div>
              <h2>{t.final.overTurns}</h2>
              <Curves
                curves={stats.points}
                names={order.map((sheet) => name(sheet.seat))}
                seats={order.map((sheet) => sheet.seat)}
              />
            </div>
          )}
          <div>
            <h2>{t.final.cardsDrawn}</h2>
            <Bars values={stats.cards} name={name} />
            {board.drawing && (
              <>
                <h2>{t.final.routesClaimed}</h2>
                <Bars values={stats.routes} name={name} />
              </>
            )}
            <h2>{t.final.tickets}</h2>
            <Bars
              values={model.view.players.map(
                (player) => player.tickets + (model.view.mechanics.yards?.[player.seat]?.completed.length ?? 0),
              )}
              name={name}
            />
          </div>
        </section>
      </main>
      {board.drawing && (
        <aside className="final-board" aria-label={t.final.board}>
          <BoardPane phone={false} />
        </aside>
      )}
    </div>
  );
}

/** What everybody's points are made of: tickets, connected or not, and the parts of all else. */
function Made({ order }: { order: Result["scores"] }): ReactElement | null {
  const play = usePlay();
  const { t, name } = play;
  const made = order.map((sheet) => ({
    seat: sheet.seat,
    tickets: sheet.sources.flatMap((line) => line.items.filter(isTicket)),
    parts: sheet.sources.flatMap((line) => {
      const words = parts(play, line);
      return words ? [[t.final.sources[line.name] ?? line.name, words] as const] : [];
    }),
  }));
  if (made.every((each) => each.tickets.length + each.parts.length === 0)) return null;
  return (
    <section className="final-made" aria-label={t.final.tickets}>
      {made.map(({ seat, tickets, parts: lines }) => (
        <div key={seat}>
          <h2>
            <PlayerMark seat={seat} width={30} /> <span>{name(seat)}</span>
          </h2>
          <ul className="final-tickets">
            {tickets.map((item) => (
              <li key={item["ticket"] as number} className={item["done"] === true ? "final-done" : "final-open"}>
                <Icon name={item["done"] === true ? "check" : "cross"} size={14} />
                <span>{play.ticket(item["ticket"] as number)}</span>{" "}
                <span className="hidden">{item["done"] === true ? t.final.connected : t.final.neverConnected}</span>{" "}
                <b>{signed(Number(item["points"]))}</b>
              </li>
            ))}
          </ul>
          {lines.map(([what, words]) => (
            <p key={what}>
              <b>{what}:</b> {words}
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}

const minus = (points: number): string => String(points).replace("-", "−");
const signed = (points: number): string => (points > 0 ? `+${points}` : minus(points));

function winnerTitle(play: Play, result: Result, order: Result["scores"]): string {
  const { t, name, model } = play;
  const winners = result.winners;
  if (winners.length > 1) return t.final.shared(winners.map(name).join(", "));
  const winner = winners[0] ?? 0;
  const by = (order[0]?.total ?? 0) - (order[1]?.total ?? 0);
  if (winner === model.me && (play.state.you?.seats.length ?? 0) === 1)
    return by > 0 ? t.final.youWinBy(by) : t.final.youWin;
  return by > 0 ? t.final.winsBy(name(winner), by) : t.final.wins(name(winner));
}

const isTicket = (item: SourceLine["items"][number]): boolean => typeof item["ticket"] === "number";

/** How many of the tickets are done. */
function ticketsDone({ t }: Play, line: SourceLine | undefined): string {
  const tickets = line?.items.filter(isTicket) ?? [];
  if (tickets.length === 0) return "";
  const done = tickets.filter((item) => item["done"] === true).length;
  // The two numbers stay in one line.
  return t.final.ticketsDone(done, tickets.length).replace(/(\d) (\S+) (\d)/, "$1\u00a0$2\u00a0$3");
}

/** What the points of a source other than tickets are made of, in a few words. */
function parts({ t, model }: Play, line: SourceLine): string {
  return line.items
    .filter((item) => !isTicket(item) && typeof item["points"] === "number" && item["points"] !== 0)
    .map((item) => {
      const label = String(item["railroad"] ?? item["city"] ?? item["goal"] ?? "");
      const code = model.facts.railroads.find((railroad) => railroad.name === label)?.code;
      return `${code ?? t.mechanics.goals.names[label]?.[0] ?? label} ${String(item["points"])}`;
    })
    .join(", ");
}
