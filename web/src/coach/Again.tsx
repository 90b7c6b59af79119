import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { useTexts } from "../i18n";
import { PlayContext } from "../play/context";
import type { BoardData } from "../play/TablePage";
import type { KeyMoment } from "../protocol/messages";
import { Hands, OpenMarket } from "../replay/Hands";
import { Past, usePast } from "../replay/Past";
import { Icon } from "../ui/icons";
import { choicesOf, judged } from "./again";
import { whereOf } from "./HintCard";
import { seenOf } from "./moment";
import { capital, deed, either, gain, reasonsText, trackOf } from "./say";
import { type Coaching, marksOf } from "./useCoach";
import "../replay/replay.css";

interface AgainProps {
  coach: Coaching;
  moment: KeyMoment;
  board: BoardData;
  onClose: () => void;
}

/** A moment asked again: the table as the seat saw it, and what would you do? No penalty, no clock. */
export function Again({ coach, moment, board, onClose }: AgainProps): ReactElement {
  const t = useTexts(board.facts.game);
  const { speaker, position, subject } = coach;
  const { words, language, facts } = speaker;
  const box = useRef<HTMLDialogElement>(null);
  const [tried, setTried] = useState<number | null>(null);
  const [clue, setClue] = useState(false);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (box.current && !box.current.open) box.current.showModal();
  }, []);
  const seen = useMemo(() => (position ? seenOf(position) : null), [position]);
  const names = useMemo(
    () => Array.from({ length: facts.players }, (_, seat) => subject.name(seat)),
    [facts.players, subject],
  );
  const past = usePast(board, names, seen);
  const offer = coach.offer(moment);
  const text = (action: number): string => deed(speaker, "todo", action, offer);
  const choices = choicesOf(moment, text);
  const tracks = new Map(
    choices.flatMap((action) => {
      const track = trackOf(facts, action);
      return track === null ? [] : [[track, action] as const];
    }),
  );
  const verdict = tried === null ? null : judged(moment, tried);
  const solved = verdict === "best" || verdict === "right";
  const done = deed(speaker, "done", moment.played, offer);
  const question = moment.seat === subject.me ? words.find(done) : words.findFor(subject.name(moment.seat), done);
  const choose = (action: number): void => {
    setShown(false);
    setTried(action);
  };
  const why = reasonsText(speaker, moment.reasons);
  const answer = (): string => {
    if (tried === null || verdict === null) return "";
    const move = text(tried);
    if (verdict === "best") return words.rightBest(move);
    if (verdict === "right") return words.right(move);
    if (verdict === "same") return words.same;
    const found = moment.candidates.find((each) => each.action === tried);
    return verdict === "little" ? words.little(move, gain(language, found?.gain ?? 0)) : words.wrong(move);
  };
  const best = moment.better[0] ?? moment.played;
  return (
    <dialog ref={box} className="again" aria-label={words.tryAgain} onClose={onClose}>
      <header>
        <i className="coach-number coach-number-on">{(coach.selected ?? 0) + 1}</i>
        <div>
          <h2>{words.tryAgain}</h2>
          <small>
            {words.turn(moment.turn)} · {words.momentOf((coach.selected ?? 0) + 1, coach.moments.length)}
          </small>
        </div>
        <button type="button" className="icon-button" aria-label={t.common.close} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </header>
      {past && (
        <PlayContext value={past}>
          {board.drawing && (
            <div className="again-board">
              <Past
                marks={solved || shown ? marksOf(speaker, moment) : []}
                lit={tracks}
                onTrack={(track) => {
                  const action = tracks.get(track);
                  if (action !== undefined) choose(action);
                }}
              />
            </div>
          )}
          <div className="again-side">
            <h3>{words.question}</h3>
            <p>{question}</p>
            <div className="again-moves" role="group" aria-label={words.choices}>
              {choices.map((action) => (
                <button
                  key={action}
                  type="button"
                  className="button"
                  aria-pressed={tried === action}
                  onClick={() => choose(action)}
                >
                  {capital(text(action))}
                </button>
              ))}
            </div>
            <div className={solved || shown ? "again-answer again-right" : "again-answer"} aria-live="polite">
              {verdict !== null && <p>{answer()}</p>}
              {clue && !solved && !shown && <p>{words.where[whereOf(speaker, best)]}</p>}
              {shown && !solved && <p>{words.solved(either(words, moment.better.map(text)))}</p>}
              {(solved || shown) && why && <p>{why}</p>}
            </div>
            <div className="row">
              {!solved && !shown && (
                <>
                  <button type="button" className="button grow" onClick={() => setClue(true)}>
                    <Icon name="bulb" /> {words.clue}
                  </button>
                  <button type="button" className="button grow" onClick={() => setShown(true)}>
                    <Icon name="eye" /> {words.solution}
                  </button>
                </>
              )}
              {(solved || shown) && (
                <button type="button" className="button button-main grow" onClick={onClose}>
                  {words.back}
                </button>
              )}
            </div>
            <Hands />
            <OpenMarket />
          </div>
        </PlayContext>
      )}
    </dialog>
  );
}
