import { type ReactElement, useId } from "react";
import { SpaceDefs } from "../src/board/Spaces";
import { Tracks } from "../src/board/Tracks";
import type { BoardDrawing, TrackDrawing, TrackLook } from "../src/board/types";
import { Icon, type IconName } from "../src/ui/icons";
import { KINDS } from "../src/ui/kinds";
import { Avatar, PlayerMark } from "../src/ui/PlayerMark";
import { TicketCard } from "../src/ui/TicketCard";
import { CardBack, CardChip, EmptySlot, HandCard, MarketCard } from "../src/ui/TrainCard";

const base: TrackDrawing = {
  start: 0,
  end: 1,
  colour: "blue",
  length: 3,
  locomotives: [],
  tunnel: false,
  bonus: 0,
  spaces: [
    [40, 30, 0],
    [78, 30, 0],
    [116, 30, 0],
  ],
};

function Sample({
  track,
  look,
  caption,
}: {
  track?: Partial<TrackDrawing>;
  look?: Partial<TrackLook>;
  caption: string;
}): ReactElement {
  const id = useId();
  const drawing: BoardDrawing = {
    name: "",
    width: 156,
    height: 60,
    quiet: "",
    piece: "train",
    places: [],
    bundles: [],
    tracks: [{ ...base, ...track }],
  };
  return (
    <figure>
      <svg className="gallery-tile" aria-hidden="true" width="156" height="60">
        <SpaceDefs id={id} piece="train" />
        <Tracks
          id={id}
          drawing={drawing}
          looks={[{ state: "free", label: caption, ...look }]}
          pointed={[]}
          focused={null}
          onFocus={() => undefined}
        />
      </svg>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}

const ICONS: readonly IconName[] = [
  "plus",
  "minus",
  "fit",
  "check",
  "cross",
  "undo",
  "card",
  "ticket",
  "chat",
  "book",
  "settings",
  "clock",
  "lock",
  "bot",
  "people",
  "link",
  "play",
  "pause",
  "back",
  "forward",
  "sound",
  "flag",
  "star",
  "sun",
  "moon",
  "download",
];

export function Components(): ReactElement {
  return (
    <main className="gallery-components">
      <h1>Components and states</h1>
      <h2>Tracks</h2>
      <div className="gallery-row">
        <Sample caption="free" />
        <Sample look={{ state: "dim" }} caption="not now" />
        <Sample look={{ state: "claimable" }} caption="claimable" />
        <Sample look={{ state: "helps" }} caption="helps my tickets" />
        <Sample look={{ state: "claimable", marked: true }} caption="hovered, focused" />
        <Sample look={{ state: "free", way: true }} caption="shortest way" />
        <Sample look={{ state: "closed" }} caption="closed" />
        <Sample track={{ locomotives: [1] }} caption="ferry" />
        <Sample track={{ locomotives: [0, 2], colour: "grey" }} caption="grey ferry" />
        <Sample track={{ locomotives: [0, 2], colour: "grey", bonus: 2 }} caption="bonus cards" />
        <Sample track={{ tunnel: true, colour: "orange" }} caption="tunnel" />
      </div>
      <h2>Claimed</h2>
      <div className="gallery-row">
        {Array.from({ length: 8 }, (_, seat) => (
          <Sample key={seat} look={{ owner: seat, fresh: seat === 2 }} caption={`seat ${seat}`} />
        ))}
      </div>
      <h2>Market</h2>
      <div className="gallery-row">
        {KINDS.map((kind) => (
          <MarketCard key={kind} kind={kind} />
        ))}
        <MarketCard kind="locomotive" piece="bus" />
        <EmptySlot />
        <CardBack count={41} />
      </div>
      <h2>Hand</h2>
      <div className="gallery-hand">
        {KINDS.map((kind, i) => (
          <HandCard key={kind} kind={kind} count={(i + 1) % 5} />
        ))}
      </div>
      <h2>Chips, marks, icons</h2>
      <div className="gallery-row">
        {KINDS.map((kind) => (
          <CardChip key={kind} kind={kind} />
        ))}
        {Array.from({ length: 8 }, (_, seat) => (
          <PlayerMark key={seat} seat={seat} />
        ))}
        <Avatar name="Zosia" seat={0} />
        <Avatar name="Łucja" seat={1} />
        {ICONS.map((name) => (
          <Icon key={name} name={name} size={22} />
        ))}
      </div>
      <h2>Tickets</h2>
      <div className="gallery-tickets">
        <TicketCard
          from="Turku"
          to="Trondheim"
          points={10}
          state="open"
          missing={3}
          note="3 routes, 7 trains to go"
          selected
        />
        <TicketCard from="København" to="Narvik" points={18} state="open" missing={2} note="2 routes, 4 trains to go" />
        <TicketCard from="Stockholm" to="Umeå" points={7} state="done" />
        <TicketCard from="Oslo" to="Mo i Rana" points={10} state="impossible" note="no way left" />
      </div>
    </main>
  );
}
