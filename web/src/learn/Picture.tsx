import { memo, type ReactElement } from "react";
import { capsulePath } from "../board/paths";
import { ClaimedRow, FreeRow, SpaceDefs } from "../board/Spaces";
import type { Space, TrackDrawing } from "../board/types";
import { KINDS, type Kind } from "../ui/kinds";
import { PlayerMark } from "../ui/PlayerMark";
import { seatFill } from "../ui/symbols";
import { TicketCard } from "../ui/TicketCard";
import { CardBack, CardChip, HandCard, MarketCard, type Piece } from "../ui/TrainCard";
import { YardCar } from "../ui/YardPicture";
import { type Item, PICTURES, type TrackItem } from "./pictures";

const STEP = 38;
const DEFS = "learn";

/** What the spaces of all pictures on a page refer to. */
export const PictureDefs = memo(function PictureDefs(): ReactElement {
  return (
    <svg className="learn-defs" width="0" height="0" aria-hidden="true">
      <SpaceDefs id={`${DEFS}-train`} piece="train" />
      <SpaceDefs id={`${DEFS}-bus`} piece="bus" />
    </svg>
  );
});

function Track({ item, piece }: { item: TrackItem; piece: Piece }): ReactElement {
  const margin = item.ends ? 18 : 10;
  const spaces = Array.from({ length: item.length }, (_, i): Space => [margin + STEP * (i + 0.5), 15, 0]);
  const track: TrackDrawing = {
    start: 0,
    end: 1,
    colour: item.colour,
    length: item.length,
    locomotives: item.locomotives ?? [],
    tunnel: item.tunnel ?? false,
    bonus: item.bonus ?? 0,
    spaces,
  };
  const width = item.length * STEP + 2 * margin;
  const id = `${DEFS}-${piece}`;
  return (
    <svg
      aria-hidden="true"
      className={item.ends ? "learn-track learn-joined" : "learn-track"}
      viewBox={`0 0 ${width} 30`}
      style={{ width: width * 1.25 }}
    >
      {item.glow === "helps" && (
        <>
          <path className="track-rim" d={capsulePath(spaces, 18.6, 4.4)} />
          <path className="track-gold" d={capsulePath(spaces, 18.6, 4.4)} />
        </>
      )}
      {item.owner === undefined ? (
        <FreeRow id={id} track={track} />
      ) : (
        <ClaimedRow id={id} track={track} seat={item.owner} coupled={piece !== "bus"} />
      )}
      {item.glow === "claimable" && spaces[0] && (
        <circle className="track-dot" cx={spaces[0][0] - 17} cy={spaces[0][1]} r="4.2" />
      )}
      {item.ends &&
        [9, width - 9].map((x) => (
          <g key={x} className="learn-place" transform={`translate(${x} 15)`}>
            <circle r="7" />
            <circle r="2.8" />
          </g>
        ))}
    </svg>
  );
}

type CardsItem = Extract<Item, { group?: boolean }>;

function Cards({ item, piece }: { item: CardsItem; piece: Piece }): ReactElement {
  return (
    <span className={item.group ? "learn-cards learn-group" : "learn-cards"}>
      {item.cards.map((kind, i) => {
        const look = item.match?.includes(i) ? "learn-match" : item.pale?.includes(i) ? "learn-pale" : undefined;
        return (
          <span key={i} className={look}>
            <CardChip kind={kind} piece={piece} />
          </span>
        );
      })}
    </span>
  );
}

type YardItem = Extract<Item, { yard: unknown }>;

/** Rows of cars on their rails, the locomotives in front. */
function Yard({ item }: { item: YardItem }): ReactElement {
  const longest = Math.max(...item.yard.map(([, cards, locomotives]) => cards + locomotives));
  const width = longest * 66 + 12;
  return (
    <span className={item.robbed ? "learn-yard learn-robbed" : "learn-yard"}>
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${item.yard.length * 46}`} style={{ width: width * 0.62 }}>
        {item.yard.map(([colour, cards, locomotives], i) => {
          const known = KINDS.find((kind) => kind === colour) ?? "white";
          const cars: Kind[] = [...Array<Kind>(cards).fill(known), ...Array<Kind>(locomotives).fill("locomotive")];
          return (
            <g key={colour} transform={`translate(0 ${i * 46})`}>
              <path className="yard-rail" d={`M0 38H${width}`} />
              {cars.map((kind, j) => (
                <g key={j} transform={`translate(${width - 66 * (cars.length - j)} 1)`}>
                  <YardCar kind={kind} />
                </g>
              ))}
            </g>
          );
        })}
      </svg>
      {item.stack !== undefined && (
        <>
          <b className="learn-sign">→</b>
          <CardBack count={item.stack} />
        </>
      )}
    </span>
  );
}

function Thing({ item, piece }: { item: Item; piece: Piece }): ReactElement {
  if ("track" in item) return <Track item={item.track} piece={piece} />;
  if ("needs" in item) {
    return (
      <span className="learn-needs">
        <b>
          {item.needs[0]} – {item.needs[1]}
        </b>
        <b>{item.needs[2]}</b>
        <Cards item={{ cards: item.cards }} piece={piece} />
      </span>
    );
  }
  if ("cards" in item) return <Cards item={item} piece={piece} />;
  if ("market" in item) {
    return (
      <span className="learn-cards">
        {item.market.map((kind, i) => (
          <MarketCard key={i} kind={kind} piece={piece} />
        ))}
        <CardBack />
      </span>
    );
  }
  if ("hand" in item) {
    return (
      <span className="learn-hand">
        {item.hand.map(([kind, count]) => (
          <HandCard key={kind} kind={kind} count={count} piece={piece} />
        ))}
      </span>
    );
  }
  if ("ticket" in item) {
    const [from, to, points] = item.ticket;
    const state = item.missing === undefined ? "done" : "open";
    return <TicketCard from={from} to={to} points={points} state={state} missing={item.missing} />;
  }
  if ("yard" in item) return <Yard item={item} />;
  if ("share" in item) {
    return (
      <span className="learn-share" style={{ borderColor: seatFill(item.seat) }}>
        <b>{item.share[0]}</b>
        <span>{item.share[1]}</span>
        <PlayerMark seat={item.seat} />
      </span>
    );
  }
  return "points" in item ? <b className="learn-points">+{item.points}</b> : <b className="learn-sign">{item.sign}</b>;
}

/** A picture by its name. Its caption says what it shows, so screen readers skip it. */
export function PictureOf({ name }: { name: string }): ReactElement | null {
  const picture = PICTURES[name];
  if (!picture) return null;
  const piece = picture.piece ?? "train";
  return (
    <span className="learn-picture" data-picture={name} aria-hidden="true">
      {picture.rows.map((row, i) => (
        <span key={i} className="learn-row">
          {row.map((item, j) => (
            <Thing key={j} item={item} piece={piece} />
          ))}
        </span>
      ))}
    </span>
  );
}
