import { type ReactElement, useState, useSyncExternalStore } from "react";
import { Logo } from "../app/Message";
import { PAGES } from "../app/pages";
import { Icon } from "../ui/icons";
import { BoardPane } from "./BoardPane";
import { Chat } from "./Chat";
import { usePlay } from "./context";
import { LastRound } from "./LastRound";
import { LogList } from "./LogList";
import { MySide } from "./MySide";
import { Flags } from "./mechanics/Flags";
import { Goals } from "./mechanics/Goals";
import { ShareTable } from "./mechanics/Shares";
import { Technology } from "./mechanics/Technology";
import { Cities, Yards } from "./mechanics/Yards";
import { SeatStrip, Seats } from "./Seats";
import { Sheet } from "./Sheet";

type Size = "wide" | "tablet" | "phone";

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
};
const sizeNow = (): Size => (innerWidth >= 1100 ? "wide" : innerWidth >= 700 ? "tablet" : "phone");
export const useSize = (): Size => useSyncExternalStore(subscribe, sizeNow);

interface LayoutProps {
  gameName: string;
  onSettings: () => void;
  onTable: () => void;
  onFinal: (() => void) | null;
}

export function Layout(props: LayoutProps): ReactElement {
  const { board, model, t } = usePlay();
  const size = useSize();
  const { mechanics } = model.view;
  const landscape = board.drawing !== null && board.drawing.width > board.drawing.height;
  const band = size === "wide" && landscape && mechanics.shares !== undefined;
  const yards = mechanics.yards !== undefined && !board.drawing;
  const middle = yards ? <Yards compact={size === "phone"} /> : <BoardPane phone={size === "phone"} />;

  if (size === "phone") {
    return (
      <div className={yards ? "table table-phone table-yards" : "table table-phone"}>
        <SeatStrip onMenu={props.onTable} />
        <main className="table-middle">
          {middle}
          <LastRound />
        </main>
        <Sheet>
          <MySide onFinal={props.onFinal} />
          {yards && <Cities />}
          <Tabs band={false} />
        </Sheet>
      </div>
    );
  }
  if (size === "tablet" || yards) {
    return (
      <div className={yards ? "table table-two table-yards" : "table table-two"}>
        <main className="table-middle">
          {yards ? <Top {...props} /> : <SeatStrip onMenu={props.onTable} />}
          {middle}
          <LastRound />
          {yards && size === "wide" && (
            <div className="yards-foot">
              <Cities />
              <Tabs band={false} />
            </div>
          )}
        </main>
        <aside className="table-right" aria-label={t.play.sheet}>
          <MySide onFinal={props.onFinal} />
          {!(yards && size === "wide") && <Tabs band={false} />}
        </aside>
      </div>
    );
  }
  return (
    <div className="table table-wide">
      <aside className="table-left" aria-label={t.play.seats}>
        <Top {...props} />
        <Seats />
        <Tabs band={band} />
      </aside>
      <main className={band ? "table-middle table-banded" : "table-middle"}>
        <div className="table-board">
          {middle}
          <LastRound />
        </div>
        {band && <ShareTable />}
      </main>
      <aside className="table-right" aria-label={t.play.sheet}>
        <MySide onFinal={props.onFinal} />
      </aside>
    </div>
  );
}

function Top({ gameName, onSettings, onTable }: LayoutProps): ReactElement {
  const { t, board } = usePlay();
  return (
    <header className="top">
      <a href="#/" className="top-name" title={t.play.home}>
        <Logo width={34} />
        <span>
          <b>{t.common.name}</b>
          <small>{gameName}</small>
        </span>
      </a>
      {PAGES["rules"] && (
        <a
          className="icon-button"
          href={`#/rules/${board.facts.game}`}
          aria-label={t.common.rules}
          title={t.common.rules}
        >
          <Icon name="book" />
        </a>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={t.play.tableMenu}
        title={t.play.tableMenu}
        onClick={onTable}
      >
        <Icon name="people" />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t.common.settings}
        title={t.common.settings}
        onClick={onSettings}
      >
        <Icon name="settings" />
      </button>
    </header>
  );
}

type Tab = "technology" | "goals" | "flags" | "shares" | "log" | "chat";

/** What does not need to be seen all the time: a tab for each mechanic that the view has. */
function Tabs({ band }: { band: boolean }): ReactElement {
  const { t, model, state } = usePlay();
  const { mechanics } = model.view;
  const tabs: [Tab, string][] = [];
  if (mechanics.technology) tabs.push(["technology", t.mechanics.technology.title]);
  if (mechanics.goals) tabs.push(["goals", t.mechanics.goals.title]);
  if (mechanics.flags) tabs.push(["flags", t.mechanics.flags.title]);
  if (mechanics.shares && !band) tabs.push(["shares", t.mechanics.shares.title]);
  tabs.push(["log", t.play.logTab], ["chat", t.play.chat]);
  const [chosen, setChosen] = useState<Tab>(tabs[0]?.[0] ?? "log");
  const [read, setRead] = useState(state.chat.length);
  const tab = tabs.some(([key]) => key === chosen) ? chosen : "log";
  const unread = tab === "chat" ? 0 : state.chat.length - read;
  return (
    <section className="tabs">
      <div className="segments" role="tablist">
        {tabs.map(([key, text]) => (
          <button
            key={key}
            type="button"
            role="tab"
            aria-selected={tab === key}
            className={tab === key ? "segment segment-on" : "segment"}
            onClick={() => {
              setChosen(key);
              setRead(state.chat.length);
            }}
          >
            {text}
            {key === "chat" && unread > 0 && <i className="unread">{unread}</i>}
          </button>
        ))}
      </div>
      <div className="tab-body" role="tabpanel" tabIndex={0} aria-label={tabs.find(([key]) => key === tab)?.[1]}>
        {tab === "technology" && <Technology />}
        {tab === "goals" && <Goals />}
        {tab === "flags" && <Flags />}
        {tab === "shares" && <ShareTable />}
        {tab === "log" && <LogList />}
        {tab === "chat" && <Chat />}
      </div>
    </section>
  );
}
