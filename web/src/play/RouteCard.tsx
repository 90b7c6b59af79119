import { type ReactElement, useEffect, useMemo, useState } from "react";
import type { Way } from "../protocol/messages";
import { useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { type Play, usePlay } from "./context";
import { obstacle, ticketStatus, total } from "./model";
import { after } from "./network";
import { PayChooser } from "./PayChooser";

/** Everything about one track: what it is, what it does for me, how to pay, or why not. */
export function RouteCard({ track }: { track: number }): ReactElement | null {
  const play = usePlay();
  const { model, t, pointing } = play;
  const { confirm } = useSettings();
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
          track={track}
          auto={pinned && !confirm}
          label={(way: Way) => t.play.claim(t.common.cards(total(way.cards)))}
        />
      ) : (
        <WhyNot track={track} ask={pinned} />
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

/** Why a track can't be claimed now. */
function WhyNot({ track, ask }: { track: number; ask: boolean }): ReactElement {
  const play = usePlay();
  const { model, t, socket } = play;
  const facts = model.facts.tracks[track];
  const reason = obstacle(model, track);
  const technology = model.view.mechanics.technology;
  const [missing, setMissing] = useState<string[]>([]);
  const action = (model.facts.actions.find((family) => family.name === "claim")?.base ?? 0) + track;
  const mayAsk = technology !== undefined && reason === "cards" && model.me >= 0;
  useEffect(() => {
    if (!mayAsk || !ask) return;
    let current = true;
    // The server names what is missing; we say it in the person's language.
    socket.why(model.me, action).then(
      (answer) => {
        const names = (technology?.shelf ?? []).filter((each) => answer.text.includes(each.name));
        if (current) setMissing(names.map((each) => t.mechanics.technology.names[each.code]?.[0] ?? each.name));
      },
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [mayAsk, ask, socket, model.me, action, technology, t]);

  let text: string;
  switch (reason) {
    case "taken":
      text = t.play.why.taken((model.network.owners[track] ?? []).map(play.name).join(", "));
      break;
    case "pieces":
      text = t.play.why.pieces(model.mine?.pieces ?? 0, facts?.length ?? 0);
      break;
    case "cards":
      text = missing.length > 0 ? t.play.why.technology(missing.join(", ")) : cardsText(play, track);
      break;
    default:
      text = t.play.why[reason];
  }
  return (
    <p className="why">
      <Icon name="lock" size={18} /> {text}
    </p>
  );
}

function cardsText(play: Play, track: number): string {
  const { model, t } = play;
  const facts = model.facts.tracks[track];
  if (!facts) return "";
  const locomotives = model.hand.locomotive ?? 0;
  if (facts.locomotives > locomotives) return t.play.why.locomotives(locomotives, facts.locomotives);
  const colour = facts.colour as Parameters<Play["kind"]>[0];
  const of = (kind: string): number => (kind === "locomotive" ? 0 : (model.hand[kind as keyof typeof model.hand] ?? 0));
  const have = colour === "grey" ? Math.max(0, ...Object.keys(model.hand).map(of)) : of(colour);
  return t.play.why.cards(have, facts.length - facts.locomotives, play.kind(colour));
}
