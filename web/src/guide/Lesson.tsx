import { type ReactElement, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { go } from "../app/router";
import { useStore } from "../net/store";
import { type Play, usePlay, usePointing } from "../play/context";
import { Icon } from "../ui/icons";
import { Card } from "./Card";
import { changeLesson, guides, type KeptLesson, keepLesson } from "./kept";
import { claimableOnMyWay, litNow } from "./places";
import { advanced, minutesLeft, otherwise, type Script, skipped, started, variant } from "./script";
import { lacking, showMe } from "./show";
import { situationOf } from "./situation";
import { type Common, counted, filled, type LessonTexts, lessonTexts, scriptOf } from "./texts";
import { useCommon, useLoaded } from "./useLoaded";

/** How long a way is looked at before the lesson goes on. */
const LOOK = 1500;

/** What is lit while tickets are offered, whatever the step: nothing else can be done. */
const OFFERED = ["offer", "board"];

/** What the texts of a lesson may speak of. */
function valuesOf(play: Play, common: Common): Record<string, string> {
  const { model, t } = play;
  const ticket = model.tickets.find((each) => each.state === "open") ?? model.tickets[0];
  const other = model.view.players.find((each) => each.seat !== model.me);
  const [best] = claimableOnMyWay(play);
  const lacks = lacking(play).map(([kind, count]) => `${count} × ${play.kind(kind)}`);
  const flags = model.view.mechanics.flags?.[model.me]?.cards ?? [];
  return {
    ticket: ticket ? play.ticket(ticket.ticket) : "",
    need: lacks.join(", ") || (common["enough"] ?? ""),
    route: best === undefined ? "" : play.route(best),
    points: best === undefined ? "" : t.common.points(model.facts.tracks[best]?.points ?? 0),
    flags: flags.map((kind) => play.kind(kind)).join(", ") || (common["nothing"] ?? ""),
    pieces: play.pieces(model.mine?.pieces ?? 0),
    other: other ? play.name(other.seat) : "",
    theirs: play.pieces(other?.pieces ?? 0),
  };
}

interface TaughtProps {
  table: string;
  script: Script;
  texts: LessonTexts;
  common: Common;
}

/** The card of the step that a lesson is at. */
function Taught({ table, script, texts, common }: TaughtProps): ReactElement | null {
  const play = usePlay();
  const { model, language } = play;
  const pointing = usePointing();
  const game = model.facts.game;
  const { lesson } = useStore(guides);
  const kept: KeptLesson | null = lesson?.table === table ? lesson : null;
  const asked = kept ? script.steps[kept.step] : undefined;
  const [looked, setLooked] = useState(-1);
  const [peek, setPeek] = useState<number | null>(null);

  const looking = asked?.until.looked === true && model.tickets.some((each) => each.ticket === pointing.ticket);
  const here = kept?.step ?? -1;
  useEffect(() => {
    if (!looking) return;
    const timer = setTimeout(() => setLooked(here), LOOK);
    return () => clearTimeout(timer);
  }, [looking, here]);

  const now = useMemo(() => situationOf(play, pointing, looked === here), [play, pointing, looked, here]);
  useEffect(() => {
    const from = kept ?? started(script, now);
    const next = advanced(script, from, now);
    if (kept && next === from) return;
    setPeek(null);
    keepLesson({ left: kept?.left ?? false, done: false, ...next, game, table });
  }, [script, kept, now, game, table]);

  const shown = peek ?? here;
  const step = script.steps[shown];
  const latest = useRef(play);
  latest.current = play;
  const offered = now.conditions.offered === true && peek === null;
  const lit = useCallback(() => litNow(offered ? OFFERED : (step?.at ?? []), latest.current), [step, offered]);
  const values = useMemo(() => valuesOf(play, common), [play, common]);
  if (!kept || !asked || !step) return null;
  const leave = (): void => changeLesson(table, { left: true });
  if (kept.left) {
    return createPortal(
      <button type="button" className="guide-pill" onClick={() => changeLesson(table, { left: false })}>
        <Icon name="book" /> {common["resume"]}
        <span className="hidden">, {filled(common["step"] ?? "", { n: kept.step + 1, all: script.steps.length })}</span>
      </button>,
      document.body,
    );
  }
  const words = texts[step.key];
  if (!words) return null;
  const past = peek !== null;
  const key = past ? "text" : variant(step, kept, now);
  const last = here === script.steps.length - 1;
  const idle = !past && !kept.early && step.show !== undefined && step.show !== "look" && !play.free;
  const waits = idle && model.seen.deciding.some((seat) => seat !== model.me);
  const finish = (): void => changeLesson(table, { done: true });
  const show = (): void => {
    if (!idle && step.show) void showMe(play, step.show);
  };
  const busy =
    pointing.pinned !== null ||
    pointing.near.length > 0 ||
    pointing.kind !== null ||
    pointing.buying !== null ||
    model.seen.heldUntil !== null;
  return (
    <Card
      common={common}
      count={script.steps.length}
      index={shown}
      done={here}
      topic={step.key}
      title={words.title}
      text={filled(words[key] ?? words.text, values)}
      aside={past || !otherwise(step, kept, now) ? null : (common["otherwise"] ?? null)}
      note={
        waits
          ? filled(common["waiting"] ?? "", { name: values["other"] ?? "" })
          : counted(common.minutes, minutesLeft(script, here), language)
      }
      lit={lit}
      onLeave={leave}
      busy={busy}
    >
      {shown > 0 && (
        <button
          type="button"
          className="button guide-back"
          aria-label={common["back"]}
          title={common["back"]}
          onClick={() => setPeek(shown - 1)}
        >
          <Icon name="back" size={18} />
        </button>
      )}
      {past ? (
        <button type="button" className="button guide-main" onClick={() => setPeek(null)}>
          {common["now"]}
        </button>
      ) : last ? (
        <>
          <button type="button" className="button button-main guide-main" data-guide="done" onClick={finish}>
            {common["done"]}
          </button>
          <button
            type="button"
            className="plain"
            onClick={() => {
              finish();
              go("");
            }}
          >
            {common["home"]}
          </button>
        </>
      ) : kept.early ? (
        <button
          type="button"
          className="button guide-main"
          data-guide="next"
          onClick={() => changeLesson(table, skipped(script, kept, now))}
        >
          {common["next"]}
        </button>
      ) : (
        <button type="button" className="button guide-main" data-guide="show" aria-disabled={idle} onClick={show}>
          {common["show"]}
        </button>
      )}
      {!(last && !past) && (
        <button type="button" className="plain guide-leave" onClick={leave}>
          {common["leave"]}
        </button>
      )}
    </Card>
  );
}

/** The guided first match at its table. */
export function Lesson({ table }: { table: string }): ReactElement | null {
  const { model, language } = usePlay();
  const { game } = model.facts;
  const common = useCommon(language);
  const script = useLoaded(game, scriptOf);
  const texts = useLoaded(`${game}/${language}`, () => lessonTexts(game, language));
  if (!common || !script || !texts) return null;
  return <Taught table={table} script={script} texts={texts} common={common} />;
}
