import { lazy, type ReactElement, Suspense, useEffect, useMemo, useState } from "react";
import { Consent } from "../app/Consent";
import { errorText } from "../app/errors";
import { Message } from "../app/Message";
import { dropQuery } from "../app/router";
import { Toasts, useToasts } from "../app/Toasts";
import { type BoardDrawing, type Geography, Thumbnail } from "../board";
import { inLanguage, useTexts } from "../i18n";
import { api } from "../net/api";
import { addToken, forgetTable, keepTable, knownTable, knownTables } from "../net/keys";
import { TableSocket } from "../net/socket";
import { useStore } from "../net/store";
import type { Facts, TableInfo } from "../protocol/messages";
import { useSettings } from "../settings/settings";
import { useColours } from "../ui/colours";
import { YardPicture } from "../ui/YardPicture";
import { PlayScreen } from "./PlayScreen";

// Who plays against bots never sees these.
const Join = lazy(() => import("../app/Join").then((module) => ({ default: module.Join })));
const Waiting = lazy(() => import("../app/Waiting").then((module) => ({ default: module.Waiting })));

interface TablePageProps {
  table: string;
  query: URLSearchParams;
}

/** A table by its address: what the link brings, what this browser knows, or how to get in. */
export function TablePage({ table, query }: TablePageProps): ReactElement {
  const t = useTexts();
  const known = useStore(knownTables).find((each) => each.table === table);
  const [join, take, watch, seat] = ["join", "take", "watch", "seat"].map((name) => query.get(name));
  useEffect(() => {
    if (seat) addToken(table, known?.game ?? "", seat);
    else if (watch) {
      const tokens = knownTable(table)?.tokens ?? [];
      keepTable({ table, game: known?.game ?? "", name: "", tokens, key: watch, at: Date.now() });
    } else if (!(join && known?.tokens.length)) return;
    dropQuery();
  }, [table, seat, watch, join, known]);
  const code = take ?? (known?.tokens.length ? null : join);
  if (code)
    return (
      <Suspense fallback={<Message title={t.common.connecting} />}>
        <Join table={table} code={code} invited={take !== null} />
      </Suspense>
    );
  if (seat || watch || join) return <Message title={t.common.connecting} />;
  if (!known) return <Message title={t.home.notFound} text={t.home.notFoundHow} home />;
  return <Connected key={[...known.tokens, known.key].join()} table={table} tokens={known.tokens} code={known.key} />;
}

interface ConnectedProps {
  table: string;
  tokens: readonly string[];
  code: string | undefined;
}

function Connected({ table, tokens, code }: ConnectedProps): ReactElement {
  const t = useTexts();
  const [socket, setSocket] = useState<TableSocket | null>(null);
  useEffect(() => {
    const made = new TableSocket(table, tokens, code);
    setSocket(made);
    return () => made.close();
  }, [table, tokens, code]);
  if (!socket) return <Message title={t.common.connecting} />;
  return <Live socket={socket} table={table} secret={tokens[0] ?? code ?? ""} />;
}

export interface BoardData {
  readonly facts: Facts;
  readonly drawing: BoardDrawing | null;
  readonly geography: Geography | null;
}

/** Facts and drawing of the table's board; asked for again when the host changes the game. */
function useBoard(info: TableInfo | null, table: string, secret: string): BoardData | null {
  const [data, setData] = useState<{ key: string; data: BoardData } | null>(null);
  const key = info ? JSON.stringify([info.options.game, info.options.players, info.options.options]) : "";
  const game = info?.options.game ?? "";
  const custom = info?.custom_board ?? false;
  useEffect(() => {
    if (!key) return;
    let current = true;
    const load = (): void => {
      api
        .facts(table, secret)
        .then(async (facts) => {
          const map = custom || facts.tracks.length === 0 ? null : api.geography(game).catch(() => null);
          // A board of one's own may not be drawn; a game without a board has none.
          const drawn = facts.tracks.length > 0 ? api.drawing(table, secret).catch(() => null) : null;
          const [drawing, geography] = await Promise.all([drawn, map]);
          if (current) setData({ key, data: { facts, drawing, geography } });
        })
        .catch(() => current && setTimeout(load, 2000));
    };
    load();
    return () => {
      current = false;
    };
  }, [key, table, secret, game, custom]);
  return data?.key === key ? data.data : null;
}

function Live({ socket, table, secret }: { socket: TableSocket; table: string; secret: string }): ReactElement {
  const t = useTexts();
  const { language } = useSettings();
  const state = useStore(socket.store);
  const { toasts, say, dismiss } = useToasts();
  const board = useBoard(state.table, table, secret);
  const gameName = board ? inLanguage(board.facts, "board", language) : "";
  const game = state.table?.options.game;
  useColours(state.table?.seats.map((seat) => seat.colour) ?? []);
  useEffect(() => {
    const known = knownTable(table);
    if (game && known && known.game !== game) keepTable({ ...known, game });
  }, [game, table]);

  const remove = useMemo(
    () => () => {
      if (!window.confirm(t.home.deleteSure)) return;
      api.remove(table, secret).then(
        () => forgetTable(table),
        (problem) => say(errorText(t, problem)),
      );
    },
    [t, table, secret, say],
  );

  if (state.connection === "deleted") return <Message title={t.home.deleted} home />;
  if (state.connection === "refused") return <Message title={t.home.notFound} text={t.home.notFoundHow} home />;
  if (!state.you || !state.table || !board) return <Message title={t.common.connecting} />;
  const picture = board.drawing ? <Thumbnail drawing={board.drawing} geography={board.geography} /> : <YardPicture />;
  const shown = Object.keys(state.seen).length > 0;
  return (
    <>
      {state.table.status === "lobby" || !shown ? (
        <Suspense fallback={<Message title={t.common.connecting} />}>
          <Waiting
            socket={socket}
            table={state.table}
            you={state.you}
            gameName={gameName}
            picture={picture}
            say={say}
            onDelete={remove}
          />
        </Suspense>
      ) : (
        <PlayScreen
          socket={socket}
          state={state}
          board={board}
          gameName={gameName}
          secret={secret}
          say={say}
          onDelete={remove}
        />
      )}
      <Consent socket={socket} table={state.table} you={state.you} say={say} />
      <Toasts
        toasts={toasts}
        dismiss={dismiss}
        retryAt={state.connection === "offline" ? state.retryAt : null}
        retry={socket.retry}
      />
    </>
  );
}
