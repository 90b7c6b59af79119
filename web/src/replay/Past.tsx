import { type ReactElement, useMemo } from "react";
import { Board, type PlaceLook, type TrackLook, type TrackMark } from "../board";
import { inLanguage, useTexts } from "../i18n";
import type { Seen } from "../net/socket";
import { type Scene, useNewPointing, usePointing, useScene, wordsOf } from "../play/context";
import { useTracksDrawn } from "../play/drawn";
import { modelOf, ticketStatus } from "../play/model";
import { ownersOf } from "../play/network";
import type { BoardData } from "../play/TablePage";
import { useSettings } from "../settings/settings";

/** A moment that is long over, as the parts of a table show it. */
export function usePast(board: BoardData, names: readonly string[], seen: Seen | null): Scene | null {
  const t = useTexts(board.facts.game);
  const { language } = useSettings();
  const { pointing, point } = useNewPointing();
  const model = useMemo(() => (seen ? modelOf(board.facts, seen) : null), [board.facts, seen]);
  const words = useMemo(() => wordsOf(board.facts, t), [board.facts, t]);
  return useMemo((): Scene | null => {
    if (!model) return null;
    const name = (seat: number): string => names[seat] || t.replay.seat(seat + 1);
    return { ...words, board, model, t, language, pointing, point, free: false, name };
  }, [words, board, model, names, t, language, pointing, point]);
}

interface PastProps {
  marks?: readonly TrackMark[];
  /** Tracks that may be chosen here, and what happens then. */
  lit?: { has(track: number): boolean };
  onTrack?: (track: number) => void;
}

/** The board at this moment. */
export function Past({ marks, lit, onTrack }: PastProps): ReactElement | null {
  const play = useScene();
  const { board, model, t, language } = play;
  const pointing = usePointing();
  const { facts, seen, view } = model;
  const { drawing, geography } = board;
  const owners = useMemo(() => ownersOf(facts, view), [facts, view]);
  const fresh = useMemo(() => {
    const events = seen.events.slice(seen.events.length - seen.fresh);
    return new Set(events.filter((event) => event.event === "claimed").map((event) => event["track"]));
  }, [seen]);
  const numbers = useTracksDrawn(facts);
  const shown = pointing.ticket;
  const tracks = useMemo((): TrackLook[] => {
    return (drawing?.tracks ?? []).map((_, place): TrackLook => {
      const number = numbers[place];
      const track = number === undefined ? undefined : facts.tracks[number];
      if (number === undefined || !track) return { state: "free", label: "" };
      const here = owners[number] ?? [];
      const [owner, ...others] = here;
      const ends = t.common.to(facts.places[track.start]?.name ?? "", facts.places[track.end]?.name ?? "");
      const colour = play.kind(track.colour as Parameters<Scene["kind"]>[0]);
      const state = owner === undefined ? t.play.trackFree : t.play.trackOwned(here.map(play.name).join(", "));
      return {
        state: lit?.has(number) ? "claimable" : "free",
        owner,
        others: others.length > 0 ? others : undefined,
        fresh: fresh.has(number),
        marked: pointing.marked === number,
        label: `${ends}, ${colour}, ${t.common.spaces(track.length)}. ${state}`,
      };
    });
  }, [drawing, facts, numbers, owners, fresh, lit, pointing.marked, play.kind, play.name, t]);
  const places = useMemo((): PlaceLook[] => {
    const ticket = shown === null ? undefined : facts.tickets[shown];
    const done = shown !== null && ticketStatus(model.network, shown).state === "done";
    const ends = new Set([...(ticket?.starts ?? []), ...(ticket?.ends ?? [])]);
    return (drawing?.places ?? []).map((place, i) => ({
      mark: ends.has(i) ? (done ? "done" : "end") : undefined,
      label: place.name,
    }));
  }, [drawing, facts, model.network, shown]);
  const labels = useMemo(
    () => ({
      board: inLanguage(facts, "board", language),
      zoomIn: t.play.zoomIn,
      zoomOut: t.play.zoomOut,
      fit: t.play.fit,
    }),
    [facts, language, t],
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
      {...(marks && { marks })}
      {...(onTrack && {
        onTrack: (place: number) => onTrack(facts.tracks.findIndex((track) => track.drawing === place)),
      })}
    />
  );
}
