import { type ReactElement, useEffect, useRef, useState } from "react";
import { ofGame } from "../app/games";
import { Logo, Message } from "../app/Message";
import type { PageProps } from "../app/pages";
import { Thumbnail } from "../board";
import { LANGUAGES, nextLanguage, useTexts } from "../i18n";
import { api } from "../net/api";
import { knownTables } from "../net/keys";
import { useStore } from "../net/store";
import { change, dark, type Language, useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { YardPicture } from "../ui/YardPicture";
import "../board/board.css";
import "./learn.css";
import { Blocks } from "./Blocks";
import { PictureDefs } from "./Picture";
import { GAME_KEYS, hasPage, type Page, pageOf, titlesOf } from "./texts";

/** `#/rules/GAME?s=SECTION`; without a game, the guide to a first match. */
export default function RulesPage({ rest, query }: PageProps): ReactElement {
  const t = useTexts();
  const { language } = useSettings();
  const key = rest[0] || "guide";
  const [loaded, setLoaded] = useState<{ key: string; language: Language; page: Page } | null>(null);
  const [titles, setTitles] = useState<Readonly<Record<string, string>>>({});
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    if (!hasPage(key)) return;
    let current = true;
    setFailed(false);
    Promise.all([pageOf(key, language), titlesOf(language)]).then(
      ([page, all]) => {
        if (!current) return;
        setLoaded({ key, language, page });
        setTitles(all);
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [key, language]);
  if (!hasPage(key)) return <Message title={t.learn.missing} home />;
  if (failed) return <Message title={t.learn.problem} home />;
  const page = loaded?.key === key && loaded.language === language ? loaded.page : null;
  return (
    <div className="learn">
      <PictureDefs />
      <Top />
      <Menu now={key} page={page} titles={titles} />
      <main className="learn-main" id="learn-main">
        {page && <Text key={key} name={key} page={page} section={query.get("s")} />}
      </main>
    </div>
  );
}

/** Home, language and theme; above them a way past. */
function Top(): ReactElement {
  const t = useTexts();
  const { language, theme } = useSettings();
  const isDark = dark(theme);
  const other = nextLanguage(language);
  return (
    <header className="learn-top">
      <a className="learn-logo" href="#/" title={t.learn.home}>
        <Logo width={40} />
        <span>{t.common.name}</span>
      </a>
      <button type="button" className="learn-plain" lang={other} onClick={() => change({ language: other })}>
        {LANGUAGES[other]?.name}
      </button>
      <button
        type="button"
        className="learn-plain"
        aria-label={isDark ? t.home.light : t.home.dark}
        title={isDark ? t.home.light : t.home.dark}
        onClick={() => change({ theme: isDark ? "light" : "dark" })}
      >
        <Icon name={isDark ? "sun" : "moon"} />
      </button>
    </header>
  );
}

/** From here on the contents have a column of their own; below they open by a tap. */
const WIDE = 861;

/** All pages, and the sections of the one that is open. */
function Menu({
  now,
  page,
  titles,
}: {
  now: string;
  page: Page | null;
  titles: Readonly<Record<string, string>>;
}): ReactElement {
  const t = useTexts();
  const tables = useStore(knownTables);
  const table = ofGame(tables, now);
  return (
    <nav className="learn-menu" aria-label={t.learn.title}>
      <ul className="learn-pages">
        {Object.entries(titles).map(([key, title]) => (
          <li key={key}>
            <a href={`#/rules/${key}`} aria-current={key === now ? "page" : undefined}>
              {title}
            </a>
          </li>
        ))}
      </ul>
      {page && (
        <details key={page.title} className="learn-contents" open={innerWidth >= WIDE}>
          <summary>{t.learn.contents}</summary>
          <ol>
            {page.sections.map((section) => (
              <li key={section.key}>
                <a href={`#/rules/${now}?s=${section.key}`}>{section.title}</a>
              </li>
            ))}
          </ol>
        </details>
      )}
      {table && (
        <a className="learn-button" href={`#/t/${table.table}`}>
          {t.learn.table}
        </a>
      )}
    </nav>
  );
}

interface TextProps {
  name: string;
  page: Page;
  section: string | null;
}

function Text({ name, page, section }: TextProps): ReactElement {
  const t = useTexts();
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${page.title} · ${t.common.name}`;
  }, [page, t]);
  useEffect(() => {
    const heading = section
      ? root.current?.querySelector<HTMLElement>(`[data-section="${CSS.escape(section)}"]`)
      : null;
    if (heading) {
      heading.focus({ preventScroll: true });
      heading.scrollIntoView({ block: "start" });
    } else {
      window.scrollTo(0, 0);
    }
  }, [section, name]);
  return (
    <article ref={root} className="learn-text">
      <h1>{page.title}</h1>
      <p className="learn-lead">{page.lead}</p>
      {page.facts && <Hero game={name} />}
      {page.facts && (
        <dl className="learn-facts" aria-label={t.learn.atAGlance}>
          {page.facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {page.sections.map((each) => (
        <section key={each.key} aria-labelledby={`learn-${each.key}`}>
          <h2 id={`learn-${each.key}`} data-section={each.key} tabIndex={-1}>
            {each.title}
          </h2>
          <Blocks blocks={each.blocks} />
        </section>
      ))}
      {page.first && (
        <section className="learn-first" aria-labelledby="learn-first">
          <h2 id="learn-first">{t.learn.first}</h2>
          <ul>
            {page.first.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {page.about && (
        <section aria-labelledby="learn-about">
          <h2 id="learn-about">{t.learn.aboutBoard}</h2>
          <Blocks blocks={page.about} />
        </section>
      )}
      {page.boards && <Boards />}
      {page.facts && (
        <p>
          <a className="learn-button learn-primary" href={`#/new/${name}`}>
            {t.learn.play(page.title)}
          </a>
        </p>
      )}
    </article>
  );
}

/** The board from afar, or a yard where there is none. */
function Hero({ game }: { game: string }): ReactElement {
  const [shown, setShown] = useState<ReactElement | null>(null);
  useEffect(() => {
    let current = true;
    const load = async (): Promise<ReactElement> => {
      const home = await api.home();
      if (!ofGame(home.games, game)?.has_board) return <YardPicture />;
      const [drawing, geography] = await Promise.all([api.gameDrawing(game), api.geography(game).catch(() => null)]);
      return <Thumbnail drawing={drawing} geography={geography} />;
    };
    // Without a server the rules can still be read.
    load().then(
      (picture) => current && setShown(picture),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [game]);
  return (
    <div className="learn-hero" aria-hidden="true">
      {shown}
    </div>
  );
}

/** What the games' own pages say about where their boards come from. */
function Boards(): ReactElement {
  const { language } = useSettings();
  const [pages, setPages] = useState<readonly Page[]>([]);
  useEffect(() => {
    let current = true;
    void Promise.all(GAME_KEYS.map((key) => pageOf(key, language))).then((all) => current && setPages(all));
    return () => {
      current = false;
    };
  }, [language]);
  return (
    <>
      {pages.map(
        (page) =>
          page.about && (
            <section key={page.title}>
              <h2>{page.title}</h2>
              <Blocks blocks={page.about} />
            </section>
          ),
      )}
    </>
  );
}
