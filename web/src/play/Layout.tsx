import { type ReactElement, useSyncExternalStore } from "react";
import { Logo } from "../app/Message";
import { PAGES } from "../app/pages";
import { Safely } from "../app/Safely";
import { Icon } from "../ui/icons";
import { BoardPane } from "./BoardPane";
import { usePlay } from "./context";
import { LastRound } from "./LastRound";
import { MySide } from "./MySide";
import { Cities, Yards } from "./mechanics/Yards";
import { SeatStrip, Seats } from "./Seats";
import { Sheet } from "./Sheet";
import { Tabs } from "./Tabs";
import { Tickets } from "./Tickets";
import { TurnBar } from "./TurnBar";

/** Phones lie or stand; a tablet that stands has its panels below the board, one that lies beside it. */
type Size = "wide" | "two" | "tall" | "phone";

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener("resize", listener);
  return () => window.removeEventListener("resize", listener);
};
const sizeNow = (): Size => {
  if (innerWidth < 700 || innerHeight < 520) return innerWidth < 1000 ? "phone" : "two";
  if (innerWidth >= 1100) return "wide";
  return innerHeight > innerWidth ? "tall" : "two";
};
export const useSize = (): Size => useSyncExternalStore(subscribe, sizeNow);

/** Boards broader than this need the width of the left column more than the seats do. */
const BROAD = 1.15;

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
  const { drawing } = board;
  const broad = drawing !== null && drawing.width > drawing.height * BROAD;
  const yards = mechanics.yards !== undefined && !drawing;
  const phone = size === "phone";
  const middle = yards ? <Yards compact={phone} /> : <BoardPane phone={phone} />;

  if (phone) {
    return (
      <div className={yards ? "table table-phone table-yards" : "table table-phone"}>
        <TurnBar {...props} />
        <SeatStrip />
        {/* Yards that the sheet leaves little room are scrolled, also by keys. */}
        <main className="table-middle" tabIndex={yards ? 0 : undefined}>
          {middle}
          <LastRound />
        </main>
        <Sheet />
      </div>
    );
  }
  if (size === "tall") {
    return (
      <div className={yards ? "table table-tall table-yards" : "table table-tall"}>
        <TurnBar {...props} />
        <SeatStrip />
        <main className="table-middle">
          {middle}
          <LastRound />
        </main>
        <aside className="table-foot" aria-label={t.play.sheet}>
          <div className="foot-column">
            <MySide onFinal={props.onFinal} cardsOnly />
          </div>
          <div className="foot-column">
            {model.mine && <Tickets />}
            {yards && <Cities />}
            <Beside />
          </div>
        </aside>
      </div>
    );
  }
  if (size === "two" || yards || broad) {
    const wide = size === "wide";
    return (
      <div className={`table table-two${yards ? " table-yards" : ""}${broad ? " table-broad" : ""}`}>
        <div className="table-main">
          <div className="broad-top">
            <Top {...props} />
            {!(yards && wide) && <SeatStrip />}
          </div>
          <main className="table-middle">
            {yards ? (
              middle
            ) : (
              <div className="table-board">
                {middle}
                <LastRound />
              </div>
            )}
            {yards && <LastRound />}
            {yards && wide && (
              <div className="yards-foot">
                <Cities />
                <Beside />
              </div>
            )}
          </main>
        </div>
        <aside className="table-right" aria-label={t.play.sheet}>
          <MySide onFinal={props.onFinal} />
          {!(yards && wide) && <Beside />}
        </aside>
      </div>
    );
  }
  return (
    <div className="table table-wide">
      <aside className="table-left" aria-label={t.play.seats}>
        <Top {...props} />
        <Seats />
        <Beside />
      </aside>
      <main className="table-middle">
        <div className="table-board">
          {middle}
          <LastRound />
        </div>
      </main>
      <aside className="table-right" aria-label={t.play.sheet}>
        <MySide onFinal={props.onFinal} />
      </aside>
    </div>
  );
}

/** Log, chat and what else is read beside a match: none of it may take the table along. */
function Beside(): ReactElement {
  return (
    <Safely>
      <Tabs />
    </Safely>
  );
}

function Top({ gameName, onSettings, onTable }: LayoutProps): ReactElement {
  const { t, board, state } = usePlay();
  return (
    <header className="top">
      <a href="#/" className="top-name" title={t.play.home}>
        <Logo width={34} />
        <span>
          <b>{t.common.name}</b>
          <small>
            {gameName}
            {state.table?.what_if != null && ` · ${t.play.whatIf}`}
          </small>
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
