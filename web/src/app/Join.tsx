import { type ReactElement, useEffect, useState } from "react";
import { inLanguage, useTexts } from "../i18n";
import { api } from "../net/api";
import { addToken, keepTable, knownTable } from "../net/keys";
import type { GameInfo, TableInfo } from "../protocol/messages";
import { change, useSettings } from "../settings/settings";
import { COLOURS } from "../ui/colours";
import { Icon } from "../ui/icons";
import { ColourChoice } from "./ColourChoice";
import { errorText } from "./errors";
import { Message } from "./Message";
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
    <Message title={invited ? t.home.takeTitle : t.home.joinTitle} text={full ? t.home.full : t.home.joinHow}>
      {game && (
        <p className="join-what">
          <b>{t.home.joinGame(inLanguage(game, "name", settings.language))}</b>
          {host && <span>{t.home.joinHost(nameOf(t, host))}</span>}
          {info?.options.hints && <span>{t.home.hintsHere}</span>}
        </p>
      )}
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
    </Message>
  );
}
