import type { ReactElement } from "react";
import { PlayerMark } from "../../ui/PlayerMark";
import { seatFill } from "../../ui/symbols";
import { useScene } from "../context";

/** The goals of this match, and who leads. */
export function Goals(): ReactElement | null {
  const { model, t, name } = useScene();
  const goals = model.view.mechanics.goals;
  if (!goals) return null;
  return (
    <ul className="goals" aria-label={`${t.mechanics.goals.title}, ${t.mechanics.goals.standing}`}>
      {goals.map((goal) => {
        const [title, about] = t.mechanics.goals.names[goal.name] ?? [goal.name, ""];
        const most = Math.max(0, ...(goal.counts ?? []));
        const leaders = (goal.counts ?? []).filter((count) => count === most && most > 0).length;
        return (
          <li key={goal.goal} className="goal" data-anchor={`goal-${goal.goal}`}>
            <header>
              <b>{title}</b>
              <b className="goal-points">{goal.points}</b>
            </header>
            <small>{about}</small>
            {goal.counts ? (
              <div className="bars-small">
                {goal.counts.map((count, seat) => (
                  <div key={seat} role="img" aria-label={`${name(seat)}: ${count}`}>
                    <PlayerMark seat={seat} width={24} />
                    <svg className="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                      <rect width={most > 0 ? (count / most) * 100 : 0} height="8" rx="2" fill={seatFill(seat)} />
                    </svg>
                    <b>{count}</b>
                    {count === most && most > 0 && (
                      <span className="tag tag-dark">
                        {leaders > 1 ? t.mechanics.goals.tie : t.mechanics.goals.leads}
                      </span>
                    )}
                  </div>
                ))}
              </div>
            ) : (
              <em className="quiet">{t.mechanics.goals.hidden}</em>
            )}
          </li>
        );
      })}
    </ul>
  );
}
