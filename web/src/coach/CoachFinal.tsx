import { type ReactElement, type ReactNode, useCallback, useMemo, useState } from "react";
import { Switch } from "../app/controls";
import { errorText } from "../app/errors";
import { api } from "../net/api";
import { BoardPane } from "../play/BoardPane";
import { PlayContext, usePlay } from "../play/context";
import { Past, usePast } from "../replay/Past";
import { Icon } from "../ui/icons";
import { Again } from "./Again";
import { Balances } from "./Balances";
import "./coach.css";
import { Graph } from "./Graph";
import { Ideas, Moments } from "./Moments";
import { opened, seenOf } from "./moment";
import { Progress, Refine } from "./Progress";
import { usePlayOn } from "./playOn";
import { type Coaching, type Subject, useCoach } from "./useCoach";

interface CoachFinalProps {
  /** What stands above on every page of the result. */
  top: ReactNode;
  secret: string;
}

/** The coach's page after a match. */
export default function CoachFinal({ top, secret }: CoachFinalProps): ReactElement {
  const { t, state, model, name, board, socket, say } = usePlay();
  const info = state.table;
  const table = info?.table ?? "";
  const match = model.seen.match;
  const mine = useMemo(() => state.you?.seats ?? [], [state.you]);
  const me = mine[0] ?? -1;
  const shown = info?.shown ?? NOBODY;
  const seats = info?.seats ?? NOSEATS;
  const record = useMemo(() => once(() => api.record(table, match, secret)), [table, match, secret]);
  const called = useCallback(
    (seat: number) => (mine.length === 1 && seat === me ? t.common.you : name(seat)),
    [mine, me, name, t],
  );
  const subject = useMemo(
    (): Subject => ({
      id: `${table}/${match}`,
      facts: board.facts,
      me: mine.length === 1 ? me : -1,
      open: opened(seats, mine, shown),
      record,
      name: called,
    }),
    [table, match, board.facts, mine, me, seats, shown, record, called],
  );
  const coach = useCoach(subject);
  const { analysis, speaker } = coach;
  const { words } = speaker;
  const [asked, setAsked] = useState(false);
  const people = seats.filter((seat) => seat.kind === "person").length;
  const playOn = usePlayOn(
    subject,
    seats.map((seat) => ({ name: seat.name, level: seat.kind === "bot" ? seat.level : null })),
    (problem) => say(errorText(t, problem)),
  );
  return (
    <div className={board.drawing ? "final coach-final" : "final final-alone coach-final"}>
      <main className="final-main">
        {top}
        <Progress coach={coach} />
        {analysis && (
          <Graph
            analysis={analysis}
            speaker={speaker}
            me={coach.seat}
            moments={coach.moments}
            selected={coach.selected}
            onSelect={coach.select}
            spoken={coach.spoken}
          />
        )}
        {analysis && (
          <div className="coach-columns">
            <Moments
              coach={coach}
              actions={
                coach.moment && (
                  <div className="row coach-actions">
                    {coach.moment.size !== "good" && (
                      <button type="button" className="button button-main" onClick={() => setAsked(true)}>
                        <Icon name="undo" /> {words.tryAgain}
                      </button>
                    )}
                    <a
                      className="button"
                      href={`#/replay/${table}/${match}?coach=${coach.moment.seat}&at=${coach.moment.decision}&me=${me}`}
                    >
                      <Icon name="play" /> {words.watch}
                    </a>
                    <button
                      type="button"
                      className="button"
                      title={words.playOnHow}
                      disabled={playOn.busy}
                      onClick={() => coach.moment && playOn.start(coach.moment)}
                    >
                      <Icon name="branch" /> {words.playOn}
                    </button>
                  </div>
                )
              }
            />
            <div className="coach-column">
              <Ideas coach={coach} />
              <Balances coach={coach} />
              <Refine coach={coach} />
              {people > 1 &&
                mine.map((seat) => (
                  <Switch
                    key={seat}
                    label={mine.length > 1 ? `${words.show} (${name(seat)})` : words.show}
                    on={shown.includes(seat)}
                    onChange={(on) =>
                      void socket
                        .ask({ type: "show_analysis", seat, on })
                        .catch((problem) => say(errorText(t, problem)))
                    }
                  />
                ))}
            </div>
          </div>
        )}
      </main>
      {asked && coach.moment && (
        <Again coach={coach} moment={coach.moment} board={board} onClose={() => setAsked(false)} />
      )}
      {board.drawing && (
        <aside className="final-board" aria-label={t.final.board}>
          <MomentBoard coach={coach} />
        </aside>
      )}
    </div>
  );
}

const NOBODY: readonly number[] = [];
const NOSEATS: readonly never[] = [];

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make().catch((problem: unknown) => {
      made = null;
      throw problem;
    });
    return made;
  };
}

/** The board as it was at the selected moment, with what was played and what was better; or as it is. */
function MomentBoard({ coach }: { coach: Coaching }): ReactElement {
  const { board, name } = usePlay();
  const { moment, position } = coach;
  const names = useMemo(
    () => Array.from({ length: board.facts.players }, (_, seat) => name(seat)),
    [board.facts.players, name],
  );
  const seen = useMemo(() => (position ? seenOf(position) : null), [position]);
  const past = usePast(board, names, seen);
  const [noted, setNoted] = useState(true);
  if (!moment || !past) return <BoardPane phone={false} />;
  return (
    <PlayContext value={past}>
      <Past key={moment.decision} marks={coach.marks} />
      {noted && (
        <button type="button" className="coach-note" onClick={() => setNoted(false)}>
          <i className="coach-number coach-number-on">{(coach.selected ?? 0) + 1}</i>
          <span>
            <b>{coach.when(moment)}</b>
            <span>{coach.better(moment)}</span>
          </span>
        </button>
      )}
    </PlayContext>
  );
}
