import { type ReactElement, useEffect, useState } from "react";
import { Chat } from "./Chat";
import { usePlay } from "./context";
import { LogList } from "./LogList";
import { Flags } from "./mechanics/Flags";
import { Goals } from "./mechanics/Goals";
import { ShareTable } from "./mechanics/Shares";
import { Technology } from "./mechanics/Technology";

export type Tab = "technology" | "goals" | "flags" | "shares" | "log" | "chat";

/** A tab for each mechanic that the view has, and for log and chat. */
export function useTabs(): [Tab, string][] {
  const { t, model } = usePlay();
  const { mechanics } = model.view;
  const tabs: [Tab, string][] = [];
  if (mechanics.technology) tabs.push(["technology", t.mechanics.technology.title]);
  if (mechanics.goals) tabs.push(["goals", t.mechanics.goals.title]);
  if (mechanics.flags) tabs.push(["flags", t.mechanics.flags.title]);
  if (mechanics.shares) tabs.push(["shares", t.mechanics.shares.title]);
  tabs.push(["log", t.play.logTab], ["chat", t.play.chat]);
  return tabs;
}

/** How many lines of the chat were written since it was last looked at. */
export function useUnread(looking: boolean): number {
  const { state } = usePlay();
  const count = state.chat.length;
  const [read, setRead] = useState(count);
  useEffect(() => {
    if (looking) setRead(count);
  }, [looking, count]);
  return looking ? 0 : Math.max(0, count - read);
}

export function Mechanic({ tab }: { tab: Tab }): ReactElement | null {
  if (tab === "technology") return <Technology />;
  if (tab === "goals") return <Goals />;
  if (tab === "flags") return <Flags />;
  return tab === "shares" ? <ShareTable /> : null;
}

/** What does not need to be seen all the time. */
export function Tabs(): ReactElement {
  const tabs = useTabs();
  const [chosen, setChosen] = useState<Tab>(tabs[0]?.[0] ?? "log");
  const tab = tabs.some(([key]) => key === chosen) ? chosen : "log";
  const unread = useUnread(tab === "chat");
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
            onClick={() => setChosen(key)}
          >
            {text}
            {key === "chat" && unread > 0 && <i className="unread">{unread}</i>}
          </button>
        ))}
      </div>
      <div className="tab-body" role="tabpanel" tabIndex={0} aria-label={tabs.find(([key]) => key === tab)?.[1]}>
        {tab === "log" ? <LogList /> : tab === "chat" ? <Chat /> : <Mechanic tab={tab} />}
      </div>
    </section>
  );
}
