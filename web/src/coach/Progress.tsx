import type { ReactElement } from "react";
import { Switch } from "../app/controls";
import { errorText } from "../app/errors";
import { useTexts } from "../i18n";
import { useSettings } from "../settings/settings";
import { Icon } from "../ui/icons";
import { percent } from "./say";
import { type Coaching, setAlways } from "./useCoach";

/** After a first look, a closer one. */
export function Refine({ coach }: { coach: Coaching }): ReactElement | null {
  const { words } = coach.speaker;
  if (coach.state !== "done" || coach.analysis?.budget === "deep") return null;
  return (
    <div className="coach-card coach-progress">
      <span>{words.refineHow}</span>
      <button type="button" className="button" onClick={() => coach.start("deep")}>
        <Icon name="search" /> {words.refine}
      </button>
    </div>
  );
}

/** The beginning of an analysis, its bar while it is made, and what went wrong. */
export function Progress({ coach }: { coach: Coaching }): ReactElement | null {
  const t = useTexts();
  const { analyse: always } = useSettings();
  const { state, ahead, part, problem, speaker } = coach;
  const { words, language } = speaker;
  if (state === "waiting" || state === "working") {
    const done = percent(language, part, 0);
    return (
      <div className="coach-card coach-progress">
        <div
          className="coach-bar"
          role="progressbar"
          aria-label={words.working("")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(part * 100)}
        >
          <i style={{ width: `${part * 100}%` }} />
        </div>
        <span aria-live="polite">{state === "waiting" ? words.waiting(ahead) : words.working(done)}</span>
        <button type="button" className="button" onClick={coach.stop}>
          {words.stop}
        </button>
      </div>
    );
  }
  if (state === "done") return null;
  const told = problem ? (words.errors[problem.code] ?? (problem.message || errorText(t, problem))) : "";
  return (
    <div className="coach-card coach-start">
      {state === "failed" && <p role="alert">{words.problem(told)}</p>}
      {state === "stopped" && <p>{words.stopped}</p>}
      {state === "idle" && <p>{words.startHow}</p>}
      <button type="button" className="button button-main" onClick={() => coach.start("standard")}>
        <Icon name="bulb" /> {state === "idle" ? words.start : words.again}
      </button>
      <Switch label={words.always} on={always} onChange={setAlways} />
    </div>
  );
}
