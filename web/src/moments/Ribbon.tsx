import { type ReactElement, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Dialog } from "../app/controls";
import { useStore } from "../net/store";
import { type Play, usePlay } from "../play/context";
import { LogList, sentence } from "../play/LogList";
import { type LogLine, logLines, sinceMine } from "../play/log";
import { SIGNS as TECHNOLOGY } from "../play/mechanics/Technology";
import { change, PACES, type ShowPace, useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { Avatar, PlayerMark } from "../ui/PlayerMark";
import { CardChip } from "../ui/TrainCard";
import { EmoteButton } from "./Emotes";
import { GoOn } from "./Grace";
import { useMomentsOf } from "./useMoments";

const SIGNS = { slow: "½×", normal: "1×", fast: "2×", instant: "»" } as const;
/** How long a move that is shown again stays lit. */
const LIT = 4000;
const MOST = 6;

/** What happened since my turn, a chip for each move; how fast it is shown; the log. */
export function Ribbon(): ReactElement {
  const play = usePlay();
  const { model, t, point } = play;
  const moments = useMomentsOf();
  const { pace } = useSettings();
  const [active, setActive] = useState<number | null>(null);
  const [log, setLog] = useState(false);
  const lines = useMemo(() => logLines(model.seen.events), [model.seen.events]);
  const moves = useMemo(() => sinceMine(lines, model.me, model.view.seats), [lines, model.me, model.view.seats]);
  const coming = toCome(play, moves);
  const mine = model.seen.decision !== null;
  const shown = moves.find((line) => line.key === active);
  useEffect(() => {
    if (active === null) return;
    const timer = setTimeout(() => setActive(null), LIT);
    return () => {
      clearTimeout(timer);
      point({ marked: null });
    };
  }, [active, point]);

  function show(line: LogLine): void {
    const on = active !== line.key;
    setActive(on ? line.key : null);
    point({ marked: on ? (line.track ?? null) : null });
  }

  const chips = useRef<HTMLOListElement>(null);
  useRoom(chips, [moves, coming.length]);

  const early = model.view.step === "first_tickets";
  const next = PACES[(PACES.indexOf(pace) + 1) % PACES.length] as ShowPace;
  return (
    <section
      className={`ribbon${shown?.track === undefined ? "" : " ribbon-spot"}${early ? " ribbon-early" : ""}`}
      aria-label={mine ? t.moments.since : t.moments.now}
    >
      <Head mine={mine} />
      <ol className="ribbon-chips" ref={chips}>
        {moves.slice(-MOST).map((line) => (
          <li key={line.key}>
            <button
              type="button"
              className={line.key === active ? "chip chip-on" : "chip"}
              aria-pressed={line.key === active}
              title={t.moments.showAgain}
              onClick={() => show(line)}
            >
              <Chip play={play} line={line} />
            </button>
          </li>
        ))}
        {coming.map((seat) => (
          <li key={`next-${seat}`} className="chip chip-next">
            <Avatar name={play.name(seat)} seat={seat} size={24} /> {t.moments.next}
          </li>
        ))}
        {moves.length === 0 && coming.length === 0 && <li className="quiet">{t.moments.nothingYet}</li>}
      </ol>
      {shown && (
        <p className="ribbon-words" aria-live="polite">
          {sentence(play, shown)}
        </p>
      )}
      <GoOn />
      <EmoteButton />
      {moments && <Pause />}
      {moments && (
        <button
          type="button"
          className="icon-button ribbon-pace"
          aria-label={t.moments.paceOf(SIGNS[pace])}
          title={t.settings.pace}
          onClick={() => change({ pace: next })}
        >
          {SIGNS[pace]}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t.moments.openLog}
        title={t.moments.openLog}
        onClick={() => setLog(true)}
      >
        <Icon name="log" />
      </button>
      {log && (
        <Dialog title={t.play.log} onClose={() => setLog(false)}>
          <LogList />
        </Dialog>
      )}
    </section>
  );
}

/**
 * Chips tell all where there is room for all of them; else they are short, so that nobody's move is out of sight. An edge
 * that fades away says that there are more.
 */
function useRoom(chips: RefObject<HTMLOListElement | null>, changes: readonly unknown[]): void {
  useLayoutEffect(() => {
    const list = chips.current;
    if (!list) return;
    const more = (): void => {
      list.classList.toggle("chips-more", list.scrollLeft + list.clientWidth < list.scrollWidth - 2);
    };
    const measure = (): void => {
      list.classList.remove("chips-short", "chips-tight");
      for (const look of ["chips-short", "chips-tight"])
        if (list.scrollWidth > list.clientWidth + 1) list.classList.add(look);
      more();
    };
    // Told of its size as soon as it is observed, after the layout and before anything is drawn: to ask for it here
    // would make the browser lay out the whole table once more.
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    list.addEventListener("scroll", more, { passive: true });
    return () => {
      observer.disconnect();
      list.removeEventListener("scroll", more);
    };
  }, [chips, ...changes]);
}

function Head({ mine }: { mine: boolean }): ReactElement {
  const { t } = usePlay();
  const moments = useMomentsOf();
  return <b className="ribbon-head">{moments && mine ? <Behind /> : mine ? t.moments.since : t.moments.now}</b>;
}

/** My decision is open, and what led to it may still be shown. */
function Behind(): ReactElement {
  const { t } = usePlay();
  const { moment, waiting } = useStore(useMomentsOf()!.director.playing);
  return <>{moment && (moment.kind !== "turn" || waiting > 0) ? t.moments.catchingUp : t.moments.since}</>;
}

function Pause(): ReactElement {
  const { t } = usePlay();
  const director = useMomentsOf()!.director;
  const { paused } = useStore(director.playing);
  return (
    <button
      type="button"
      className="icon-button ribbon-pause"
      aria-label={paused ? t.moments.resume : t.moments.pause}
      title={paused ? t.moments.resume : t.moments.pause}
      aria-pressed={paused}
      onClick={() => (paused ? director.resume() : director.pause())}
    >
      <Icon name={paused ? "play" : "pause"} />
    </button>
  );
}

/** Who moves before it is my turn again, in order. */
function toCome({ model }: Play, moves: readonly LogLine[]): number[] {
  const { view, me, seen } = model;
  if (me < 0 || view.over || view.seat === null || seen.decision || view.step === "first_tickets") return [];
  const found: number[] = [];
  for (let i = 0; i < view.seats; i++) {
    const seat = (view.seat + i) % view.seats;
    if (seat === me) break;
    if (i > 0 || !moves.some((line) => line.seat === seat)) found.push(seat);
  }
  return found;
}

function Chip({ play, line }: { play: Play; line: LogLine }): ReactElement {
  const { t, piece, kind, model, name } = play;
  const seat = line.seat ?? 0;
  const length = line.track === undefined ? 0 : (model.facts.tracks[line.track]?.length ?? 0);
  return (
    <>
      <Avatar name={name(seat)} seat={seat} size={24} />
      <span className="heard">{name(seat)}</span>
      {line.deed === "claimed" && (
        <>
          <PlayerMark seat={seat} width={26} />
          <span>
            ×{length}
            <i className="chip-where"> {play.route(line.track ?? -1)}</i>
          </span>
          {line.points !== undefined && <b>+{line.points}</b>}
        </>
      )}
      {line.deed === "withdrew" && <span>{t.moments.cardsBack}</span>}
      {line.deed === "passed" && <span>{t.moments.passes}</span>}
      {line.deed === "tickets" && (
        <span>
          <Icon name="ticket" size={17} /> {line.count}
        </span>
      )}
      {line.deed === "bought" && <Bought play={play} line={line} />}
      {(line.deed === "drew" || line.deed === "row") && (
        <span className="chips">
          {line.cards.map((card, i) => (
            <CardChip key={i} kind={card} piece={piece} label={kind(card)} />
          ))}
          {Array.from({ length: line.hidden }, (_, i) => (
            <i key={`back-${i}`} className="chip-back" role="img" aria-label={t.log.fromDeck(1)} />
          ))}
        </span>
      )}
    </>
  );
}

/** A technology by its sign, and by its name where there is room. */
function Bought({ play: { model, t }, line }: { play: Play; line: LogLine }): ReactElement {
  const code = model.view.mechanics.technology?.shelf.find((each) => each.technology === line.technology)?.code ?? "";
  const title = t.mechanics.technology.names[code]?.[0] ?? code;
  return (
    <span role="img" aria-label={title}>
      <i className="chip-sign">{TECHNOLOGY[code] ?? code}</i>
      <i className="chip-where"> {title}</i>
    </span>
  );
}
