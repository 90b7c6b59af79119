import { useEffect, useRef } from "react";

/**
 * Keys stay at the table. A button that goes away, or can't be pressed while a choice is on its way,
 * drops the focus to the page; it comes back to that button, or to the words that say what is next.
 */
export function useFocusKept(moment: unknown, busy: boolean): void {
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const entered = (event: FocusEvent): void => {
      last.current = event.target as HTMLElement;
    };
    // A press beside everything takes the focus away on purpose.
    const pressed = (): void => {
      last.current = null;
    };
    document.addEventListener("focusin", entered);
    document.addEventListener("pointerdown", pressed);
    return () => {
      document.removeEventListener("focusin", entered);
      document.removeEventListener("pointerdown", pressed);
    };
  }, []);
  useEffect(() => {
    const lost = last.current;
    if (busy || !lost || (document.activeElement && document.activeElement !== document.body)) return;
    if (document.querySelector("dialog[open]")) return;
    if (lost.isConnected && !lost.matches(":disabled")) lost.focus();
    else [...document.querySelectorAll<HTMLElement>("[data-home]")].find((home) => home.checkVisibility())?.focus();
  }, [moment, busy]);
}
