import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Radios } from "../app/Radios";
import type { TrackMark } from "../board";
import { capital, deed, trackOf } from "../coach/say";
import { speakerOf } from "../coach/useCoach";
import { useTexts } from "../i18n";
import type { Seen } from "../net/socket";
import { useStore } from "../net/store";
import { PlayContext, type Scene } from "../play/context";
import { Flags } from "../play/mechanics/Flags";
import { Goals } from "../play/mechanics/Goals";
import { ShareTable } from "../play/mechanics/Shares";
import { Technology } from "../play/mechanics/Technology";
import { Yards } from "../play/mechanics/Yards";
import { kindsOf, listed } from "../play/model";
import type { PuzzleQuestion, PuzzleSolution } from "../protocol/messages";
import { Hands } from "../replay/Hands";
import { usePast } from "../replay/Past";
import { useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { PlayerMark } from "../ui/PlayerMark";
import { CardBack, CardChip, EmptySlot, MarketCard } from "../ui/TrainCard";
import { keepAnswer, solved } from "./kept";
import { PuzzleBoard } from "./PuzzleBoard";
import { type Asked, solutionOf } from "./requests";
import { Solution } from "./Solution";
import { useWords } from "./words";

/** The position in the form in which a table sees the present. */
const seenOf = ({ seat, step, view, events, moves }: PuzzleQuestion): Seen => ({
  seat,
  match: 0,
  line: 0,
  number: 0,
  events,
  fresh: 0,
  view,
  deciding: [seat],
  decision: { at: 0, step, private: false, choices: moves },
  undoAt: null,
  deadline: null,
  heldUntil: null,
  result: null,
});

interface ScreenProps {
  asked: Asked;
  /** The day whose puzzle this is, if it is today's. */
  day: number | null;
  onNext: () => void;
}

/** A position with its question; then the answer, and why. */
export function PuzzleScreen({ asked, day, onNext }: ScreenProps): ReactElement | null {
  const { question, board } = asked;
  const words = useWords();
  const t = useTexts(board.facts.game);
  const { language } = useSettings();
  const names = useMemo(() => {
    let number = 0;
    return Array.from({ length: question.players }, (_, seat) =>
      seat === question.seat ? t.common.you : words.player(question.players > 2 ? ++number : 0),
    );
  }, [question, t, words]);
  const seen = useMemo(() => seenOf(question), [question]);
  const scene = usePast(board, names, seen);
  const speaker = useMemo(
    () => speakerOf(board.facts, t, language, (seat) => names[seat] ?? ""),
    [board.facts, t, language, names],
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const [played, setPlayed] = useState<number | null>(null);
  const [solution, setSolution] = useState<PuzzleSolution | null>(null);
  const [hinted, setHinted] = useState(false);
  const [problem, setProblem] = useState(false);
  const [before] = useState(() => solved.get().answers[question.id] ?? null);
  useStore(solved);
  const offer = question.view.players[question.seat]?.offer ?? null;
  const choose = useCallback(
    (action: number | undefined) => {
      if (!solution && action !== undefined) setChosen(action);
    },
    [solution],
  );
  const moveOf = useCallback(
    (family: string, fits: (argument: number, text: string) => boolean) =>
      question.moves.find((move) => move.family === family && fits(move.argument, move.text))?.action,
    [question],
  );
  const claims = useMemo(
    () => new Set(question.moves.filter((move) => move.family === "claim").map((move) => move.argument)),
    [question],
  );
  const answer = (action: number | null): void => {
    setProblem(false);
    solutionOf(question.id).then(
      (found) => {
        setPlayed(action);
        setSolution(found);
        keepAnswer(question.id, action !== null && found.better.includes(action) ? "right" : "wrong", day);
      },
      () => setProblem(true),
    );
  };
  // The verdict is what is read next.
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!solution) return;
    panel.current?.scrollTo({ top: 0 });
    document.getElementById("puzzle-verdict")?.focus({ preventScroll: true });
  }, [solution]);

  const drawn = useCallback(
    (action: number | null): number | undefined => {
      const track = action === null ? null : trackOf(board.facts, action);
      return track === null ? undefined : board.facts.tracks[track]?.drawing;
    },
    [board.facts],
  );
  const marks = useMemo((): TrackMark[] => {
    if (!solution) return [];
    const found: TrackMark[] = [];
    for (const action of solution.better) {
      const track = drawn(action);
      if (track !== undefined && !found.some((mark) => mark.track === track))
        found.push({ track, kind: "better", word: found.length === 0 ? words.markBest : "" });
    }
    const mine = drawn(played);
    if (mine !== undefined && !found.some((mark) => mark.track === mine))
      found.push({ track: mine, kind: "played", word: words.markYou });
    return found;
  }, [solution, played, drawn, words]);
  const onTrack = useCallback(
    (track: number) => choose(moveOf("claim", (argument) => argument === track)),
    [choose, moveOf],
  );
  const point = scene?.point;
  const onPoint = useCallback(
    (action: number | null) => point?.({ marked: action === null ? null : trackOf(board.facts, action) }),
    [point, board.facts],
  );
  if (!scene) return null;
  const { view } = scene.model;
  const mechanics = view.mechanics;
  const moves = question.moves.map((move) => ({ ...move, said: capital(deed(speaker, "todo", move.action, offer)) }));
  const rank = (family: string): number => (family === "claim" ? 1 : 0);
  moves.sort((a, b) => rank(a.family) - rank(b.family) || a.said.localeCompare(b.said, language));
  const points = view.players
    .map((player) => `${names[player.seat] ?? ""}: ${t.common.points(player.points)}`)
    .join(", ");
  const paying = view.move?.track;
  const told = [
    view.step === "first_tickets" ? words.firstTickets : words.situation(view.turn, points),
    ...(view.last_turns !== null ? [words.lastTurns] : []),
    ...(paying != null ? [words.paying(scene.route(paying))] : []),
  ].join(" ");
  const shown: Scene = scene;
  return (
    <PlayContext value={shown}>
      <main className={board.drawing ? "puzzle-board" : "puzzle-board puzzle-yards"} data-asked={question.id}>
        <ul className="puzzle-seats" aria-label={t.play.seats}>
          {view.players.map((player) => (
            <li key={player.seat}>
              <PlayerMark seat={player.seat} width={26} /> {names[player.seat]}
              <b role="img" aria-label={t.common.points(player.points)}>
                {player.points}
              </b>
              {player.pieces !== undefined && <small>{scene.pieces(player.pieces)}</small>}
            </li>
          ))}
        </ul>
        {board.drawing ? (
          <PuzzleBoard
            marks={marks}
            open={solution ? null : claims}
            chosen={chosen === null || solution ? null : trackOf(board.facts, chosen)}
            onTrack={onTrack}
          />
        ) : (
          <Yards compact={false} />
        )}
      </main>
      <aside className="puzzle-side" ref={panel} aria-label={words.title}>
        <div className="puzzle-question">
          <h1>{words.questions[question.step] ?? words.questions["turn"]}</h1>
          <p>{told}</p>
        </div>
        {solution && (
          <>
            <Solution
              solution={solution}
              speaker={speaker}
              offer={offer}
              played={played}
              before={before === null ? null : before === "right"}
              onPoint={onPoint}
            />
            <button type="button" className="button button-main" data-puzzle="next" onClick={onNext}>
              {words.next}
            </button>
          </>
        )}
        <OpenCards
          scene={scene}
          label={words.market}
          pick={(kind) => choose(moveOf("market", (_, text) => text === `take:${kind}`))}
          deck={() => choose(moveOf("deck", () => true))}
        />
        <Hands />
        {!solution && (
          <>
            {mechanics.tunnel && (
              <section className="puzzle-panel">
                <h2>{words.turned(mechanics.tunnel.extra)}</h2>
                <p className="puzzle-chips">
                  {listed(mechanics.tunnel.turned).map((kind, i) => (
                    <CardChip key={i} kind={kind} piece={scene.piece} label={scene.kind(kind)} />
                  ))}
                </p>
              </section>
            )}
            <section className="puzzle-panel" aria-label={words.moves}>
              <h2>{words.moves}</h2>
              <p className="puzzle-quiet">{words.how}</p>
              <Radios className="puzzle-moves" label={words.moves}>
                {moves.map((move) => (
                  <button
                    key={move.action}
                    type="button"
                    role="radio"
                    aria-checked={chosen === move.action}
                    className={chosen === move.action ? "puzzle-move puzzle-move-on" : "puzzle-move"}
                    data-action={move.action}
                    onPointerEnter={() => onPoint(move.action)}
                    onPointerLeave={() => onPoint(null)}
                    onClick={() => choose(move.action)}
                  >
                    {move.said}
                  </button>
                ))}
              </Radios>
              <div className="puzzle-buttons">
                <button
                  type="button"
                  className="button button-main"
                  data-puzzle="play"
                  disabled={chosen === null}
                  onClick={() => answer(chosen)}
                >
                  {chosen === null ? words.choose : words.play}
                </button>
                <button type="button" className="button" disabled={hinted} onClick={() => setHinted(true)}>
                  {words.hint}
                </button>
                <button type="button" className="button" data-puzzle="solution" onClick={() => answer(null)}>
                  <Icon name="star" size={18} /> {words.solution}
                </button>
              </div>
              <p aria-live="polite" className="puzzle-quiet">
                {hinted && words.hintIs(words.themes[question.theme] ?? question.theme)}
                {problem && ` ${words.problem}`}
              </p>
            </section>
          </>
        )}
        {mechanics.goals && <Mechanic part={<Goals />} />}
        {mechanics.flags && <Mechanic part={<Flags />} />}
        {mechanics.shares && <Mechanic part={<ShareTable />} />}
        {mechanics.technology && <Mechanic part={<Technology />} />}
      </aside>
    </PlayContext>
  );
}

