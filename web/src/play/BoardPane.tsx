import { type ReactElement, useCallback, useEffect, useMemo, useRef } from "react";
import { Board, type PlaceLook, type TrackLook } from "../board";
import { hintMarks } from "../coach/table";
import type { Texts } from "../i18n";
import { useStore } from "../net/store";
import type { Facts } from "../protocol/messages";
import { useSettings } from "../settings/settings";
import { usePlay, usePointing } from "./context";
import { Dock } from "./Dock";
import { useBoardLabels, useTracksDrawn } from "./drawn";
import { Legend } from "./Legend";
import { lights, payableWith } from "./lights";
import { freshTracks } from "./log";
import { TechnologyCard } from "./mechanics/Technology";
import { ticketStatus } from "./model";
import { NearRoutes } from "./NearRoutes";
import { RouteCard } from "./RouteCard";
import { useOpenings } from "./useWays";

/** The drawn board with what can be done on it now. */
export function BoardPane({ phone }: { phone: boolean }): ReactElement | null {
  const play = usePlay();
  const { board, model, t, language, point } = play;
  const pointing = usePointing();
  const { facts, network } = model;
  const { quiet, all, confirm } = useSettings();
  const { drawing, geography } = board;
  const marks = useStore(hintMarks);

  const trackOf = useTracksDrawn(facts);

  const fresh = useMemo(() => new Set(freshTracks(model.seen.events)), [model.seen.events]);
  const shown = pointing.ticket;
  const { way, built } = useMemo(() => {
    const route = shown === null ? null : ticketStatus(network, shown).route;
    return { way: new Set(route?.tracks), built: new Set(route?.own) };
  }, [network, shown]);

  const opens = useOpenings(pointing.buying ?? pointing.technology);

  // biome-ignore lint/correctness/useExhaustiveDependencies: labels change with match and language, not with the pointer
  const plain = useMemo(() => facts.tracks.map((_, number) => trackLabel(play, number)), [facts, model, t]);

  const kind = pointing.kind;
  const paying = useMemo(() => (kind === null ? null : new Set(payableWith(model, kind))), [model, kind]);
  const looks = useMemo((): TrackLook[] => {
    const deciding = model.seen.decision?.step === "turn";
    const moving = model.view.move?.track ?? null;
    return (drawing?.tracks ?? []).map((_, place) => {
      const number = trackOf[place];
      if (number === undefined) return { state: "dim", label: "" };
      const [owner, ...others] = network.owners[number] ?? [];
      const can = model.claimable.has(number);
      const helps = model.helps.has(number);
      const closed = owner === undefined && network.closed.has(number);
      const shine = {
        can,
        helps,
        pays: paying?.has(number) ?? null,
        way: shown === null ? null : way.has(number) || built.has(number),
      };
      return {
        state: can ? (helps ? "helps" : "claimable") : closed ? "closed" : deciding ? "dim" : "free",
        ...lights(shine, all, quiet),
        owner,
        others: others.length > 0 ? others : undefined,
        opens: opens.has(number),
        fresh: fresh.has(number),
        marked: pointing.marked === number || moving === number,
        way: way.has(number),
        built: built.has(number),
        label: plain[number] ?? "",
      };
    });
  }, [drawing, trackOf, network, model, quiet, all, paying, shown, fresh, pointing.marked, way, built, opens, plain]);
  const tracks = useUnchanged(looks);

  const placeLooks = useMemo((): PlaceLook[] => {
    const marks = new Map<number, "end" | "done">();
    if (shown !== null) {
      const ticket = facts.tickets[shown];
      const done = ticketStatus(network, shown).state === "done";
      for (const place of [...(ticket?.starts ?? []), ...(ticket?.ends ?? [])]) marks.set(place, done ? "done" : "end");
    } else {
      // Those that are offered are looked for on the board like those that are kept.
      const open = model.tickets.filter((status) => status.state === "open").map((status) => status.ticket);
      for (const number of [...open, ...(model.mine?.offer ?? [])]) {
        const ticket = facts.tickets[number];
        for (const ends of [ticket?.starts ?? [], ticket?.ends ?? []])
          if (ends.length === 1) marks.set(ends[0] as number, "end");
      }
    }
    const routes = new Map<number, number>();
    for (const track of facts.tracks)
      for (const end of [track.start, track.end]) routes.set(end, (routes.get(end) ?? 0) + 1);
    return (drawing?.places ?? []).map((place, i) => ({
      mark: marks.get(i),
      arctic: facts.places[i]?.arctic === true && !place.junction,
      // The name as it is written on the board, which a person may say aloud.
      label: t.play.cityRoutes(
        [place.label?.lines.join(" ") ?? place.name, ...aboutPlace(t, facts.places[i])].join(", "),
        t.common.routes(routes.get(i) ?? 0),
      ),
    }));
  }, [drawing, facts, network, model.tickets, model.mine?.offer, shown, t]);
  const places = useUnchanged(placeLooks);

  const pinned = useRef(pointing.pinned);
  pinned.current = pointing.pinned;
  const onTrack = useCallback(
    (place: number) => {
      const number = trackOf[place];
      if (number === undefined) return;
      // What is selected already leads to its button, which is where keys go on.
      if (number === pinned.current) document.querySelector<HTMLElement>(".route-card-pinned [data-confirm]")?.focus();
      point({ pinned: number, near: [], claiming: null, buying: null });
    },
    [trackOf, point],
  );
  /** One click selects and the button claims; a double click claims at once for who does not want to be asked. */
  const onTrackTwice = useCallback(
    (place: number) => {
      const number = trackOf[place];
      if (number !== undefined && !confirm) point({ pinned: number, near: [], claiming: number, buying: null });
    },
    [trackOf, point, confirm],
  );
  const onHover = useCallback(
    (place: number | null) => point({ hovered: place === null ? null : (trackOf[place] ?? null) }),
    [trackOf, point],
  );
  const onPlace = useCallback(() => point({ pinned: null, near: [] }), [point]);
  const onTracks = useCallback(
    (found: readonly number[]) =>
      point({ near: found.flatMap((place) => trackOf[place] ?? []), pinned: null, hovered: null, buying: null }),
    [trackOf, point],
  );
  const choosing = useMemo(
    () => pointing.near.flatMap((number) => facts.tracks[number]?.drawing ?? []),
    [facts, pointing.near],
  );
  const selected = pointing.pinned === null ? null : (facts.tracks[pointing.pinned]?.drawing ?? null);

  // The card of a route that was claimed meanwhile says nothing new.
  const owned = pointing.hovered !== null && (network.owners[pointing.hovered]?.length ?? 0) > 0;
  const before = useRef({ track: pointing.hovered, owned });
  useEffect(() => {
    if (owned && !before.current.owned && before.current.track === pointing.hovered) point({ hovered: null });
    before.current = { track: pointing.hovered, owned };
  }, [owned, pointing.hovered, point]);

  const labels = useBoardLabels(play);
  if (!drawing) return <p className="not-drawn">{t.play.notDrawn}</p>;
  const card = pointing.pinned ?? pointing.hovered;
  // What the card beside the board is about, by the drawing.
  const looked = pointing.near.length > 0 ? pointing.near : card === null ? [] : [card];
  const about = looked.flatMap((number) => facts.tracks[number]?.drawing ?? []);
  const ends = about.flatMap((place) => {
    const track = drawing.tracks[place];
    return track ? [track.start, track.end] : [];
  });
  const helping = [...model.claimable.keys()].filter((track) => model.helps.has(track)).length;
  return (
    <Board
      drawing={drawing}
      geography={geography}
      language={language}
      tracks={tracks}
      places={places}
      labels={labels}
      onTrack={onTrack}
      onTrackTwice={onTrackTwice}
      onTrackHover={onHover}
      onTracks={onTracks}
      onPlace={onPlace}
      onNothing={onPlace}
      choosing={choosing}
      marks={marks}
      selected={selected}
      busy={model.seen.decision !== null && !play.free}
    >
      {!phone && (
        <Dock quiet={drawing.quiet.replace(" ", "-")} tracks={about} places={ends}>
          {pointing.buying !== null ? (
            <TechnologyCard />
          ) : pointing.near.length > 0 ? (
            <NearRoutes />
          ) : (
            card !== null && <RouteCard key={card} track={card} />
          )}
        </Dock>
      )}
      <Legend helping={helping} paying={paying?.size ?? null} opens={opens.size} />
    </Board>
  );
}

