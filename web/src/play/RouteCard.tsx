import { type ReactElement, useMemo } from "react";
import type { Way } from "../protocol/messages";
import { Icon } from "../ui/icons";
import { type Play, usePlay, usePointing } from "./context";
import { ticketStatus, total } from "./model";
import { after } from "./network";
import { PayChooser } from "./PayChooser";
import { WhyNot } from "./WhyNot";

/** Everything about one track: what it is, what it does for me, how to pay, or why not. */
export function RouteCard({ track }: { track: number }): ReactElement | null {
  const play = usePlay();
  const { model, t } = play;
  const pointing = usePointing();
  const facts = model.facts.tracks[track];
  const claim = model.claimable.get(track);
  const pinned = pointing.pinned === track;
  const tickets = useMemo(() => helped(play, track), [play, track]);
  if (!facts) return null;
  const kind = facts.tunnel ? t.play.tunnel : facts.kind === "ferry" ? t.play.ferry : t.play.ordinary;
  const line = [
    kind,
    play.kind(facts.colour as Parameters<Play["kind"]>[0]),
    t.common.spaces(facts.length),
    ...(facts.locomotives > 0 ? [t.play.locomotives(facts.locomotives)] : []),
    ...(facts.bonus > 0 ? [t.play.bonus(facts.bonus)] : []),
    ...(facts.exchange > 0 ? [t.play.exchangeNote(facts.exchange)] : []),
    ...facts.railroads,
  ];
  return (
    <section className={pinned ? "route-card route-card-pinned" : "route-card"} aria-label={play.route(track)}>
      <header>
        <h2>{play.route(track)}</h2>
        <b className="route-points">+{facts.points}</b>
      </header>
      <p className="quiet">{line.join(" · ")}</p>
      {claim && tickets.length > 0 && (
        <ul className="helps">
          {tickets.map((text) => (
            <li key={text}>
              <Icon name="ticket" size={18} /> {text}
            </li>
          ))}
        </ul>
      )}
      {claim ? (
        <PayChooser
          key={claim.action}
          actions={[claim.action]}
          auto={pointing.claiming === track}
          label={(way: Way) => t.play.claim(t.common.cards(total(way.cards)))}
        />
      ) : (
        <WhyNot track={track} />
      )}
    </section>
  );
}

/** What a claim would do for my tickets, in sentences. */
function helped(play: Play, track: number): string[] {
  const { model, t } = play;
  if (!model.claimable.has(track)) return [];
  const then = after(model.network, track);
  return model.tickets.flatMap((now) => {
    if (now.state !== "open" || !now.route) return [];
    const next = ticketStatus(then, now.ticket);
    if (!next.route || next.route.pieces >= now.route.pieces) return [];
    const name = play.ticket(now.ticket);
    if (next.state === "done") return [t.play.thenDone(name)];
    return [t.play.nearer(name, t.common.routes(next.route.tracks.length))];
  });
}
