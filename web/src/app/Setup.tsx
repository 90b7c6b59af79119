import { type ReactElement, useState } from "react";
import { inLanguage, useTexts } from "../i18n";
import { api } from "../net/api";
import { keepTable } from "../net/keys";
import type { BoardInfo, BotInfo, GameInfo, NewSeat, OptionInfo, Pace } from "../protocol/messages";
import { change, GRACES, settings, useSettings } from "../settings/settings";
import { spread } from "../ui/colours";
import { Icon } from "../ui/icons";
import { Avatar } from "../ui/PlayerMark";
import { ColourChoice } from "./ColourChoice";
import { Segments, Switch } from "./controls";
import { errorText } from "./errors";
import { gameName } from "./Home";
import { go } from "./router";

type Sort = "mine" | "open" | "bot";

interface Chair {
  readonly sort: Sort;
  readonly name: string;
  readonly level: string;
  /** Of a person; the others take what is left. */
  readonly colour: number | null;
}

interface SetupProps {
  game: GameInfo;
  /** The board that was chosen, if it is not the one of the game. */
  own: BoardInfo | null;
  bots: readonly BotInfo[];
  /** Whether a board file may be brought along. */
  ownBoards: boolean;
  onClose: () => void;
}

/** Who sits where, and by which rules of the table. */
export function Setup({ game, own, bots, ownBoards, onClose }: SetupProps): ReactElement {
  const t = useTexts();
  const { language, name, colour } = useSettings();
  const least = own ? Math.min(...own.players) : game.least_players;
  const most = own ? Math.max(...own.players) : game.most_players;
  const middle = bots[Math.min(1, bots.length - 1)]?.level ?? "";
  const botChair = (number: number): Chair => ({
    sort: "bot",
    name: t.home.botNames[number - 1] ?? "",
    level: middle,
    colour: null,
  });
  const [chairs, setChairs] = useState<readonly Chair[]>(() => [
    { sort: "mine", name, level: middle, colour },
    ...Array.from({ length: Math.max(1, least - 1) }, (_, i) => botChair(i + 1)),
  ]);
  const [options, setOptions] = useState<readonly string[]>([]);
  const [undo, setUndo] = useState(true);
  const [hints, setHints] = useState(false);
  const [pace, setPace] = useState<Required<Pace>>({ kind: "none", limit: 0 });
  const [board, setBoard] = useState<{ name: string; text: string } | null>(null);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  const put = (number: number, part: Partial<Chair>): void =>
    setChairs(chairs.map((chair, i) => (i === number ? { ...chair, ...part } : chair)));
  const first = chairs[0]?.name.trim() ?? "";
  const colours = spread(chairs.map((chair) => chair.colour));
  const waits = chairs.some((chair) => chair.sort === "open");
  // Alone with bots nobody has to agree.
  const people = chairs.filter((chair) => chair.sort !== "bot").length > 1;

  async function open(): Promise<void> {
    setBusy(true);
    setError("");
    change({ name: chairs[0]?.name.trim() ?? "" });
    const seats = chairs.map((chair): NewSeat => {
      const name = chair.name.trim() || null;
      if (chair.sort === "open") return { kind: "open" };
      return chair.sort === "bot"
        ? { kind: "bot", name, level: chair.level }
        : { kind: "mine", name, colour: chair.colour };
    });
    try {
      const made = await api.create({
        options: {
          game: game.game,
          players: chairs.length,
          options: [...options],
          undo,
          grace: GRACES[settings.get().grace],
          pace,
          hints: people && hints,
        },
        seats,
        start: !waits,
        ...(board && { board: board.text }),
        ...(own && { board_key: own.board }),
      });
      const tokens = [made.host_token, ...made.seats.map((seat) => seat.token)];
      keepTable({ table: made.table, game: game.game, name: first, tokens, at: Date.now() });
      go(`t/${made.table}`);
    } catch (problem) {
      setError(errorText(t, problem));
      setBusy(false);
    }
  }

  return (
    <aside className="setup" aria-label={t.home.setUp}>
      <header>
        <div>
          <h2>{t.home.setUp}</h2>
          <p>
            {own ? inLanguage(own, "name", language) : gameName(game, language)}, {t.home.players(least, most)}
          </p>
        </div>
        <button type="button" className="icon-button setup-close" aria-label={t.common.close} onClick={onClose}>
          <Icon name="cross" />
        </button>
      </header>
      <h3>{t.home.seats}</h3>
      {chairs.map((chair, i) => (
        <div key={i} className="chair">
          <Avatar
            name={chair.sort === "open" ? "?" : chair.name || (i === 0 ? first : "?")}
            seat={colours[i] ?? i}
            size={40}
          />
          <div className="chair-body">
            {chair.sort === "mine" ? (
              <input
                className="field"
                aria-label={i === 0 ? t.home.yourName : t.home.nameOf(i + 1)}
                placeholder={i === 0 ? t.home.yourName : t.home.player(i + 1)}
                maxLength={24}
                value={chair.name}
                onChange={(event) => put(i, { name: event.target.value })}
              />
            ) : (
              <b>{chair.sort === "open" ? t.home.friend : chair.name}</b>
            )}
            <small>
              {chair.sort === "open"
                ? t.home.friendHow
                : chair.sort === "bot"
                  ? aboutBot(bots, chair.level, language)
                  : i === 0
                    ? t.home.me
                    : t.home.here}
            </small>
          </div>
          {i > 0 && chairs.length > least && (
            <button
              type="button"
              className="icon-button"
              aria-label={t.home.removeSeat}
              title={t.home.removeSeat}
              onClick={() => setChairs(chairs.filter((_, j) => j !== i))}
            >
              <Icon name="cross" size={18} />
            </button>
          )}
          {chair.sort === "mine" && (
            <ColourChoice
              label={i === 0 ? t.home.yourColour : t.home.colourOf(chair.name || t.home.player(i + 1))}
              value={colours[i] ?? i}
              taken={chairs.flatMap((other, j) => (other.sort === "mine" && j !== i ? [colours[j] ?? j] : []))}
              onChange={(colour) => {
                put(i, { colour });
                if (i === 0) change({ colour });
              }}
            />
          )}
          {i > 0 && (
            <div className="chair-choices">
              <Segments<Sort>
                label={t.home.whoSits(i + 1)}
                value={chair.sort}
                options={[
                  ["bot", t.home.bot],
                  ["open", t.home.friend],
                  ["mine", t.home.here],
                ]}
                onChange={(sort) => put(i, { sort, name: sort === "bot" ? botChair(i).name : "", colour: null })}
              />
              {chair.sort === "bot" && (
                <Segments
                  label={t.home.level}
                  value={chair.level}
                  options={bots.map((bot) => [bot.level, inLanguage(bot, "name", language)] as const)}
                  onChange={(level) => put(i, { level })}
                />
              )}
            </div>
          )}
        </div>
      ))}
      {chairs.length < most && (
        <button
          type="button"
          className="button chair-add"
          onClick={() => setChairs([...chairs, botChair(chairs.length)])}
        >
          <Icon name="plus" size={18} /> {t.home.addSeat}
        </button>
      )}
      <h3>{t.home.options}</h3>
      <Segments
        label={t.home.pace}
        value={pace.kind}
        options={[
          ["none", t.home.paceNone],
          ["live", t.home.paceLive],
          ["days", t.home.paceDays],
        ]}
        onChange={(kind) => setPace({ kind, limit: kind === "none" ? 0 : kind === "live" ? 90 : 2 })}
      />
      {pace.kind !== "none" && (
        <label className="number">
          {pace.kind === "live" ? t.home.seconds : t.home.days}
          <input
            className="field"
            type="number"
            min={pace.kind === "live" ? 10 : 1}
            max={pace.kind === "live" ? 3600 : 30}
            value={pace.limit}
            onChange={(event) => setPace({ ...pace, limit: Number(event.target.value) })}
          />
        </label>
      )}
      <Switch label={t.home.undo} note={t.home.undoHow} on={undo} onChange={setUndo} />
      {people && <Switch label={t.home.hints} note={t.home.hintsHow} on={hints} onChange={setHints} />}
      {game.options.flatMap(switchesOf).map((each) => (
        <Switch
          key={each.name}
          {...worded(inLanguage(each, "about", language))}
          on={options.includes(each.name)}
          onChange={(on) => setOptions(switched(options, each.name, on))}
        />
      ))}
      {ownBoards && (
        <label className="own-board">
          <span className="switch-text">
            <b>{t.home.ownBoard}</b>
            <small>{board ? board.name : t.home.ownBoardHow}</small>
          </span>
          {board && (
            <button
              type="button"
              className="icon-button"
              aria-label={t.home.ownBoardNot}
              title={t.home.ownBoardNot}
              onClick={() => setBoard(null)}
            >
              <Icon name="cross" size={18} />
            </button>
          )}
          <input
            type="file"
            accept=".toml"
            aria-label={t.home.ownBoard}
            onChange={(event) => {
              const file = event.target.files?.[0];
              event.target.value = "";
              if (file) void file.text().then((text) => setBoard({ name: file.name, text }));
            }}
          />
          <span className="button" aria-hidden="true">
            {t.home.ownBoardChoose}
          </span>
        </label>
      )}
      {error && (
        <p className="problem" role="alert">
          {error}
        </p>
      )}
      <button type="button" className="button button-main setup-open" disabled={busy} onClick={() => void open()}>
        {waits ? t.home.open : t.home.start} <Icon name="forward" />
      </button>
    </aside>
  );
}

/** What can be switched on of an option: itself, or each of its values but the usual one. */
const switchesOf = (option: OptionInfo): { name: string; about: string; about_pl: string }[] =>
  option.values.length === 0
    ? [option]
    : option.values.slice(1).map((value) => ({ ...value, name: `${option.name}=${value.name}` }));

/** The options with one more or fewer; of the values of an option only one can be on. */
function switched(options: readonly string[], name: string, on: boolean): string[] {
  const [option] = name.split("=");
  const others = options.filter((each) => each.split("=")[0] !== option);
  return on ? [...others, name] : others;
}

/** What an option is called, and behind a colon what it means. */
function worded(about: string): { label: string; note?: string } {
  const [label = "", ...note] = about.split(": ");
  const name = label.charAt(0).toUpperCase() + label.slice(1);
  return note.length > 0 ? { label: name, note: note.join(": ") } : { label: name };
}

function aboutBot(bots: readonly BotInfo[], level: string, language: string): string {
  const bot = bots.find((each) => each.level === level);
  return bot ? inLanguage(bot, "about", language) : "";
}
