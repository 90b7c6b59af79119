import { useCallback, useEffect, useMemo, useState } from "react";
import type { TrackMark } from "../board";
import { type Texts, useTexts } from "../i18n";
import { wordsOf } from "../play/context";
import type { Facts, Frame, KeyMoment } from "../protocol/messages";
import { change, useSettings } from "../settings/settings";
import { momentsOf, turnsOf } from "./graph";
import type { Source } from "./requests";
import { deed, either, percent, type Speaker, told, trackOf, wordsIn } from "./say";
import { type Analysing, useAnalysis } from "./useAnalysis";
import { positionKey, usePositions } from "./usePositions";

/** What the coach knows of the match that it looks at. */
export interface Subject {
  /** By which its analysis is remembered on this page. */
  readonly id: string;
  readonly facts: Facts;
  /** My seat, or -1. */
  readonly me: number;
  /** Seats whose moments may be seen here. */
  readonly open: readonly number[];
  record(): Promise<Source>;
  name(seat: number): string;
}

export interface Coaching extends Analysing {
  readonly speaker: Speaker;
  readonly subject: Subject;
  /** Whose moments are looked at. */
  readonly seat: number;
  setSeat(seat: number): void;
  readonly moments: readonly KeyMoment[];
  readonly selected: number | null;
  select(moment: number | null): void;
  /** The same by its decision; it stays the same function. */
  choose(decision: number): void;
  readonly moment: KeyMoment | null;
  /** The selected moment as its seat saw it. */
  readonly position: Frame | null;
  deed(action: number, offer: readonly number[] | null): string;
  offer(moment: KeyMoment): readonly number[] | null;
  played(moment: KeyMoment): string;
  better(moment: KeyMoment): string;
  when(moment: KeyMoment): string;
  spoken(moment: number): string;
  readonly marks: readonly TrackMark[];
}

export function speakerOf(facts: Facts, t: Texts, language: string, name: (seat: number) => string): Speaker {
  const { route, ticket, piece } = wordsOf(facts, t);
  const technologies = t.mechanics.technology.names;
  const words = wordsIn(language);
  // Of parallel tracks each has its colour in its name.
  const called = (track: number): string => {
    const found = facts.tracks[track];
    if (!found || found.parallel.length === 0) return route(track);
    const colour = t.common.kinds[found.colour as keyof typeof t.common.kinds];
    return `${route(track)} (${words.colour(found.colour, colour)})`;
  };
  const bus = piece === "bus";
  return { words, language, facts, technologies, bus, route: called, ticket, name };
}

export function useSpeaker(facts: Facts, name: (seat: number) => string): Speaker {
  const t = useTexts(facts.game);
  const { language } = useSettings();
  return useMemo(() => speakerOf(facts, t, language, name), [facts, t, language, name]);
}

/** Better and played moves on the board, the words once each. */
export function marksOf(speaker: Speaker, moment: KeyMoment): TrackMark[] {
  const { facts, words } = speaker;
  const good = moment.size === "good";
  const drawn = (action: number): number | undefined => {
    const track = trackOf(facts, action);
    return track === null ? undefined : facts.tracks[track]?.drawing;
  };
  const played = drawn(moment.played);
  const found: TrackMark[] = [];
  if (!good)
    for (const action of moment.better) {
      const track = drawn(action);
      if (track !== undefined && track !== played && !found.some((mark) => mark.track === track))
        found.push({ track, kind: "better", word: found.length === 0 ? words.markBetter : "" });
    }
  if (played !== undefined) found.push({ track: played, kind: good ? "better" : "played", word: words.markPlayed });
  return found;
}

/** The coach of one match: its analysis, whose moments are looked at, and which of them. */
export function useCoach(subject: Subject): Coaching {
  const { facts, me, open, name } = subject;
  const speaker = useSpeaker(facts, name);
  const analysing = useAnalysis(subject.id, subject.record);
  const { analysis } = analysing;
  const [seat, setSeat] = useState(me >= 0 ? me : (open[0] ?? 0));
  // The decision that is looked at: while an analysis is made, moments come in between.
  const [chosen, setChosen] = useState<number | null>(null);
  const { words, language } = speaker;
  const moments = useMemo(
    () => (analysis && open.includes(seat) ? momentsOf(analysis, [seat]) : []),
    [analysis, open, seat],
  );
  const positions = usePositions(subject.record, analysing.state === "done" ? moments : NONE);
  const selected = moments.findIndex((each) => each.decision === chosen);
  const moment = moments[selected] ?? null;
  const select = useCallback(
    (number: number | null) => setChosen(number === null ? null : (moments[number]?.decision ?? null)),
    [moments],
  );

  // What was always wanted begins by itself.
  const { analyse } = useSettings();
  const { start, state } = analysing;
  useEffect(() => {
    if (analyse && state === "idle") start("standard");
  }, [analyse, state, start]);

  const offer = useCallback(
    (each: KeyMoment) => positions.get(positionKey(each))?.view.players[each.seat]?.offer ?? null,
    [positions],
  );
  const played = useCallback(
    (each: KeyMoment) => told(speaker, each.seat, me, deed(speaker, "done", each.played, offer(each))),
    [speaker, me, offer],
  );
  const better = useCallback(
    (each: KeyMoment) => {
      const moves = either(
        words,
        each.better.map((action) => deed(speaker, "todo", action, offer(each))),
      );
      if (each.size === "good") return words.instead(moves);
      return each.again.length > 0 ? words.betterEach(moves) : words.better(moves);
    },
    [speaker, words, offer],
  );
  const when = useCallback(
    (each: KeyMoment) => {
      const turns = analysis ? turnsOf(analysis, each) : [each.turn];
      if (turns.length < 2) return words.turn(each.turn);
      return words.turnsOf(words.and(turns.slice(0, -1).join(", "), String(turns.at(-1))));
    },
    [analysis, words],
  );
  const spoken = (number: number): string => {
    const each = moments[number];
    if (!each) return "";
    const cost = percent(language, each.loss).replace(/\s?%/, "");
    const said = each.size === "good" ? words.won(cost) : words.cost(cost);
    return words.spoken(number + 1, moments.length, words.turn(each.turn), played(each), better(each), said);
  };
  const marks = useMemo(() => (moment ? marksOf(speaker, moment) : []), [speaker, moment]);
  return {
    ...analysing,
    subject,
    speaker,
    seat,
    setSeat: (next) => {
      setSeat(next);
      setChosen(null);
    },
    moments,
    selected: moment ? selected : null,
    select,
    choose: setChosen,
    moment,
    position: moment ? (positions.get(positionKey(moment)) ?? null) : null,
    deed: (action, offered) => deed(speaker, "todo", action, offered),
    offer,
    played,
    better,
    when,
    spoken,
    marks,
  };
}

const NONE: readonly KeyMoment[] = [];

export const setAlways = (analyse: boolean): void => change({ analyse });
