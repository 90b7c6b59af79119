import { type ReactElement, useState } from "react";
import { errorText } from "../app/errors";
import { go } from "../app/router";
import { inLanguage, useTexts } from "../i18n";
import { api } from "../net/api";
import { keepTable, knownTables } from "../net/keys";
import { useStore } from "../net/store";
import type { GameInfo } from "../protocol/messages";
import { GRACES, settings, useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import "./guide.css";
import { guides, keepLesson } from "./kept";
import { filled, hasScript, scriptOf } from "./texts";
import { useCommon, useLoaded } from "./useLoaded";

/** The way to the guided first match, or back to the one that was begun here. */
export default function Invitation({ games }: { games: readonly GameInfo[] }): ReactElement | null {
  const t = useTexts();
  const { language } = useSettings();
  const common = useCommon(language);
  const { lesson } = useStore(guides);
  const tables = useStore(knownTables);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState("");
  const begun =
    lesson && !lesson.done && tables.some((each) => each.table === lesson.table) && hasScript(lesson.game)
      ? lesson
      : null;
  const game = games.find((each) => (begun ? each.game === begun.game : each.lesson && hasScript(each.game)));
  const script = useLoaded(game?.game ?? "", (key) => (key ? scriptOf(key) : Promise.reject(new Error("no lesson"))));
  if (!common || !game || !script) return null;
  const name = inLanguage(game, "name", language);

  async function begin(chosen: GameInfo): Promise<void> {
    setBusy(true);
    setError("");
    try {
      const person = settings.get().name.trim();
      const made = await api.lesson({
        game: chosen.game,
        name: person || null,
        bots: [...t.home.botNames],
        grace: GRACES[settings.get().grace],
      });
      const tokens = [made.host_token, ...made.seats.map((seat) => seat.token)];
      keepTable({ table: made.table, game: chosen.game, name: person, tokens, at: Date.now() });
      keepLesson({ game: chosen.game, table: made.table, step: 0, turns: 0, early: false, left: false, done: false });
      go(`t/${made.table}`);
    } catch (problem) {
      setError(errorText(t, problem));
      setBusy(false);
    }
  }

  const text = (
    <span>
      <b>{begun ? common["goOn"] : `${common["first"]} ${common["learn"]}`}</b>
      <small>
        {filled((begun ? common["goOnHow"] : common["learnHow"]) ?? "", {
          game: name,
          n: (begun?.step ?? 0) + 1,
          all: script.steps.length,
        })}
      </small>
    </span>
  );
  return (
    <div className="invitation">
      {begun ? (
        <a className="button" href={`#/t/${begun.table}`}>
          <Icon name="play" /> {text}
        </a>
      ) : (
        <button
          type="button"
          className="button"
          disabled={busy}
          data-lesson={game.game}
          onClick={() => void begin(game)}
        >
          <Icon name="star" /> {text}
        </button>
      )}
      {error && <p role="alert">{error}</p>}
    </div>
  );
}
