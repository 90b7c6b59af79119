import { type ReactElement, useEffect, useRef } from "react";
import { usePlay } from "../play/context";
import { Icon } from "../ui/icons";
import "./coach.css";
import { deed, either, percent, reasonsText } from "./say";
import type { Warning } from "./table";
import { useSpeaker } from "./useCoach";

/** One row before a move that costs much: what it costs, what is better, and the choice. */
export default function WarningRow({ warning }: { warning: Warning }): ReactElement {
  const { model, name } = usePlay();
  const speaker = useSpeaker(model.facts, name);
  const { words, language } = speaker;
  const { cost } = warning;
  const offer = model.mine?.offer ?? null;
  const better = either(
    words,
    cost.better.slice(0, 3).map((action) => deed(speaker, "todo", action, offer)),
  );
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const why = reasonsText(speaker, cost.reasons);
  return (
    <section className="hint-card warn-row" role="alertdialog" aria-label={words.warn(percent(language, cost.loss, 0))}>
      <p>
        <Icon name="bulb" /> <b>{words.warn(percent(language, cost.loss, 0))}</b> {words.warnBetter(better)} {why}
      </p>
      <footer>
        <button ref={first} type="button" className="button button-main" onClick={() => warning.answer(false)}>
          {words.thinkAgain}
        </button>
        <button type="button" className="button" onClick={() => warning.answer(true)}>
          {words.doAnyway}
        </button>
      </footer>
    </section>
  );
}
