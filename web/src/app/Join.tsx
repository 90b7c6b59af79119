import { type ReactElement, useEffect, useState } from "react";
import { type BoardDrawing, type Geography, Thumbnail } from "../board";
import { inLanguage, useTexts } from "../i18n";
import { api } from "../net/api";
import { addToken, keepTable, knownTable } from "../net/keys";
import type { GameInfo, TableInfo } from "../protocol/messages";
import { change, useSettings } from "../settings/settings";
import { COLOURS } from "../ui/colours";
import { Icon } from "../ui/icons";
import { ColourCar } from "../ui/PlayerMark";
import { YardPicture } from "../ui/YardPicture";
import { ColourChoice } from "./ColourChoice";
import { errorText } from "./errors";
import { nameOf } from "./names";
import { dropQuery } from "./router";

interface JoinProps {
  table: string;
  /** The key of the link, and whether it is the host's invitation to one seat. */
  code: string;
  invited: boolean;
}

/** Someone opened a link: a name, and they sit down; or they only watch. */
export function Join({ table, code, invited }: JoinProps): ReactElement {
  const t = useTexts();
  const settings = useSettings();
  const [name, setName] = useState(settings.name);
  const [info, setInfo] = useState<TableInfo | null>(null);
  const [error, setError] = useState("");
  const [colour, setColour] = useState(settings.colour);
  const [busy, setBusy] = useState(false);
  const [games, setGames] = useState<readonly GameInfo[]>([]);
  useEffect(() => {
    api.table(table, code).then(setInfo, (problem) => setError(errorText(t, problem)));
    api.home().then(
      (home) => setGames(home.games),
      () => undefined,
    );
  }, [table, code, t]);
  const game = games.find((each) => each.game === info?.options.game);
  const host = info?.seats.find((seat) => seat.host);
  const taken = info?.seats.filter((seat) => seat.kind === "person").map((seat) => seat.colour) ?? [];
  const free = Array.from({ length: COLOURS }, (_, each) => each).filter((each) => !taken.includes(each));
  const wish = colour !== null && free.includes(colour) ? colour : free[0];
  const full = !invited && info !== null && !info.seats.some((seat) => seat.kind === "open");

  async function sit(): Promise<void> {
    setBusy(true);
    setError("");
    const called = name.trim();
    try {
      const seat = invited
        ? await api.take(table, { key: code, name: called || null, colour: wish ?? null })
        : await api.join(table, {
            key: code,
            name: called || null,
            colour: wish ?? null,
            tokens: [...(knownTable(table)?.tokens ?? [])].slice(0, 8),
          });
      change({ name: called, ...(colour !== null && { colour }) });
      addToken(table, info?.options.game ?? "", seat.token);
      dropQuery();
    } catch (problem) {
      setError(errorText(t, problem));
      setBusy(false);
    }
  }

  function watch(): void {
    const known = knownTable(table);
    keepTable({
      table,
      game: info?.options.game ?? "",
      name: "",
      tokens: known?.tokens ?? [],
      key: code,
      at: Date.now(),
    });
    dropQuery();
  }

  return (
    <main className="waiting">
      <div className="waiting-picture">{game && <TablePicture game={game} />}</div>
      <div className="waiting-box join-box">
        <section className="join-card">
          {game && (
            <p className="waiting-line">
              <b>{t.home.joinGame(inLanguage(game, "name", settings.language))}</b>
            </p>
          )}
          <h1>{host ? t.home.joinHost(nameOf(t, host)) : invited ? t.home.takeTitle : t.home.joinTitle}</h1>
          {info && (
            <ul className="join-people">
              {info.seats.map((seat) => (
                <li key={seat.seat}>
                  {seat.kind === "open" ? <i /> : <ColourCar colour={seat.colour} width={38} />}
                  <small>{seat.kind === "open" ? t.home.free : nameOf(t, seat)}</small>
                </li>
              ))}
            </ul>
          )}
          {info?.options.hints && <p className="quiet">{t.home.hintsHere}</p>}
          {info && <p>{full ? t.home.full : t.home.joinHow}</p>}
          <form
            className="join"
            onSubmit={(event) => {
              event.preventDefault();
              void sit();
            }}
          >
            {!full && (
              <>
                <input
                  className="field"
                  // biome-ignore lint/a11y/noAutofocus: the page is this one question
                  autoFocus
                  aria-label={t.home.yourName}
                  placeholder={t.home.yourName}
                  maxLength={24}
                  value={name}
                  onChange={(event) => setName(event.target.value)}
                />
                {info?.status === "lobby" && wish !== undefined && (
                  <ColourChoice label={t.home.yourColour} value={wish} taken={taken} onChange={setColour} />
                )}
                <button type="submit" className="button button-main" disabled={busy}>
                  {t.home.join} <Icon name="forward" />
                </button>
              </>
            )}
            {!invited && (
              <button type="button" className="button" onClick={watch}>
                {t.home.watch}
              </button>
            )}
            {error && (
              <p className="problem" role="alert">
                {error}
              </p>
            )}
          </form>
        </section>
      </div>
    </main>
  );
}

/** The board of the game behind the question. */
function TablePicture({ game }: { game: GameInfo }): ReactElement | null {
  const [map, setMap] = useState<[BoardDrawing, Geography | null] | null>(null);
  useEffect(() => {
    if (!game.has_board) return;
    const geography = api.geography(game.game).catch(() => null);
    Promise.all([api.gameDrawing(game.game), geography]).then(setMap, () => undefined);
  }, [game]);
  if (!game.has_board) return <YardPicture />;
  return map && <Thumbnail drawing={map[0]} geography={map[1]} />;
}
