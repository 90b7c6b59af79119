/** Telling a person that it is their turn: title, notification, sound. */

import { useEffect, useRef } from "react";
import { settings } from "../settings/settings";
import type { Play } from "./context";

let sounds: AudioContext | null = null;

/** Two soft notes, like a station's chime. */
function chime(notes: readonly number[]): void {
  sounds ??= new AudioContext();
  const start = sounds.currentTime;
  notes.forEach((note, i) => {
    if (!sounds) return;
    const tone = sounds.createOscillator();
    const volume = sounds.createGain();
    tone.frequency.value = note;
    tone.type = "sine";
    const at = start + i * 0.16;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime(0.12, at + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
    tone.connect(volume).connect(sounds.destination);
    tone.start(at);
    tone.stop(at + 0.55);
  });
}

export function useAttention(play: Play | null, gameName: string): void {
  const mine = play?.model.seen.decision != null;
  const turn = play?.model.view.turn ?? 0;
  const events = play?.model.seen.events;
  const heard = useRef(events?.length ?? 0);
  const t = play?.t;
  useEffect(() => {
    if (!t) return;
    document.title = mine ? `● ${t.play.yourTurn} · ${gameName}` : `${gameName} · ${t.common.name}`;
    if (!mine) return;
    const { sound, notify } = settings.get();
    if (sound) chime([659, 880]);
    if (notify && document.hidden && typeof Notification !== "undefined" && Notification.permission === "granted") {
      const notice = new Notification(gameName, { body: t.play.notify, tag: "wagonik-turn" });
      notice.onclick = () => window.focus();
    }
  }, [mine, turn, t, gameName]);
  useEffect(() => {
    const now = events ?? [];
    const fresh = now.slice(heard.current);
    heard.current = now.length;
    if (settings.get().sound && fresh.length < 40 && fresh.some((event) => event.event === "claimed")) chime([392]);
  }, [events]);
}
