import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { errorText } from "../app/errors";
import { Message } from "../app/Message";
import type { PageProps } from "../app/pages";
import { go } from "../app/router";
import { opened } from "../coach/moment";
import { type Texts, useTexts } from "../i18n";
import { api, Refusal } from "../net/api";
import { knownTable } from "../net/keys";
import type { BoardData } from "../play/TablePage";
import type { OpenedReplay } from "../protocol/messages";
import { useColours } from "../ui/colours";
import { Chooser } from "./Chooser";
import "./replay.css";
import { ReplayScreen } from "./ReplayScreen";
import { openReplay, type Source } from "./requests";
import { unpack } from "./share";

interface Loaded {
  readonly opened: OpenedReplay;
  readonly board: BoardData;
  readonly names: readonly string[];
  readonly colours: readonly number[];
  /** The seats whose analysis may be seen. */
  readonly openSeats: readonly number[];
  readonly me: number;
}

const NOBODY = -1;

async function load(record: Source, names: readonly string[], colours: readonly number[]): Promise<Loaded> {
  const found = await openReplay(record);
  const { facts, game, custom_board: custom } = found;
  const drawing = !facts.drawn
    ? null
    : custom
      ? (found.drawing as unknown as BoardData["drawing"])
      : await api.gameDrawing(game);
  const geography = facts.drawn && !custom ? await api.geography(game).catch(() => null) : null;
  // What somebody brings along lies open.
  const openSeats = Array.from({ length: found.players }, (_, seat) => seat);
  return { opened: found, board: { facts, drawing, geography }, names, colours, openSeats, me: NOBODY };
}

/** What the address asks for: a match of a table, or one that is in the link itself. */
async function fromAddress(
  table: string | undefined,
  match: string | undefined,
  packed: string | null,
  asked: number,
): Promise<Loaded | null> {
  if (packed) {
    const shared = await unpack(packed);
    return load(shared.record, shared.names, shared.colours);
  }
  if (!table) return null;
  const known = knownTable(table);
  const secret = known?.tokens[0] ?? known?.key ?? "";
  const [record, info] = await Promise.all([api.record(table, Number(match) || 1, secret), api.table(table, secret)]);
  const loaded = await load(
    record,
    info.seats.map((seat) => seat.name ?? ""),
    info.seats.map((seat) => seat.colour),
  );
  // Alone against bots, the only person is who looks; with others, the address says who that is.
  const people = info.seats.filter((seat) => seat.kind === "person").map((seat) => seat.seat);
  const me = people.includes(asked) ? asked : people.length === 1 ? (people[0] ?? NOBODY) : NOBODY;
  const current = info.match === (Number(match) || 1);
  return { ...loaded, me, openSeats: opened(info.seats, [me], current ? info.shown : []) };
}

function words(t: Texts, problem: unknown): string {
  if (!(problem instanceof Refusal)) return t.replay.badLink;
  if (problem.code === "not_now" || problem.code === "not_found") return t.replay.gone;
  if (problem.code === "refused" || problem.code === "bad_message") return t.replay.refused(problem.message);
  return errorText(t, problem);
}

/** `#/replay`, `#/replay/TABLE/MATCH`, or `#/replay?r=…` with the match in the link. */
export default function ReplayPage({ rest, query }: PageProps): ReactElement {
  const t = useTexts();
  const [table, match] = rest;
  const packed = query.get("r");
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const asked = useRef(0);

  const show = useCallback((work: Promise<Loaded | null>): void => {
    const mine = ++asked.current;
    setBusy(true);
    setProblem(null);
    work.then(
      (found) => {
        if (asked.current !== mine) return;
        setLoaded(found);
        setBusy(false);
      },
      (refusal: unknown) => {
        if (asked.current !== mine) return;
        setLoaded(null);
        setProblem(refusal);
        setBusy(false);
      },
    );
  }, []);

  const me = Number(query.get("me") ?? NOBODY);
  const [coach, at] = [query.get("coach"), query.get("at")];
  const first = useMemo(
    () => (coach === null ? null : { seat: Number(coach), decision: Number(at ?? -1) }),
    [coach, at],
  );
  useEffect(() => show(fromAddress(table, match, packed, me)), [show, table, match, packed, me]);

  useColours(loaded?.colours ?? []);

  const close = useCallback(() => {
    setLoaded(null);
    go("replay");
  }, []);

  if (loaded) return <ReplayScreen key={asked.current} {...loaded} first={first} onClose={close} />;
  if (busy && (table || packed)) return <Message title={t.replay.opening} />;
  return (
    <Chooser
      problem={problem === null ? "" : words(t, problem)}
      busy={busy}
      onRecord={(text) => show(load(text, [], []))}
    />
  );
}
