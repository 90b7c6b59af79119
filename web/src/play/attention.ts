/** Telling a person that it is their turn: title, notice, and the chime where no moment rings it. */

import { useEffect, useRef } from "react";
import { playSound } from "../moments/sound";
import { motionNow, settings } from "../settings/settings";
import { usePlay } from "./context";

/**
 * Show a notice of the system. Where a page may not make one (Android), the service worker does; where
 * nothing can, there is none.
 */
export async function notice(title: string, body: string): Promise<void> {
  if (typeof Notification === "undefined" || Notification.permission !== "granted") return;
  const tag = "wagonik-turn";
  try {
    const made = new Notification(title, { body, tag });
    made.onclick = () => window.focus();
    return;
  } catch {
    // The constructor is not for pages here.
  }
  try {
    await navigator.serviceWorker.register("/notices.js");
    const worker = await navigator.serviceWorker.ready;
    await worker.showNotification(title, { body, tag, data: location.href });
  } catch {
    // No notice: the title of the page says it all the same.
  }
}

export function Attention({ gameName }: { gameName: string }): null {
  const { model, t } = usePlay();
  const mine = model.seen.decision !== null;
  const { turn } = model.view;
  const { events } = model.seen;
  const heard = useRef(events.length);
  useEffect(() => {
    document.title = mine ? `● ${t.play.yourTurn} · ${gameName}` : `${gameName} · ${t.common.name}`;
    if (!mine) return;
    const still = motionNow() === "none" || settings.get().pace === "instant";
    if (still) playSound("turn");
    if (settings.get().notify && document.hidden) void notice(gameName, t.play.notify);
  }, [mine, turn, t, gameName]);
  useEffect(() => {
    const fresh = events.slice(heard.current);
    heard.current = events.length;
    const still = motionNow() === "none" || settings.get().pace === "instant";
    if (still && fresh.length < 40 && fresh.some((event) => event.event === "claimed")) playSound("couple");
  }, [events]);
  return null;
}
