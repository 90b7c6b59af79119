import { type ReactElement, useCallback, useRef, useState } from "react";
import { usePlay, usePointing } from "../play/context";
import { Icon } from "../ui/icons";
import { Card } from "./Card";
import { closeTour } from "./kept";
import { litNow } from "./places";
import { tourTexts } from "./texts";
import { useCommon, useLoaded } from "./useLoaded";

/** What is special in a game, in a few cards that point at it. */
export function Tour(): ReactElement | null {
  const play = usePlay();
  const pointing = usePointing();
  const { model, language } = play;
  const { game } = model.facts;
  const common = useCommon(language);
  const stops = useLoaded(`${game}/${language}`, () => tourTexts(game, language));
  const [index, setIndex] = useState(0);
  const latest = useRef(play);
  latest.current = play;
  const stop = stops?.[index];
  const lit = useCallback(() => litNow(stop?.at ?? [], latest.current), [stop]);
  if (!common || !stops || !stop) return null;
  const close = (): void => closeTour(game);
  const last = index === stops.length - 1;
  return (
    <Card
      common={common}
      count={stops.length}
      index={index}
      done={index}
      topic={String(index)}
      title={stop.title}
      text={stop.text}
      note={common["tour"] ?? null}
      lit={lit}
      onLeave={close}
      busy={pointing.pinned !== null || pointing.near.length > 0}
    >
      {index > 0 && (
        <button
          type="button"
          className="button guide-back"
          aria-label={common["back"]}
          title={common["back"]}
          onClick={() => setIndex(index - 1)}
        >
          <Icon name="back" size={18} />
        </button>
      )}
      <button
        type="button"
        className="button button-main guide-main"
        data-guide={last ? "done" : "next"}
        onClick={last ? close : () => setIndex(index + 1)}
      >
        {last ? common["done"] : common["next"]}
      </button>
      {!last && (
        <button type="button" className="plain guide-leave" onClick={close}>
          {common["skip"]}
        </button>
      )}
    </Card>
  );
}
