import { type ReactElement, useEffect, useRef, useState } from "react";
import { Safely } from "../app/Safely";
import { Icon, type IconName } from "../ui/icons";
import { Chat } from "./Chat";
import { usePlay, usePointing } from "./context";
import { Hand } from "./Hand";
import { LogList } from "./LogList";
import { DiscardsOpen, Market, MarketLine } from "./Market";
import { Decision, Laying, Looked } from "./MySide";
import { Cities } from "./mechanics/Yards";
import { total } from "./model";
import { Mechanic, type Tab, useTabs, useUnread } from "./Tabs";
import { Tickets } from "./Tickets";

type Stop = "peek" | "market" | "full";
const UP: Record<Stop, Stop> = { peek: "market", market: "full", full: "full" };
const DOWN: Record<Stop, Stop> = { peek: "peek", market: "peek", full: "market" };
/** A pull of more pixels than this goes to the next height. */
const PULL = 24;

const ICONS: Partial<Record<Tab, IconName>> = { log: "book", chat: "chat", flags: "flag" };

/**
 * What is mine on a small screen, in three heights: the hand; the hand and the market; and one more
 * thing (tickets, log, chat, a mechanic) up to the seats. Questions and the route that is looked at
 * take the place of the market. The bar at its foot is always there.
 */
export function Sheet(): ReactElement {
  const { t, model, point } = usePlay();
  const pointing = usePointing();
  const [stop, setStop] = useState<Stop>("market");
  const [tab, setTab] = useState<Tab | "tickets">("tickets");
  const from = useRef<number | null>(null);
  const dragged = useRef(false);
  const tabs = useTabs();
  const unread = useUnread(stop === "full" && tab === "chat");
  const step = model.seen.decision?.step;
  const asked = step !== undefined && step !== "turn" && step !== "second_card";
  const looking = pointing.pinned !== null || pointing.near.length > 0 || pointing.buying !== null;
  const urgent = asked || looking;
  // What has to be answered or was touched comes into sight.
  useEffect(() => {
    if (urgent) setStop((now) => (now === "full" ? "market" : now));
  }, [urgent]);
  const done = model.tickets.filter((each) => each.state === "done").length;

  const open = (next: Tab | "tickets"): void => {
    setTab(next);
    setStop((now) => (now === "full" && tab === next ? "market" : "full"));
  };
  const draw = (): void => {
    point({ pinned: null, near: [], buying: null });
    setStop((now) => (now === "market" && !looking ? "peek" : "market"));
  };
  const item = (key: string, icon: IconName, text: string, on: boolean, press: () => void, extra?: ReactElement) => (
    <button
      key={key}
      type="button"
      className={on ? "bar-item bar-on" : "bar-item"}
      aria-pressed={on}
      data-anchor={`bar-${key}`}
      onClick={press}
    >
      <Icon name={icon} size={22} />
      <span>{text}</span>
      {extra}
    </button>
  );
  // Cards that are being laid for the yard need the room of the market.
  const market = stop === "market" && !urgent && total(pointing.chosen) === 0;
  return (
    <aside className={`sheet sheet-${stop}`} aria-label={t.play.sheet}>
      <button
        type="button"
        className="sheet-handle"
        aria-label={t.play.sheetMore}
        aria-expanded={stop !== "peek"}
        onPointerDown={(event) => {
          from.current = event.clientY;
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerUp={(event) => {
          const way = event.clientY - (from.current ?? event.clientY);
          dragged.current = Math.abs(way) > PULL;
          if (dragged.current) setStop((now) => (way < 0 ? UP[now] : DOWN[now]));
        }}
        onClick={() => {
          // A tap or a key; what was dragged has moved already.
          if (!dragged.current) setStop((now) => (now === "full" ? "peek" : UP[now]));
          dragged.current = false;
        }}
      >
        <i />
      </button>
      <div className="sheet-body">
        {stop !== "full" && (
          <div className="sheet-now">
            <Looked />
            <Decision />
          </div>
        )}
        {stop !== "full" && asked && <MarketLine />}
        {market && <Market compact />}
        {model.mine && <Hand />}
        {stop !== "full" && <Laying />}
        {stop === "full" && (
          <Safely key={tab}>
            <div className="sheet-more">
              {tab === "tickets" && model.mine && <Tickets take onShow={() => setStop("market")} />}
              {tab === "tickets" && <Cities />}
              {tab === "log" && <DiscardsOpen named />}
              {tab === "log" && <LogList />}
              {tab === "chat" && <Chat />}
              {tab !== "tickets" && <Mechanic tab={tab} />}
            </div>
          </Safely>
        )}
      </div>
      <nav className="sheet-bar" aria-label={t.play.sheet}>
        {item("draw", "card", t.play.drawTab, market, draw)}
        {model.mine &&
          item(
            "tickets",
            "ticket",
            t.play.ticketsTab(done, model.tickets.length),
            stop === "full" && tab === "tickets",
            () => open("tickets"),
          )}
        {tabs.map(([key, text]) =>
          item(
            key,
            ICONS[key] ?? "star",
            text,
            stop === "full" && tab === key,
            () => open(key),
            key === "chat" && unread > 0 ? <i className="unread">{unread}</i> : undefined,
          ),
        )}
      </nav>
    </aside>
  );
}
