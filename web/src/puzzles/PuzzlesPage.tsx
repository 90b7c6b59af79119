import { type ReactElement, useEffect, useMemo, useState } from "react";
import { Logo, Message } from "../app/Message";
import type { PageProps } from "../app/pages";
import { go } from "../app/router";
import { inLanguage } from "../i18n";
import { api } from "../net/api";
import { useStore } from "../net/store";
import type { GameInfo, PuzzleShelf, PuzzleTitle } from "../protocol/messages";
import "../coach/coach.css";
import "../replay/replay.css";
import { useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { dailyOf, dayOf, monthOf, nameOfDay, streakOf } from "./daily";
import { solved } from "./kept";
import { PuzzleScreen } from "./PuzzleScreen";
import "./puzzles.css";
import { type Asked, puzzleList, questionOf } from "./requests";
import { useWords } from "./words";

interface Shelves {
  readonly shelves: readonly PuzzleShelf[];
  readonly games: readonly GameInfo[];
}

/** The next puzzle of a shelf that was not answered yet, of the same theme where there is one. */
function nextOf(shelf: PuzzleShelf, now: PuzzleTitle | null): PuzzleTitle | null {
  const { answers } = solved.get();
  const at = now ? shelf.puzzles.findIndex((each) => each.id === now.id) : -1;
  const round = [...shelf.puzzles.slice(at + 1), ...shelf.puzzles.slice(0, Math.max(0, at))];
  const open = round.filter((each) => !(each.id in answers));
  return open.find((each) => each.theme === now?.theme) ?? open[0] ?? round[0] ?? null;
}

/** `#/puzzles`, `#/puzzles/GAME` (both: the puzzle of the day) and `#/puzzles/GAME/PUZZLE`. */
export default function PuzzlesPage({ rest }: PageProps): ReactElement {
  const words = useWords();
  const { language } = useSettings();
  const [found, setFound] = useState<Shelves | null>(null);
  const [problem, setProblem] = useState(false);
  const [tries, setTries] = useState(0);
  const [listOpen, setListOpen] = useState(false);
  const today = dayOf(new Date());
  useEffect(() => {
    let current = true;
    Promise.all([puzzleList(), api.home()]).then(
      ([{ shelves }, { games }]) => current && setFound({ shelves, games }),
      () => current && setProblem(true),
    );
    return () => {
      current = false;
    };
  }, [tries]);
  useEffect(() => {
    document.title = `${words.title} · Wagonik`;
  }, [words]);
  if (!found) return <Message title={words.title} text={problem ? words.problem : words.loading} home={problem} />;
  const [wished, named] = rest;
  const shelf = found.shelves.find((each) => each.game === wished) ?? dailyOf(found.shelves, today);
  if (!shelf) return <Message title={words.title} text={words.none} home />;
  const daily = dailyOf(shelf.puzzles, today);
  const title = shelf.puzzles.find((each) => each.id === named) ?? daily;
  const again = (): void => {
    setProblem(false);
    setTries(tries + 1);
  };
  const nameOf = (game: string): string => {
    const info = found.games.find((each) => each.game === game);
    return info ? inLanguage(info, "name", language) : game;
  };
  return (
    <div className={listOpen ? "puzzles puzzles-list-open" : "puzzles"}>
      <header className="puzzles-top">
        <a href="#/" aria-label={words.home}>
          <Logo width={36} />
        </a>
        <p>
          <b>{words.title}</b>
          <small>
            {title?.id === daily?.id ? `${words.today} · ` : ""}
            {nameOf(shelf.game)}
          </small>
        </p>
        <Streak today={today} />
        <button
          type="button"
          className="icon-button puzzles-menu"
          aria-expanded={listOpen}
          aria-label={words.list}
          title={words.list}
          onClick={() => setListOpen(!listOpen)}
        >
          <Icon name={listOpen ? "cross" : "log"} />
        </button>
      </header>
      <nav className="puzzles-list" aria-label={words.list}>
        <label className="puzzles-game">
          <span>{words.game}</span>
          <select value={shelf.game} onChange={(event) => go(`puzzles/${event.target.value}`)}>
            {found.shelves.map((each) => (
              <option key={each.game} value={each.game}>
                {nameOf(each.game)}
              </option>
            ))}
          </select>
        </label>
        <Month today={today} />
        <a
          className={title?.id === daily?.id ? "puzzles-today puzzles-on" : "puzzles-today"}
          href={`#/puzzles/${shelf.game}`}
          aria-current={title?.id === daily?.id ? "page" : undefined}
          onClick={() => setListOpen(false)}
        >
          <Icon name="star" size={18} /> {words.today}
        </a>
        <Themes shelf={shelf} now={named ? title : null} onGo={() => setListOpen(false)} />
      </nav>
      {title && (
        <Loaded
          key={`${title.id}/${tries}`}
          puzzle={title.id}
          day={title.id === daily?.id ? today : null}
          onAgain={again}
          onNext={() => {
            const next = nextOf(shelf, title);
            if (next) go(`puzzles/${shelf.game}/${next.id}`);
          }}
        />
      )}
    </div>
  );
}

/** How many days in a row were solved. */
function Streak({ today }: { today: number }): ReactElement {
  const words = useWords();
  const count = streakOf(useStore(solved).days, today);
  return (
    <span className="puzzles-streak" role="img" aria-label={words.streakHow(count)} title={words.streakHow(count)}>
      <Icon name="star" size={16} /> {words.streak(count)}
    </span>
  );
}

/** This month's days, and what became of their puzzles. */
function Month({ today }: { today: number }): ReactElement {
  const words = useWords();
  const { language } = useSettings();
  const { days } = useStore(solved);
  const date = new Date(today * 86_400_000);
  const title = new Intl.DateTimeFormat(language, { month: "long", year: "numeric", timeZone: "UTC" }).format(date);
  return (
    <table className="puzzles-month">
      <caption>{title}</caption>
      <thead>
        <tr>
          {words.weekdays.map((day, i) => (
            <th key={i} scope="col">
              {day}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthOf(today).map((week, i) => (
          <tr key={i}>
            {week.map((day, j) => {
              if (day === null) return <td key={j} />;
              const outcome = days[nameOfDay(day)];
              const number = new Date(day * 86_400_000).getUTCDate();
              return (
                <td
                  key={j}
                  className={`puzzles-day${outcome ? ` puzzles-${outcome}` : ""}${day === today ? " puzzles-now" : ""}`}
                  aria-current={day === today ? "date" : undefined}
                >
                  {number}
                  {outcome && <span className="hidden">, {outcome === "right" ? words.right : words.wrong}</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface ThemesProps {
  shelf: PuzzleShelf;
  /** The puzzle that was chosen by its theme; that of the day does not give its own away. */
  now: PuzzleTitle | null;
  onGo: () => void;
}

/** The puzzles by what they are about. */
function Themes({ shelf, now, onGo }: ThemesProps): ReactElement {
  const words = useWords();
  const { answers } = useStore(solved);
  const themes = useMemo(() => [...new Set(shelf.puzzles.map((each) => each.theme))], [shelf]);
  return (
    <section className="puzzles-themes">
      <h2>{words.byTheme}</h2>
      <ul>
        {themes.map((theme) => {
          const all = shelf.puzzles.filter((each) => each.theme === theme);
          const done = all.filter((each) => answers[each.id] === "right").length;
          const open = all.find((each) => !(each.id in answers)) ?? all[0];
          return (
            <li key={theme}>
              <a
                className={now?.theme === theme ? "puzzles-on" : ""}
                href={`#/puzzles/${shelf.game}/${open?.id ?? ""}`}
                onClick={onGo}
              >
                <span>{words.themes[theme] ?? theme}</span>
                <small>
                  <span aria-hidden="true">{words.solvedOf(done, all.length)}</span>
                  <span className="hidden">{words.solvedHow(done, all.length)}</span>
                </small>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface LoadedProps {
  puzzle: string;
  day: number | null;
  onAgain: () => void;
  onNext: () => void;
}

function Loaded({ puzzle, day, onAgain, onNext }: LoadedProps): ReactElement {
  const words = useWords();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState(false);
  useEffect(() => {
    let current = true;
    questionOf(puzzle).then(
      (found) => current && setAsked(found),
      () => current && setProblem(true),
    );
    return () => {
      current = false;
    };
  }, [puzzle]);
  if (asked) return <PuzzleScreen asked={asked} day={day} onNext={onNext} />;
  return (
    <main className="puzzle-waiting" aria-live="polite">
      <p>{problem ? words.problem : words.loading}</p>
      {problem && (
        <button type="button" className="button" onClick={onAgain}>
          {words.again}
        </button>
      )}
    </main>
  );
}
