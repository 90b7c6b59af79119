import { type ReactElement, useEffect, useMemo, useRef, useState } from "react";
import { usePlay } from "../play/context";
import { problemText } from "../play/refusals";
import type { Offer, Offered } from "../protocol/messages";
import { Icon } from "../ui/icons";
import "./coach.css";
import { percent, type Speaker } from "./say";
import { decisionKey } from "./table";
import { useSpeaker } from "./useCoach";

interface TicketHelperProps {
  /** What is said beside each ticket. */
  onNotes: (notes: ReadonlyMap<number, string>) => void;
  /** Choose these of the offered tickets. */
  onChoose: (tickets: readonly number[]) => void;
}

/** A line for each ticket: turns that it needs, and how often it is done. */
export function ticketNotes(speaker: Speaker, offer: Offer): Map<number, string> {
  const { words, language } = speaker;
  return new Map(
    offer.tickets.map((each) => [
      each.ticket,
      each.turns === null
        ? words.ticketNever
        : `${words.ticketTurns(each.turns)} · ${words.ticketDone(percent(language, each.chance, 0))}`,
    ]),
  );
}

/** What the offered tickets need, which of them fit together, and what the coach would keep. */
export default function TicketHelper({ onNotes, onChoose }: TicketHelperProps): ReactElement {
  const play = usePlay();
  const { model, socket, name } = play;
  const speaker = useSpeaker(model.facts, name);
  const { words, language } = speaker;
  const [offer, setOffer] = useState<Offer | null>(null);
  const [problem, setProblem] = useState("");
  const key = decisionKey(play);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says which decision is meant
  useEffect(() => {
    let current = true;
    socket.ask({ type: "offer", seat: model.me, at: model.seen.decision?.at ?? 0 }).then(
      (answer) => current && setOffer((answer as Offered).offer),
      (refusal) => current && setProblem(problemText(play, refusal)),
    );
    return () => {
      current = false;
    };
  }, [key]);
  const notes = useMemo(() => (offer ? ticketNotes(speaker, offer) : null), [speaker, offer]);
  useEffect(() => {
    if (notes) onNotes(notes);
  }, [notes, onNotes]);
  const best = offer?.keeps[0];
  const box = useRef<HTMLElement>(null);
  // With what is noted on the tickets above they are higher.
  useEffect(() => {
    if (offer) requestAnimationFrame(() => box.current?.scrollIntoView({ block: "nearest" }));
  }, [offer]);
  return (
    <section ref={box} className="helper-fit" aria-label={words.tickets} aria-live="polite">
      {problem && <p role="alert">{problem}</p>}
      {!offer && !problem && <p>{words.hintWait}</p>}
      {offer && best && (
        <>
          <h3>
            <Icon name="bulb" size={22} /> {words.fit(best.tickets.length)} <small>{words.mastersChoice}</small>
          </h3>
          <p>
            <b>{best.tickets.map(speaker.ticket).join(", ")}</b>
          </p>
          <p>
            {best.turns !== null && words.fitHow(best.turns, offer.time)}{" "}
            {best.tickets.length > 0 && words.fitChance(percent(language, best.chance, 0))}
          </p>
          <button type="button" className="button" onClick={() => onChoose(best.tickets)}>
            {words.keepThem}
          </button>
        </>
      )}
    </section>
  );
}
