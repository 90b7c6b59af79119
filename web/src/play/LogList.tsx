import { type ReactElement, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { PlayerMark } from "../ui/PlayerMark";
import { CardChip } from "../ui/TrainCard";
import { type Play, type Scene, useScene } from "./context";
import { type LogLine, lastOf, logLines, newFrom } from "./log";

const MOST = 120;

/** What happened, the newest first; pointing at a line lights up the board. */
export function LogList(): ReactElement {
  const play = useScene();
  const { model, t, point } = play;
  const all = useMemo(() => logLines(model.seen.events), [model.seen.events]);
  const lines = useMemo(() => all.slice(-MOST).reverse(), [all]);
  const from = useNew(all, model.me, `${model.seen.match}/${model.me}`);
  const table = "state" in play ? (play as Play).state.table : null;
  const helped = table?.helped ?? [];
  const whatIf = table?.what_if != null;
  if (lines.length === 0 && helped.length === 0 && !whatIf) return <p className="quiet">{t.play.noLog}</p>;
  return (
    <div className="log-box" role="log" aria-label={t.play.log} tabIndex={-1}>
      {whatIf && <p className="quiet log-helped">{t.log.whatIf}</p>}
      {helped.map(({ seat, decisions }) => (
        <p key={seat} className="quiet log-helped">
          {t.log.helped(seat === model.me ? t.common.you : play.name(seat), decisions)}
        </p>
      ))}
      <ol className="log" reversed>
        {lines.map((line) => (
          <li
            key={line.key}
            className={line.key >= from ? "log-line log-new" : "log-line"}
            onPointerEnter={() => line.track !== undefined && point({ marked: line.track })}
            onPointerLeave={() => point({ marked: null })}
          >
            {line.seat === null ? <i className="log-dot" /> : <PlayerMark seat={line.seat} width={28} />}
            <span>{sentence(play, line)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The last line that was in sight when the log went out of it. */
const looked = new Map<string, number>();

/** The first event that is new: of what came while the log was out of sight, and since my last move. */
function useNew(lines: readonly LogLine[], me: number, match: string): number {
  const newest = useRef(-1);
  newest.current = lines.at(-1)?.key ?? -1;
  const [hidden, setHidden] = useState<number | null>(() => looked.get(match) ?? null);
  const mine = lastOf(lines, me);
  const [began] = useState(mine);
  // With my next move everything that was here to be read has been.
  if (hidden !== null && mine !== began) setHidden(null);
  useEffect(() => () => void looked.set(match, newest.current), [match]);
  return newFrom(lines, me, hidden);
}

function Chips({ play, line }: { play: Scene; line: LogLine }): ReactElement {
  return (
    <>
      {line.cards.map((card, i) => (
        <CardChip key={i} kind={card} piece={play.piece} label={play.kind(card)} />
      ))}
    </>
  );
}

/** What a claim or a purchase was paid with. */
function Paid({ play, line }: { play: Scene; line: LogLine }): ReactElement | null {
  if (line.paid.length === 0) return null;
  return (
    <>
      {play.t.log.paid}
      {line.paid.map(({ card, count }) => (
        <span key={card} className="log-paid">
          {count > 1 && count}
          <CardChip kind={card} piece={play.piece} label={play.kind(card)} />
        </span>
      ))}
    </>
  );
}

export function sentence(play: Scene, line: LogLine): ReactNode {
  const { t, name, model } = play;
  const { log } = t;
  const who = line.seat === null ? null : <b>{line.seat === model.me ? t.common.you : name(line.seat)}</b>;
  const route = line.track === undefined ? "" : play.route(line.track);
  switch (line.deed) {
    case "drew":
      return (
        <>
          {who}
          {log.drew}
          <Chips play={play} line={line} />
          {line.faded > 0 && log.faceUp(line.faded)}
          {line.cards.length + line.faded > 0 && line.hidden > 0 && log.and}
          {line.hidden > 0 && log.fromDeck(line.hidden)}
        </>
      );
    case "tickets":
      return (
        <>
          {who}
          {log.tickets(t.common.tickets(line.count ?? 0))}
        </>
      );
    case "claimed":
    case "withdrew":
      return (
        <>
          {who}
          {line.deed === "claimed" ? log.claimed : log.withdrew}
          {route}
          {line.tunnel && (
            <>
              {log.tunnel}
              {line.tunnel.map((turned, i) => (
                <span key={i} className={turned.match ? "log-match" : "log-miss"}>
                  <CardChip kind={turned.card} piece={play.piece} label={play.kind(turned.card)} />
                </span>
              ))}
            </>
          )}
          {line.points !== undefined && <b> +{line.points}</b>}
          <Paid play={play} line={line} />
          {line.shares?.map((share) => {
            if (share.railroad === null) return share.dummy ? log.someDummyShare : log.someShare;
            const code = model.facts.railroads[share.railroad]?.code ?? "";
            return share.dummy ? log.dummyShare(code) : log.share(code, share.number);
          })}
          {line.cards.length > 0 && (
            <>
              {log.flagCard}
              <Chips play={play} line={line} />
            </>
          )}
          {line.flag && log.flag}
          {line.bonus !== undefined && log.bonus(t.common.cards(line.bonus))}
        </>
      );
    case "bought": {
      const code =
        model.view.mechanics.technology?.shelf.find((each) => each.technology === line.technology)?.code ?? "";
      return (
        <>
          {who}
          {log.bought}
          {t.mechanics.technology.names[code]?.[0] ?? code}
          <Paid play={play} line={line} />
        </>
      );
    }
    case "row":
    case "moved":
      return (
        <>
          {who}
          {line.deed === "row" ? log.row : log.moved}
          <Chips play={play} line={line} />
          {line.faded > 0 && (line.deed === "row" ? log.someCards : t.common.cards(line.faded))}
          {line.robbed?.map((robbed) => log.robbing(robbed.seat === model.me ? t.play.you : name(robbed.seat)))}
        </>
      );
    case "completed":
      return (
        <>
          {who}
          {log.completed}
          {play.ticket(line.ticket ?? -1)}
        </>
      );
    case "unknown":
      return (
        <>
          {who}
          {who && ": "}
          {general(line.event)}
        </>
      );
    case "passed":
      return (
        <>
          {who}
          {log.passed}
        </>
      );
    default:
      return log[line.deed];
  }
}

/** An event without words: its name, and its values by their names. */
function general(event: LogLine["event"]): string {
  if (!event) return "";
  const values = Object.entries(event).filter(([key, value]) => key !== "event" && key !== "seat" && value !== null);
  const name = event.event.replaceAll("_", " ");
  return values.length === 0 ? name : `${name} (${values.map(([key, value]) => `${key} ${value}`).join(", ")})`;
}
