import { lazy, type ReactElement, Suspense, useEffect, useRef, useState } from "react";
import { type BoardDrawing, type Geography, Thumbnail } from "../board";
import { inLanguage, LANGUAGES, nextLanguage, textsOf, useTexts } from "../i18n";
import { api } from "../net/api";
import { forgetTable, knownTables } from "../net/keys";
import { useStore } from "../net/store";
import type { BoardInfo, GameInfo, Welcoming } from "../protocol/messages";
import { change, dark, type Language, useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { YardPicture } from "../ui/YardPicture";
import { errorText } from "./errors";
import { ofGame } from "./games";
import { Logo, Message } from "./Message";
import { PAGES } from "./pages";
import { Radios } from "./Radios";
import { Safely } from "./Safely";
import { Setup } from "./Setup";

const SettingsDialog = lazy(() =>
  import("../settings/SettingsDialog").then((module) => ({ default: module.SettingsDialog })),
);
const Invitation = lazy(() => import("../guide/Invitation"));

export const gameName = (game: GameInfo, language: Language): string => inLanguage(game, "name", language);

/** A board that the server offers, with its key and the rules it is played by. */
function OwnPicture({ board }: { board: BoardInfo }): ReactElement {
  const [drawing, setDrawing] = useState<BoardDrawing | null>(null);
  useEffect(() => {
    if (board.drawn) api.boardDrawing(board.board).then(setDrawing, () => undefined);
  }, [board]);
  return <>{drawing && <Thumbnail drawing={drawing} geography={null} />}</>;
}

function Picture({ game }: { game: GameInfo }): ReactElement {
  const [shown, setShown] = useState<[BoardDrawing, Geography | null] | null>(null);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!game.has_board || !place.current) return;
    let wanted = true;
    // A map is asked for when its card comes into sight, and after those that were in sight before.
    const observer = new IntersectionObserver(([seen]) => {
      if (!seen?.isIntersecting) return;
      observer.disconnect();
      inTurn(async () => {
        if (!wanted) return;
        const map = api.geography(game.game).catch(() => null);
        await Promise.all([api.gameDrawing(game.game), map]).then(setShown, () => undefined);
      });
    });
    observer.observe(place.current);
    return () => {
      wanted = false;
      observer.disconnect();
    };
  }, [game]);
  if (!game.has_board) return <YardPicture />;
  return (
    <span ref={place} className="game-map">
      {shown && <Thumbnail drawing={shown[0]} geography={shown[1]} />}
    </span>
  );
}

let last: Promise<void> = Promise.resolve();

/** One after the other. */
function inTurn(work: () => Promise<void>): void {
  last = last.then(work, work);
}

/** Before the keys of boards that are no games of their own. */
const OWN = "board:";

interface Card {
  readonly key: string;
  readonly name: string;
  readonly players: string;
  readonly about: string;
  readonly picture: ReactElement;
}

