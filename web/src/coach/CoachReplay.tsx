import { type ReactElement, useEffect, useMemo, useState } from "react";
import type { TrackMark } from "../board";
import type { BoardData } from "../play/TablePage";
import { Icon } from "../ui/icons";
import { Again } from "./Again";
import { Balances } from "./Balances";
import "./coach.css";
import { Graph } from "./Graph";
import { Ideas, Moments } from "./Moments";
import { Progress, Refine } from "./Progress";
import { usePlayOn } from "./playOn";
import { type Subject, useCoach } from "./useCoach";

interface CoachReplayProps {
  subject: Subject;
  board: BoardData;
  /** How many decisions were made where the replay is. */
  at: number;
  /** The moment to begin with: whose it is, and after how many decisions. */
  first: { seat: number; decision: number } | null;
  onGo: (decision: number, seat: number) => void;
  onMarks: (marks: readonly TrackMark[]) => void;
  onProblem: (problem: unknown) => void;
}

/** The coach beside a replay: a moment leads to its place in the match. */
export default function CoachReplay(props: CoachReplayProps): ReactElement {
  const { subject, board, at, first, onGo, onMarks, onProblem } = props;
  const coach = useCoach(subject);
  const { analysis, speaker, moments, moment, marks, select, choose, setSeat, seat } = coach;
  const { words } = speaker;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (first && subject.open.includes(first.seat)) setSeat(first.seat);
  }, []);
  // Where the page was asked to begin, as soon as it is known; and where a moment is, once for each.
  const wanted = first?.seat === seat && moments.some((each) => each.decision === first.decision) ? first.decision : -1;
  useEffect(() => {
    if (wanted >= 0) choose(wanted);
  }, [wanted, choose]);
  const [decision, mover] = [moment?.decision ?? -1, moment?.seat ?? -1];
  useEffect(() => {
    if (decision >= 0) onGo(decision, mover);
  }, [decision, mover, onGo]);
  useEffect(() => {
    onMarks(marks);
    return () => onMarks([]);
  }, [marks, onMarks]);
  const sitters = useMemo(
    () => Array.from({ length: subject.facts.players }, (_, each) => ({ name: subject.name(each), level: null })),
    [subject],
  );
  const [asked, setAsked] = useState(false);
  const playOn = usePlayOn(subject, sitters, onProblem);
  return (
    <div className="coach-replay">
      <Progress coach={coach} />
      {asked && moment && <Again coach={coach} moment={moment} board={board} onClose={() => setAsked(false)} />}
      {analysis && (
        <>
          <Graph
            analysis={analysis}
            speaker={speaker}
            me={seat}
            moments={moments}
            selected={coach.selected}
            onSelect={select}
            spoken={coach.spoken}
            at={at}
            low
          />
          <Moments
            coach={coach}
            actions={
              moment && (
                <div className="row coach-actions">
                  {moment.size !== "good" && (
                    <button type="button" className="button button-main" onClick={() => setAsked(true)}>
                      <Icon name="undo" /> {words.tryAgain}
                    </button>
                  )}
                  <button
                    type="button"
                    className="button"
                    title={words.playOnHow}
                    disabled={playOn.busy}
                    onClick={() => playOn.start(moment)}
                  >
                    <Icon name="branch" /> {words.playOn}
                  </button>
                </div>
              )
            }
          />
          <Ideas coach={coach} />
          <Balances coach={coach} />
          <Refine coach={coach} />
        </>
      )}
    </div>
  );
}
