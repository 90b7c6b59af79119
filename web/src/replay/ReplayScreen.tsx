import { lazy, type ReactElement, Suspense, useCallback, useEffect, useMemo, useState } from "react";
import { errorText } from "../app/errors";
import { Logo } from "../app/Message";
import type { TrackMark } from "../board";
import { positionBefore } from "../coach/moment";
import { inLanguage, useTexts } from "../i18n";
import { PlayContext, type Scene, useScene } from "../play/context";
import { LogList, sentence } from "../play/LogList";
import { logLines } from "../play/log";
import { Flags } from "../play/mechanics/Flags";
import { Goals } from "../play/mechanics/Goals";
import { ShareTable } from "../play/mechanics/Shares";
import { Technology } from "../play/mechanics/Technology";
import { Yards } from "../play/mechanics/Yards";
import type { BoardData } from "../play/TablePage";
import type { OpenedReplay } from "../protocol/messages";
import { useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { Avatar, PlayerMark } from "../ui/PlayerMark";
import { decisionAt, pointsOver, seenAt } from "./course";
import { Hands, OpenMarket } from "./Hands";
import { Keeping } from "./Keeping";
import { Past, usePast } from "./Past";
import { Score } from "./Score";
import { Transport } from "./Transport";
import { useFrames } from "./useFrames";
import { usePlayer, useReplayKeys } from "./usePlayer";

/** The viewer to whom everything is open. */
const OPEN = -2;

interface ScreenProps {
  opened: OpenedReplay;
  board: BoardData;
  names: readonly string[];
  /** My seat, or -1, and the seats whose analysis may be seen. */
  me: number;
  openSeats: readonly number[];
  /** The moment of the coach that the address asks for. */
  first: { seat: number; decision: number } | null;
  onClose: () => void;
}

const CoachReplay = lazy(() => import("../coach/CoachReplay"));
const NONE: readonly TrackMark[] = [];

export function ReplayScreen(props: ScreenProps): ReactElement {
  const { opened, board, names, me, openSeats, first, onClose } = props;
  const t = useTexts(board.facts.game);
  const { language } = useSettings();
  const { moments } = opened;
  const [viewer, setViewer] = useState(OPEN);
  const [ready, setReady] = useState(false);
  const player = usePlayer(moments, ready);
  const { position } = player;
  const frames = useFrames(opened, viewer, decisionAt(moments, position));
  const { loaded } = frames;
  const seen = useMemo(() => seenAt(loaded, moments, position), [loaded, moments, position]);
  const past = usePast(board, names, seen);
  const curves = useMemo(() => pointsOver(loaded, moments, opened.players), [loaded, moments, opened.players]);
  useEffect(() => setReady(seen !== null), [seen]);
  useReplayKeys({ player, last: moments.length, seats: opened.players, see: setViewer });
  const [coached, setCoached] = useState(first !== null);
  const [marks, setMarks] = useState<readonly TrackMark[]>(NONE);
  const [problem, setProblem] = useState("");
  const subject = useMemo(
    () => ({
      id: opened.notation,
      facts: board.facts,
      me,
      open: openSeats,
      record: () => Promise.resolve(opened.record),
      name: (seat: number) => (seat === me ? t.common.you : names[seat] || t.replay.seat(seat + 1)),
    }),
    [opened, board.facts, me, openSeats, names, t],
  );
  const { go } = player;
  const onGo = useCallback(
    (decision: number, seat: number) => {
      setViewer(seat);
      go(positionBefore(moments, decision));
    },
    [moments, go],
  );
  const onProblem = useCallback((refusal: unknown) => setProblem(errorText(t, refusal)), [t]);
  const title = inLanguage(board.facts, "board", language);
  useEffect(() => {
    document.title = `${t.replay.title}: ${title} · ${t.common.name}`;
  }, [t, title]);

  if (!past || !seen) {
    return (
      <main className="replay-waiting" aria-live="polite">
        <Logo width={56} />
        <p>{frames.problem ? t.replay.problem : t.replay.loading}</p>
        {frames.problem && (
          <button type="button" className="replay-button" onClick={frames.retry}>
            {t.replay.again}
          </button>
        )}
      </main>
    );
  }
  // Whoever watches is not the one who played: everybody goes by their name.
  const told: Scene = { ...past, model: { ...past.model, me: -1 } };
  const over = position === moments.length;
  const moment = moments[position - 1];
  const turn = !moment ? t.replay.begin : moment.turn === 0 ? t.replay.tickets : t.replay.turn(moment.turn);
  const line = seen.fresh > 0 ? logLines(seen.events).at(-1) : undefined;
  return (
    <PlayContext value={past}>
      <div className={board.drawing ? "replay" : "replay replay-yards"}>
        <header className="replay-top">
          <a href="#/" className="replay-logo" aria-label={t.replay.home}>
            <Logo width={34} />
          </a>
          <h1>
            {title} <small>{t.replay.title}</small>
          </h1>
          <button
            type="button"
            className="replay-key"
            aria-label={t.replay.coach}
            title={t.replay.coach}
            aria-pressed={coached}
            onClick={() => setCoached(!coached)}
          >
            <Icon name="bulb" />
          </button>
          <button
            type="button"
            className="replay-key"
            data-anchor="another"
            aria-label={t.replay.another}
            title={t.replay.another}
            onClick={onClose}
          >
            <Icon name="cross" />
          </button>
        </header>
        <aside className="replay-left" aria-label={t.play.seats}>
          <Seats viewer={viewer} onSee={setViewer} />
          <section className="replay-panel replay-log" aria-label={t.replay.log}>
            <h2>{t.replay.log}</h2>
            <PlayContext value={told}>
              <LogList />
            </PlayContext>
          </section>
        </aside>
        <main className="replay-board">{board.drawing ? <Past marks={marks} /> : <Yards compact={false} />}</main>
        <aside className="replay-right" aria-label={coached ? t.replay.coach : t.replay.hands}>
          {problem && <p role="alert">{problem}</p>}
          {coached && (
            <Suspense fallback={<p className="replay-quiet">{t.replay.loading}</p>}>
              <CoachReplay
                subject={subject}
                board={board}
                at={decisionAt(moments, position)}
                first={first}
                onGo={onGo}
                onMarks={setMarks}
                onProblem={onProblem}
              />
            </Suspense>
          )}
          {over && opened.result && <Score result={opened.result} />}
          {over && !opened.result && <p className="replay-quiet">{t.replay.unfinished}</p>}
          <OpenMarket />
          <Hands />
          <Mechanics />
        </aside>
        <Transport
          player={player}
          last={moments.length}
          curves={curves}
          spoken={moment ? `${turn}, ${past.name(moment.seat)}` : turn}
          caption={
            <>
              <b>{turn}</b>
              {moment && <PlayerMark seat={moment.seat} width={30} />}
              <span>{line ? sentence(told, line) : moment && past.name(moment.seat)}</span>
            </>
          }
        >
          <label className="replay-eyes">
            <span>{t.replay.eyes}</span>
            <select
              aria-label={t.replay.eyes}
              value={viewer}
              onChange={(event) => setViewer(Number(event.target.value))}
            >
              <option value={OPEN}>{t.replay.allOpen}</option>
              {seen.view.players.map((each) => (
                <option key={each.seat} value={each.seat}>
                  {past.name(each.seat)}
                </option>
              ))}
              <option value={-1}>{t.replay.spectator}</option>
            </select>
          </label>
          <Keeping opened={opened} names={names} />
        </Transport>
        <footer className="replay-hint">{t.replay.keys}</footer>
      </div>
    </PlayContext>
  );
}

/** Everybody; a click looks through their eyes, another opens everything again. */
function Seats({ viewer, onSee }: { viewer: number; onSee: (viewer: number) => void }): ReactElement {
  const { model, t, name, pieces } = useScene();
  return (
    <ul className="replay-seats" aria-label={t.play.seats}>
      {model.view.players.map((player) => {
        const turn = model.seen.deciding.includes(player.seat);
        return (
          <li key={player.seat}>
            <button
              type="button"
              className={turn ? "replay-seat replay-turn" : "replay-seat"}
              aria-pressed={viewer === player.seat}
              onClick={() => onSee(viewer === player.seat ? OPEN : player.seat)}
            >
              <Avatar name={name(player.seat)} seat={player.seat} size={36} />
              <span className="replay-name">
                <b>{name(player.seat)}</b>
                <small>
                  {player.pieces !== undefined && (
                    <span role="img" aria-label={pieces(player.pieces)}>
                      <PlayerMark seat={player.seat} width={26} /> {player.pieces}
                    </span>
                  )}
                  <span role="img" aria-label={t.common.cards(player.cards)}>
                    <Icon name="card" size={16} /> {player.cards}
                  </span>
                  <span role="img" aria-label={t.common.tickets(player.tickets)}>
                    <Icon name="ticket" size={16} /> {player.tickets}
                  </span>
                </small>
              </span>
              <b className="replay-points" role="img" aria-label={t.common.points(player.points)}>
                {player.points}
              </b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** A panel for each mechanic that the view has. */
function Mechanics(): ReactElement {
  const { mechanics } = useScene().model.view;
  const panels = [
    mechanics.goals && <Goals />,
    mechanics.flags && <Flags />,
    mechanics.shares && <ShareTable />,
    mechanics.technology && <Technology />,
  ];
  return (
    <>
      {panels.map(
        (panel, i) =>
          panel && (
            <div key={i} className="replay-panel replay-mechanic">
              {panel}
            </div>
          ),
      )}
    </>
  );
}