/** Games to choose from, tables to go back to, and the table that is being set up. */
export function Home({ chosen }: { chosen: string | undefined }): ReactElement {
  const t = useTexts();
  const { language, theme } = useSettings();
  const tables = useStore(knownTables);
  const [home, setHome] = useState<Welcoming | null>(null);
  const [error, setError] = useState("");
  const [choice, setChoice] = useState<string | null>(chosen ?? null);
  const [settingsOpen, setSettingsOpen] = useState(false);
  useEffect(() => {
    document.title = t.common.name;
    api.home().then(setHome, (problem) => setError(errorText(t, problem)));
  }, [t]);
  if (!home) return <Message title={t.common.name} text={error || t.common.connecting} />;
  const own = home.boards.find((each) => `${OWN}${each.board}` === choice) ?? null;
  const game = ofGame(home.games, own?.game ?? choice) ?? null;
  const cards: Card[] = [
    ...home.games.map((each) => ({
      key: each.game,
      name: gameName(each, language),
      players: t.home.players(each.least_players, each.most_players),
      about: textsOf(language, each.game).home.about,
      picture: <Picture game={each} />,
    })),
    ...home.boards.map((each) => {
      const rules = ofGame(home.games, each.game);
      return {
        key: `${OWN}${each.board}`,
        name: inLanguage(each, "name", language),
        players: t.home.players(Math.min(...each.players), Math.max(...each.players)),
        about: t.home.rulesOf(rules ? gameName(rules, language) : each.game),
        picture: <OwnPicture board={each} />,
      };
    }),
  ];
  const other = nextLanguage(language);
  const isDark = dark(theme);

  return (
    <div className={game ? "home home-chosen" : "home"}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a part of the page, and addresses are pages here */}
      <a className="skip" href="#games" onClick={(event) => event.preventDefault()}>
        {t.common.skip}
      </a>
      <main className="home-main">
        <header className="home-top">
          <Logo width={50} />
          <span className="home-name">{t.common.name}</span>
          <nav>
            {PAGES["puzzles"] && <a href="#/puzzles">{t.common.puzzles}</a>}
            {PAGES["replay"] && <a href="#/replay">{t.common.replays}</a>}
            {PAGES["rules"] && <a href={`#/rules/${choice ?? home.games[0]?.game ?? ""}`}>{t.common.rules}</a>}
            <button type="button" className="plain" lang={other} onClick={() => change({ language: other })}>
              <span className="wide-only">{LANGUAGES[other]?.name}</span>
              <span className="narrow-only">
                {other.toUpperCase()} <span className="hidden">{LANGUAGES[other]?.name}</span>
              </span>
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={isDark ? t.home.light : t.home.dark}
              title={isDark ? t.home.light : t.home.dark}
              onClick={() => change({ theme: isDark ? "light" : "dark" })}
            >
              <Icon name={isDark ? "sun" : "moon"} />
            </button>
            <button
              type="button"
              className="icon-button"
              aria-label={t.common.settings}
              onClick={() => setSettingsOpen(true)}
            >
              <Icon name="settings" />
            </button>
          </nav>
        </header>
        <div className="home-title">
          <div>
            <h1>{t.home.which}</h1>
            <p>{t.home.how}</p>
          </div>
          {/* Its room is kept, so that nothing moves when it comes. */}
          <div className="home-first">
            <Safely>
              <Suspense fallback={null}>
                <Invitation games={home.games} />
              </Suspense>
            </Safely>
          </div>
        </div>
        <Radios className="games" id="games" label={t.home.which}>
          {cards.map((each) => (
            <button
              key={each.key}
              type="button"
              role="radio"
              aria-checked={each.key === choice}
              className={each.key === choice ? "game game-on" : "game"}
              data-game={each.key}
              onClick={() => setChoice(each.key)}
            >
              <span className="game-picture">{each.picture}</span>
              <span className="game-text">
                <b>{each.name}</b>
                <small>
                  <Icon name="people" size={16} /> {each.players}
                </small>
                <span>{each.about}</span>
              </span>
              {each.key === choice && (
                <span className="game-check">
                  <Icon name="check" size={18} />
                </span>
              )}
            </button>
          ))}
        </Radios>
        {tables.length > 0 && (
          <section className="known" aria-label={t.home.yourTables}>
            <h2>{t.home.yourTables}</h2>
            <ul>
              {tables.slice(0, 6).map((known) => {
                const info = ofGame(home.games, known.game);
                return (
                  <li key={known.table}>
                    <a className="button" href={`#/t/${known.table}`}>
                      <Icon name="play" size={18} />
                      {t.home.continue}: {info ? gameName(info, language) : known.game}
                    </a>
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={t.home.forget}
                      title={t.home.forget}
                      onClick={() => forgetTable(known.table)}
                    >
                      <Icon name="cross" size={16} />
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        )}
        <footer className="home-foot">
          <span>{t.home.unofficial}</span>
          <span data-engine>{t.settings.engine(home.version, home.compiled)}</span>
        </footer>
      </main>
      {game && (
        <Setup
          key={choice}
          game={game}
          own={own}
          bots={home.bots}
          ownBoards={home.custom_boards && game.has_board && !own}
          onClose={() => setChoice(null)}
        />
      )}
      {settingsOpen && (
        <Suspense fallback={null}>
          <SettingsDialog onClose={() => setSettingsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
