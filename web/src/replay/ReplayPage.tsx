import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { errorText } from "../app/errors";
import { Message } from "../app/Message";
import type { PageProps } from "../app/pages";
import { go } from "../app/router";
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
}

async function load(record: Source, names: readonly string[], colours: readonly number[]): Promise<Loaded> {
  const opened = await openReplay(record);
  const { facts, game, custom_board: custom } = opened;
  const drawing = !facts.drawn
    ? null
    : custom
      ? (opened.drawing as unknown as BoardData["drawing"])
      : await api.gameDrawing(game);
  const geography = facts.drawn && !custom ? await api.geography(game).catch(() => null) : null;
  return { opened, board: { facts, drawing, geography }, names, colours };
}

/** What the address asks for: a match of a table, or one that is in the link itself. */
async function fromAddress(
  table: string | undefined,
  match: string | undefined,
  packed: string | null,
): Promise<Loaded | null> {
  if (packed) {
    const shared = await unpack(packed);
    return load(shared.record, shared.names, shared.colours);
  }
  if (!table) return null;
  const known = knownTable(table);
  const secret = known?.tokens[0] ?? known?.key ?? "";
  const [record, info] = await Promise.all([api.record(table, Number(match) || 1, secret), api.table(table, secret)]);
  return load(
    record,
    info.seats.map((seat) => seat.name ?? ""),
    info.seats.map((seat) => seat.colour),
  );
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

  useEffect(() => show(fromAddress(table, match, packed)), [show, table, match, packed]);

  useColours(loaded?.colours ?? []);

  const close = useCallback(() => {
    setLoaded(null);
    go("replay");
  }, []);

  if (loaded) return <ReplayScreen key={asked.current} {...loaded} onClose={close} />;
  if (busy && (table || packed)) return <Message title={t.replay.opening} />;
  return (
    <Chooser
      problem={problem === null ? "" : words(t, problem)}
      busy={busy}
      onRecord={(text) => show(load(text, [], []))}
    />
  );
}
