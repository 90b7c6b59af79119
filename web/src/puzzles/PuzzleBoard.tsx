import { type ReactElement, useCallback, useMemo } from "react";
import { Board, type PlaceLook, type TrackLook, type TrackMark } from "../board";
import { type Scene, usePointing, useScene } from "../play/context";
import { useBoardLabels, useTracksDrawn } from "../play/drawn";
import { ticketStatus } from "../play/model";

interface PuzzleBoardProps {
  marks: readonly TrackMark[];
  /** Tracks that may be claimed, where one still chooses. */
  open: ReadonlySet<number> | null;
  chosen: number | null;
  onTrack: (track: number) => void;
}

/** The seats lie above it. */
const INSETS = { top: 44, right: 0, bottom: 0, left: 0 };

/** The board of a position: what can be claimed shines, and what was answered is marked. */
export function PuzzleBoard({ marks, open, chosen, onTrack }: PuzzleBoardProps): ReactElement | null {
  const scene = useScene();
  const { board, model, t, language } = scene;
  const pointing = usePointing();
  const { facts, network } = model;
  const { drawing, geography } = board;
  const numbers = useTracksDrawn(facts);
  const shown = pointing.ticket;
  const way = useMemo(
    () => new Set(shown === null ? [] : (ticketStatus(network, shown).route?.tracks ?? [])),
    [network, shown],
  );
  const tracks = useMemo(
    (): TrackLook[] =>
      (drawing?.tracks ?? []).map((_, place): TrackLook => {
        const number = numbers[place];
        const track = number === undefined ? undefined : facts.tracks[number];
        if (number === undefined || !track) return { state: "free", label: "" };
        const here = network.owners[number] ?? [];
        const [owner, ...others] = here;
        const can = open?.has(number) ?? false;
        const ends = t.common.to(facts.places[track.start]?.name ?? "", facts.places[track.end]?.name ?? "");
        const colour = scene.kind(track.colour as Parameters<Scene["kind"]>[0]);
        const state = can
          ? t.play.trackCan(t.common.points(track.points))
          : owner === undefined
            ? t.play.trackFree
            : t.play.trackOwned(here.map(scene.name).join(", "));
        return {
          state: can ? (model.helps.has(number) ? "helps" : "claimable") : open ? "dim" : "free",
          owner,
          others: others.length > 0 ? others : undefined,
          marked: chosen === number || pointing.marked === number || model.view.move?.track === number,
          way: way.has(number),
          label: `${ends}, ${colour}, ${t.common.spaces(track.length)}. ${state}`,
        };
      }),
    [drawing, numbers, facts, network, open, chosen, pointing.marked, model, way, scene.kind, scene.name, t],
  );
  const places = useMemo((): PlaceLook[] => {
    const marked = new Map<number, "end" | "done">();
    const tickets =
      shown === null ? model.tickets.filter((each) => each.state === "open").map((each) => each.ticket) : [shown];
    for (const ticket of tickets) {
      const done = ticketStatus(network, ticket).state === "done";
      for (const ends of [facts.tickets[ticket]?.starts ?? [], facts.tickets[ticket]?.ends ?? []])
        if (shown !== null || ends.length === 1) for (const end of ends) marked.set(end, done ? "done" : "end");
    }
    return (drawing?.places ?? []).map((place, i) => ({
      mark: marked.get(i),
      label: place.label?.lines.join(" ") ?? place.name,
    }));
  }, [drawing, facts, network, model.tickets, shown]);
  const labels = useBoardLabels(scene);
  const choose = useCallback(
    (place: number) => {
      const number = numbers[place];
      if (number !== undefined) onTrack(number);
    },
    [numbers, onTrack],
  );
  if (!drawing) return null;
  return (
    <Board
      drawing={drawing}
      geography={geography}
      language={language}
      tracks={tracks}
      places={places}
      labels={labels}
      marks={marks}
      insets={INSETS}
      onTrack={choose}
    />
  );
}
