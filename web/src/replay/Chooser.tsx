import { type DragEvent, type FormEvent, type ReactElement, useEffect, useState } from "react";
import { ofGame } from "../app/games";
import { Logo } from "../app/Message";
import { inLanguage, useTexts } from "../i18n";
import { api } from "../net/api";
import { knownTables } from "../net/keys";
import { useStore } from "../net/store";
import type { GameInfo, TableInfo } from "../protocol/messages";
import { useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { LONGEST_RECORD } from "./requests";

interface ChooserProps {
  /** What went wrong with the last record. */
  problem: string;
  busy: boolean;
  onRecord: (text: string) => void;
}

const MOST_TABLES = 12;

/** The tables of this browser that have a finished match. */
function useFinished(): readonly TableInfo[] {
  const known = useStore(knownTables);
  const [found, setFound] = useState<readonly TableInfo[]>([]);
  useEffect(() => {
    let current = true;
    const asked = known.slice(0, MOST_TABLES).map(({ table, tokens, key }) => api.table(table, tokens[0] ?? key ?? ""));
    void Promise.allSettled(asked).then((answers) => {
      const tables = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
      if (current) setFound(tables.filter((table) => table.matches > 0));
    });
    return () => {
      current = false;
    };
  }, [known]);
  return found;
}

/** Which match to watch: one of my tables', or a record. */
export function Chooser({ problem, busy, onRecord }: ChooserProps): ReactElement {
  const t = useTexts();
  const { language } = useSettings();
  const finished = useFinished();
  const [games, setGames] = useState<readonly GameInfo[]>([]);
  const [text, setText] = useState("");
  const [over, setOver] = useState(false);
  const [wrong, setWrong] = useState("");
  useEffect(() => {
    document.title = `${t.replay.title} · ${t.common.name}`;
    api.home().then(
      (home) => setGames(home.games),
      () => undefined,
    );
  }, [t]);
  const title = (key: string): string => {
    const game = ofGame(games, key);
    return game ? inLanguage(game, "name", language) : key;
  };
  const take = (record: string): void => {
    setWrong(record.length > LONGEST_RECORD ? t.replay.tooLong : "");
    if (record.length > LONGEST_RECORD) return;
    onRecord(record);
  };
  const takeFile = (file: File | undefined): void => {
    if (!file) return;
    if (file.size > LONGEST_RECORD * 4) setWrong(t.replay.tooLong);
    else void file.text().then(take);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    takeFile(event.dataTransfer.files[0]);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (text.trim()) take(text);
  };
  return (
    <main
      className={over ? "replay-choose replay-over" : "replay-choose"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header>
        <a href="#/" className="replay-logo" aria-label={t.replay.home}>
          <Logo width={44} />
        </a>
        <div>
          <h1>{t.replay.title}</h1>
          <p>{t.replay.how}</p>
        </div>
      </header>
      {(problem || wrong) && (
        <p className="replay-problem" role="alert">
          {wrong || problem}
        </p>
      )}
      <div className="replay-ways">
        <section className="replay-panel" aria-labelledby="replay-yours">
          <h2 id="replay-yours">{t.replay.yours}</h2>
          {finished.length === 0 && <p className="replay-quiet">{t.replay.none}</p>}
          <ul>
            {finished.flatMap((table) =>
              Array.from({ length: table.matches }, (_, i) => (
                <li key={`${table.table}-${i}`}>
                  <a className="replay-button" href={`#/replay/${table.table}/${i + 1}`}>
                    <Icon name="play" size={18} />
                    {t.replay.match(title(table.options.game), i + 1)}
                  </a>
                </li>
              )),
            )}
          </ul>
        </section>
        <section className="replay-panel" aria-labelledby="replay-load">
          <h2 id="replay-load">{t.replay.load}</h2>
          <p className="replay-quiet">{t.replay.loadHow}</p>
          <form onSubmit={submit}>
            <label className="replay-button replay-file">
              <Icon name="download" size={18} />
              {t.replay.file}
              <input
                type="file"
                accept=".json,.txt,.wgn,application/json,text/plain"
                onChange={(event) => {
                  takeFile(event.target.files?.[0]);
                  event.target.value = "";
                }}
              />
            </label>
            <label className="replay-paste">
              {t.replay.paste}
              <textarea rows={5} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
            </label>
            <button type="submit" className="replay-button replay-primary" disabled={busy || !text.trim()}>
              {busy ? t.replay.opening : t.replay.open}
            </button>
          </form>
        </section>
      </div>
    </main>
  );
}