const Mechanic = ({ part }: { part: ReactElement }): ReactElement => <div className="puzzle-panel">{part}</div>;

interface OpenCardsProps {
  scene: Scene;
  label: string;
  pick: (kind: string) => void;
  deck: () => void;
}

/** The market; a card that is touched is a move that is thought of. */
function OpenCards({ scene, label, pick, deck }: OpenCardsProps): ReactElement {
  const { model, t, kind, piece } = scene;
  const { view } = model;
  return (
    <section className="puzzle-panel" aria-label={label}>
      <h2>{label}</h2>
      <div className="puzzle-market">
        {view.market.map((card, slot) => (
          <button
            key={`${slot}-${card}`}
            type="button"
            disabled={card === null}
            aria-label={card === null ? t.play.emptySlot : t.play.marketLabel(slot + 1, kind(card))}
            onClick={() => card !== null && pick(card)}
          >
            {card === null ? <EmptySlot /> : <MarketCard kind={card} piece={piece} />}
          </button>
        ))}
        <button type="button" aria-label={t.play.deck(view.deck)} onClick={deck}>
          <CardBack count={view.deck} />
        </button>
      </div>
      {view.discards && kindsOf(view.discards).length > 0 && (
        <p className="puzzle-chips puzzle-quiet">
          {t.play.discardsWord}{" "}
          {kindsOf(view.discards).map((each) => (
            <span key={each}>
              <CardChip kind={each} piece={piece} label={kind(each)} /> {view.discards?.[each]}
            </span>
          ))}
        </p>
      )}
    </section>
  );
}