/** What rules ask about a place, beside its name. */
function aboutPlace(t: Texts, place: Facts["places"][number] | undefined): string[] {
  const country = t.common.countries[place?.country ?? ""];
  return [...(country ? [country] : []), ...(place?.arctic ? [t.common.arctic] : [])];
}

/** The list with what is equal to before being the same as before, so that only the rest is drawn again. */
function useUnchanged<T extends object>(list: readonly T[]): readonly T[] {
  const before = useRef<readonly T[]>([]);
  return useMemo(() => {
    const next = list.map((each, i) => {
      const old = before.current[i];
      return old && (Object.keys({ ...each, ...old }) as (keyof T)[]).every((key) => Object.is(each[key], old[key]))
        ? old
        : each;
    });
    before.current = next;
    return next;
  }, [list]);
}

type Context = ReturnType<typeof usePlay>;

/** What a screen reader says of a track. */
function trackLabel(play: Context, number: number): string {
  const { model, t } = play;
  const { facts, network } = model;
  const track = facts.tracks[number];
  if (!track) return "";
  const parts = [
    t.common.to(facts.places[track.start]?.name ?? "", facts.places[track.end]?.name ?? ""),
    ...(track.kind === "ferry" ? [t.play.ferry] : track.tunnel ? [t.play.tunnel] : []),
    play.kind(track.colour as Parameters<Context["kind"]>[0]),
    t.common.spaces(track.length),
    ...(track.locomotives > 0 ? [t.play.locomotives(track.locomotives)] : []),
    ...track.railroads,
  ];
  const owners = network.owners[number] ?? [];
  const closed = owners.length === 0 && network.closed.has(number);
  const end = model.claimable.has(number)
    ? t.play.trackCan(t.common.points(track.points))
    : owners.length > 0
      ? t.play.trackOwned(owners.map(play.name).join(", "))
      : closed
        ? t.play.trackClosed
        : t.play.trackFree;
  const ticket = model.helps.has(number)
    ? model.tickets.find((each) => each.route?.tracks.includes(number))
    : undefined;
  return `${parts.join(", ")}. ${end}${ticket ? ` ${t.play.trackHelps(play.ticket(ticket.ticket))}` : ""}`;
}
