import { useEffect, useRef } from "react";
import { closeHint, pressHint } from "../coach/table";
import { change, PACES, settings } from "../settings/settings";
import type { Play } from "./context";

/** Keys of the whole table; the board has its own while it has the focus. */
export function useKeys(play: Play | null, onHelp: () => void): void {
  const now = useRef({ play, onHelp });
  now.current = { play, onHelp };
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { play, onHelp } = now.current;
      const target = event.target as HTMLElement;
      if (!play || event.ctrlKey || event.metaKey || event.altKey) return;
      // A dialog has all keys, even when the focus fell out of it because its button went away.
      if (target.closest("input, textarea, select") || document.querySelector("dialog[open]")) return;
      const choose = (family: string, argument?: number): void => {
        const found = play.model.choices
          .get(family)
          ?.find((each) => argument === undefined || each.argument === argument);
        if (found && play.free) void play.act([found.action]);
      };
      const key = event.key.toLowerCase();
      if (key >= "1" && key <= "5") marketKey(play, Number(key) - 1);
      else if (key === "d") choose("deck");
      else if (key === "t") choose("tickets");
      else if (key === "u") play.undo?.();
      else if (key === " " && play.model.seen.heldUntil !== null && target === document.body)
        void play.socket.ask({ type: "go_on", seat: play.model.me }).catch(() => undefined);
      else if (key === " " && target === document.body) pressFirst(".ribbon-pause");
      else if (key === "<" || key === ">") changePace(key === "<" ? -1 : 1);
      else if (key === "b") nextChip();
      else if (key === "l") document.querySelector<HTMLElement>(".log-box")?.focus();
      else if (key === "a") change({ all: !settings.get().all });
      else if (key === "h") pressHint(play);
      else if (key === "?") onHelp();
      else if (key === "escape") {
        closeHint();
        play.point({ pinned: null, near: [], kind: null, ticket: null, buying: null, chosen: {} });
      } else if (key === "c" || key === "r") enterBoard(event.key);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}

const pressFirst = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click();

function changePace(step: number): void {
  const at = PACES.indexOf(settings.get().pace) + step;
  const pace = PACES[at];
  if (pace) change({ pace });
}

/** The next move of the ribbon, after the one that is shown again now. */
function nextChip(): void {
  const chips = [...document.querySelectorAll<HTMLElement>(".ribbon button.chip")];
  const on = chips.findIndex((chip) => chip.getAttribute("aria-pressed") === "true");
  const next = chips[(on + 1) % chips.length];
  next?.focus();
  next?.click();
}

function marketKey(play: Play, slot: number): void {
  const kind = play.model.view.market[slot];
  const found = play.model.choices.get("market")?.find((each) => each.text === `take:${kind}`);
  if (found && play.free) void play.act([found.action]);
}

/** Keys of the board work from anywhere: the board gets the focus and the key. */
function enterBoard(key: string): void {
  const place = document.querySelector<SVGElement>(".board-play [data-place][tabindex='0']");
  place?.focus();
  place?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
}
