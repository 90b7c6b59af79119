import { type ReactElement, useEffect, useState } from "react";
import { useStore } from "../net/store";
import { usePlay } from "../play/context";
import type { Emoted } from "../protocol/messages";
import { useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { seatEdge, seatFill } from "../ui/symbols";
import { playSound } from "./sound";
import { find } from "./stage";

const EMOTES: readonly Emoted["emote"][] = ["hello", "bravo", "wow", "hurry", "oops", "thanks"];
const STAY = 3200;

/** A few things to say without writing; only where somebody else is there to see them. */
export function EmoteButton(): ReactElement | null {
  const { t, model, state, socket, say } = usePlay();
  const { emotes } = useSettings();
  const [open, setOpen] = useState(false);
  const people = (state.table?.seats ?? []).filter((seat) => seat.kind === "person").length;
  const here = state.you?.seats.length ?? 0;
  if (!emotes || model.me < 0 || (people <= here && (state.table?.watchers ?? 0) === 0)) return null;
  return (
    <span className="emotes">
      <button
        type="button"
        className="icon-button"
        aria-label={t.moments.emote}
        title={t.moments.emote}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="smile" />
      </button>
      {open && (
        <span className="emote-list">
          {EMOTES.map((emote) => (
            <button
              key={emote}
              type="button"
              className="chip"
              onClick={() => {
                setOpen(false);
                socket.ask({ type: "emote", seat: model.me, emote }).catch(() => say(t.moments.tooMany));
              }}
            >
              {t.moments.emotes[emote]}
            </button>
          ))}
        </span>
      )}
    </span>
  );
}

/** What others feel, beside their seat, for a moment. */
export function EmoteBubble(): ReactElement | null {
  const { t, socket, name } = usePlay();
  const { emotes } = useSettings();
  const last = useStore(socket.emote);
  const [shown, setShown] = useState<Emoted | null>(null);
  useEffect(() => {
    if (!last || !emotes) return;
    setShown(last);
    playSound("emote", false);
    const timer = setTimeout(() => setShown(null), STAY);
    return () => clearTimeout(timer);
  }, [last, emotes]);
  const place = shown && find(`seat-${shown.seat}`)?.getBoundingClientRect();
  if (!shown || !place) return null;
  return (
    <p
      className="emote-bubble"
      role="status"
      style={{
        left: Math.min(innerWidth - 140, place.left + 30),
        top: place.bottom - 6,
        background: seatFill(shown.seat),
        borderColor: seatEdge(shown.seat),
      }}
    >
      <span className="heard">{name(shown.seat)}: </span>
      {t.moments.emotes[shown.emote]}
    </p>
  );
}
