import { lazy, type ReactElement, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { errorText } from "../app/errors";
import { useLevels } from "../app/levels";
import { Message } from "../app/Message";
import { nameOf } from "../app/names";
import { Safely } from "../app/Safely";
import { makeRoom } from "../board/camera";
import { checked, decisionKey, hint, mayAsk, warning } from "../coach/table";
import { useGuided } from "../guide/wanted";
import { useTexts } from "../i18n";
import { PassPanel } from "../moments/PassPanel";
import { Stage } from "../moments/Stage";
import type { Scene } from "../moments/scenes";
import { MomentsContext, useMoments } from "../moments/useMoments";
import type { Seen, TableSocket, TableState } from "../net/socket";
import { useStore } from "../net/store";
import { LIMITS, settings, useSettings } from "../settings/settings";
import { Attention } from "./attention";
import { Curtain } from "./Curtain";
import { keptLooks, NOTHING, type Play, PlayContext, type Pointing, useNewPointing, wordsOf } from "./context";
import { Layout } from "./Layout";
import { modelOf } from "./model";
import { problemText } from "./refusals";
import type { BoardData } from "./TablePage";
import { useFocusKept } from "./useFocusKept";
import { useKeys } from "./useKeys";

/** The score is loaded in the last round, before it is needed. */
const loadFinal = () => import("./Final");
const SettingsDialog = lazy(() =>
  import("../settings/SettingsDialog").then((module) => ({ default: module.SettingsDialog })),
);
const TableDialog = lazy(() => import("./TableDialog").then((module) => ({ default: module.TableDialog })));
const Guide = lazy(() => import("../guide/Guide"));
const WarningRow = lazy(() => import("../coach/WarningRow"));
const HintCard = lazy(() => import("../coach/HintCard"));
const Final = lazy(() => loadFinal().then((module) => ({ default: module.Final })));

interface PlayScreenProps {
  socket: TableSocket;
  state: TableState;
  board: BoardData;
  gameName: string;
  secret: string;
  say: (text: string) => void;
  onDelete: () => void;
}

/** Whose eyes to look through: of my seats the one that has to decide. */
function viewer(state: TableState, last: number | null): number {
  const mine = state.you?.seats ?? [];
  const known = Object.keys(state.seen).map(Number);
  const deciding = mine.filter((seat) => state.seen[seat]?.decision);
  if (
    last !== null &&
    (deciding.includes(last) || (deciding.length === 0 && mine.includes(last) && known.includes(last)))
  ) {
    return last;
  }
  return deciding[0] ?? mine.find((seat) => known.includes(seat)) ?? known[0] ?? -1;
}

export function PlayScreen(props: PlayScreenProps): ReactElement | null {
  const { socket, state, board, gameName, secret, say, onDelete } = props;
  const t = useTexts(board.facts.game);
  const { language } = useSettings();
  const level = useLevels();
  const [last, setLast] = useState<number | null>(null);
  const { pointing, point } = useNewPointing();
  const [busy, setBusy] = useState(false);
  const [dialog, setDialog] = useState<"settings" | "table" | null>(null);
  const [hideFinal, setHideFinal] = useState(false);
  const several = (state.you?.seats.length ?? 0) > 1;
  // With several seats on one device, nothing is shown until the right person says so, and what a
  // person did stays in sight until that person passes the device on.
  const [present, setPresent] = useState<number | null>(null);
  const deciding = (state.you?.seats ?? []).filter((each) => state.seen[each]?.decision);
  const passing = several && present !== null && deciding.length > 0 && !deciding.includes(present);
  const me = passing && state.seen[present] ? present : viewer(state, last);
  const truth = state.seen[me];
  const words = useMemo(() => wordsOf(board.facts, t), [board.facts, t]);
  const seats = state.table?.seats;
  const seat = useCallback((number: number) => seats?.find((each) => each.seat === number), [seats]);
  const name = useCallback(
    (number: number) => nameOf(t, seat(number) ?? { seat: number, name: null, colour: number }),
    [seat, t],
  );
  // A board that moves would take away what is being chosen on it.
  const follow = useCallback(() => {
    const { pinned, near, buying, claiming, kind } = pointing.get();
    return pinned === null && near.length === 0 && buying === null && claiming === null && kind === null;
  }, [pointing]);
  const settle = useCallback(() => makeRoom(() => flushSync(() => pointing.set(NOTHING))), [pointing]);
  const scene = useMemo(
    (): Scene => ({
      me,
      facts: board.facts,
      drawing: board.drawing,
      calm: false,
      follow,
      t,
      name,
      settle,
      ...words,
    }),
    [me, board, t, name, words, follow, settle],
  );
  const { seen, moments } = useMoments(socket, me, truth, scene);
  const curtain = several && seen?.decision != null && present !== me;

  useEffect(() => setLast(me), [me]);
  const at = seen?.decision?.at;
  const step = seen?.decision?.step;
  const acted = useRef<Pointing | null>(null);
  useEffect(() => {
    pointing.set((now) => keptLooks(now, acted.current));
    acted.current = null;
  }, [pointing, at, step]);
  useEffect(() => pointing.set(({ hovered }) => ({ ...NOTHING, hovered })), [pointing, me]);
  useEffect(() => setHideFinal(false), [seen?.match]);
  const ending = seen?.view.last_turns != null;
  useEffect(() => {
    if (ending) void loadFinal();
  }, [ending]);
  // The match that was seen running: its end is celebrated, one that was over already is not.
  const [running, setRunning] = useState<number | null>(null);
  const going = seen && !seen.result ? seen.match : null;
  useEffect(() => {
    if (going !== null) setRunning(going);
  }, [going]);

  // Someone went away and a bot took over: that is worth a word, as long as there is something to play.
  const away = (state.table?.seats ?? [])
    .filter((seat) => seat.kind === "person" && seat.standing_in)
    .map((seat) => nameOf(t, seat));
  const awayNow = going === null ? "" : away.join(", ");
  useEffect(() => {
    if (awayNow) say(t.play.botLeft(awayNow));
  }, [awayNow, say, t]);

  const model = useMemo(() => (seen ? modelOf(board.facts, seen) : null), [board.facts, seen]);

  const act = useCallback(
    async (actions: number[]): Promise<boolean> => {
      const decision = state.seen[me]?.decision;
      if (!decision || busy) return false;
      // Nobody waits for what is being shown: it is finished first.
      moments.director.finishAll();
      setBusy(true);
      try {
        const limit = LIMITS[settings.get().blunders];
        // Inside a payment it is too late to think again.
        if (limit > 0 && !decision.private && mayAsk(state.table, me) && actions[0] !== undefined)
          if (!(await checked(socket, me, decision.at, actions[0], limit))) return false;
        acted.current = pointing.get();
        await socket.play(me, decision.at, actions);
        return true;
      } catch (problem) {
        acted.current = null;
        say(problemText({ t, name, ...words }, problem));
        return false;
      } finally {
        setBusy(false);
      }
    },
    [socket, state.seen, state.table, me, busy, pointing, say, t, name, words, moments],
  );

  // With several seats here, the one who moved last may take it back too.
  const undoSeat = [me, ...(state.you?.seats ?? [])].find((seat) => state.seen[seat]?.undoAt != null) ?? null;
  /** A gesture is taken back whole, however many decisions it was. */
  const undo = useCallback(() => {
    if (undoSeat === null) return;
    const now = (): Seen | undefined => socket.store.get().seen[undoSeat];
    const back = async (): Promise<void> => {
      for (let at = now()?.undoAt; at != null; at = now()?.undoAt) {
        await socket.ask({ type: "undo", seat: undoSeat, at });
        const then = now()?.decision;
        if (!then?.private) return;
      }
    };
    setPresent(undoSeat === me ? me : null);
    back().catch((problem) => say(errorText(t, problem)));
  }, [socket, undoSeat, me, say, t]);

  const play = useMemo((): Play | null => {
    if (!model) return null;
    return {
      ...words,
      socket,
      state,
      board,
      model,
      t,
      language,
      pointing,
      point,
      free: !busy && state.connection === "online" && model.seen.decision !== null,
      act,
      undo: undoSeat === null ? null : undo,
      say,
      seat,
      name,
      level,
    };
  }, [
    words,
    socket,
    state,
    board,
    model,
    t,
    language,
    pointing,
    point,
    busy,
    act,
    undo,
    undoSeat,
    say,
    seat,
    name,
    level,
  ]);

  const guided = useGuided(state, board.facts.game, me, seen?.match ?? 0);
  // A hint is about one decision: with the next one it is gone.
  const warned = useStore(warning);
  useEffect(() => () => warning.get()?.answer(false), []);
  const wished = useStore(hint);
  const advised = wished && play && model?.seen.decision && decisionKey(play) === wished.key ? wished : null;
  useKeys(curtain ? null : play, () => setDialog("settings"));
  useFocusKept(seen, busy);
  if (!play || !seen) return null;
  if (curtain) return <Curtain name={play.name(me)} seat={me} onReady={() => setPresent(me)} onUndo={play.undo} />;
  return (
    <PlayContext value={play}>
      <MomentsContext value={moments}>
        {seen.result && !hideFinal ? (
          <Suspense fallback={<Message title={t.final.score} />}>
            <Final
              result={seen.result}
              gameName={gameName}
              secret={secret}
              onTable={() => setHideFinal(true)}
              fresh={running === seen.match}
            />
          </Suspense>
        ) : (
          <Layout
            gameName={gameName}
            onSettings={() => setDialog("settings")}
            onTable={() => setDialog("table")}
            onFinal={seen.result ? () => setHideFinal(false) : null}
          />
        )}
        <Safely>
          <Attention gameName={gameName} />
        </Safely>
        <Stage />
        {guided && (
          <Safely>
            <Suspense fallback={null}>
              <Guide />
            </Suspense>
          </Safely>
        )}
        {warned && (
          <Suspense fallback={null}>
            <WarningRow warning={warned} />
          </Suspense>
        )}
        {advised && (
          <Suspense fallback={null}>
            <HintCard key={advised.key} more={advised.more} />
          </Suspense>
        )}
        {passing && deciding[0] !== undefined && <PassPanel next={deciding[0]} onPass={() => setPresent(null)} />}
        <Safely key={dialog}>
          <Suspense fallback={null}>
            {dialog === "settings" && <SettingsDialog onClose={() => setDialog(null)} />}
            {dialog === "table" && <TableDialog onClose={() => setDialog(null)} onDelete={onDelete} />}
          </Suspense>
        </Safely>
      </MomentsContext>
    </PlayContext>
  );
}
