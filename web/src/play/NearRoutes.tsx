import { type ReactElement, useEffect, useRef } from "react";
import type { Kind } from "../protocol/messages";
import { type Colour, edgeOf, fillOf, inkOf } from "../ui/kinds";
import { PlayerMark } from "../ui/PlayerMark";
import { KindSymbol } from "../ui/symbols";
import { usePlay, usePointing } from "./context";

/** Which of the routes near a finger is meant; their numbers stand on the board. */
export function NearRoutes(): ReactElement {
  const { model, t, point, route, kind, name } = usePlay();
  const pointing = usePointing();
  const title = useRef<HTMLHeadingElement>(null);
  // The list is new: whoever hears the page is told of it.
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <section className="near" aria-label={t.play.near}>
      <h2 ref={title} tabIndex={-1}>
        {t.play.near}
      </h2>
      {pointing.near.map((track, i) => {
        const facts = model.facts.tracks[track];
        if (!facts) return null;
        const owner = model.network.owners[track]?.[0];
        const about = [
          kind(facts.colour as Kind | "grey"),
          t.common.spaces(facts.length),
          ...(owner === undefined ? [] : [t.play.trackOwned(name(owner))]),
        ].join(", ");
        return (
          <button
            key={track}
            type="button"
            className="near-route"
            data-near={facts.drawing}
            onClick={() => point({ pinned: track, near: [] })}
          >
            <i className="near-number">{i + 1}</i>
            {owner === undefined ? (
              <Row colour={facts.colour as Colour} length={facts.length} />
            ) : (
              <PlayerMark seat={owner} />
            )}
            <span className="near-text">
              <b>{route(track)}</b>
              <small>{about}</small>
            </span>
            <b className={model.claimable.has(track) ? "near-points near-can" : "near-points"}>+{facts.points}</b>
          </button>
        );
      })}
    </section>
  );
}

/** The spaces of a row in its colour. */
function Row({ colour, length }: { colour: Colour; length: number }): ReactElement {
  return (
    <span className="near-row" aria-hidden="true">
      {Array.from({ length }, (_, i) => (
        <i key={i} style={{ background: fillOf(colour), borderColor: edgeOf(colour), color: inkOf(colour) }}>
          {colour !== "grey" && (
            <svg viewBox="-6 -6 12 12" width="11" height="11" aria-hidden="true">
              <KindSymbol kind={colour} />
            </svg>
          )}
        </i>
      ))}
    </span>
  );
}
