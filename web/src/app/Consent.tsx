import { type ReactElement, useEffect, useRef } from "react";
import { useTexts } from "../i18n";
import type { TableSocket } from "../net/socket";
import type { Asking, TableInfo, You } from "../protocol/messages";
import { Icon } from "../ui/icons";
import { errorText } from "./errors";
import { nameOf } from "./names";

interface ConsentProps {
  socket: TableSocket;
  table: TableInfo;
  you: You;
  say: (text: string) => void;
}

/** Who asks for a seat of the running match that I have not answered yet. */
export const unanswered = (table: TableInfo, you: You): readonly Asking[] =>
  table.asking.filter((asking) => asking.waiting.some((seat) => you.seats.includes(seat)));

/** Somebody wants to take over a seat: whoever sits there sees hidden cards, so all who play must agree. */
export function Consent({ socket, table, you, say }: ConsentProps): ReactElement | null {
  const t = useTexts();
  const called = (seat: number): string => nameOf(t, table.seats[seat] ?? { seat, name: null, colour: seat });
  useTold(table, you, say);
  const answer = (seat: number, agree: boolean): void =>
    void socket.ask({ type: "agree", seat, agree }).catch((problem) => say(errorText(t, problem)));
  const open = unanswered(table, you);
  if (open.length === 0 && you.asking.length === 0) return null;
  return (
    <div className="consents">
      {you.asking.map((seat) => (
        <div key={seat} className="toast" role="status">
          <Icon name="clock" />
          <span>{t.play.askedWait}</span>
        </div>
      ))}
      {open.map((asking) => (
        <div
          key={asking.seat}
          className="toast"
          role="alertdialog"
          aria-label={t.play.asks(asking.name ?? t.play.someone, called(asking.seat))}
        >
          <span>
            <b>{t.play.asks(asking.name ?? t.play.someone, called(asking.seat))}</b> {t.play.asksHow}
          </span>
          <button type="button" onClick={() => answer(asking.seat, true)}>
            {t.play.letIn}
          </button>
          <button type="button" onClick={() => answer(asking.seat, false)}>
            {t.play.keepOut}
          </button>
        </div>
      ))}
    </div>
  );
}

/** Say what came of it: to the one who asked, and to all others. */
function useTold(table: TableInfo, you: You, say: (text: string) => void): void {
  const t = useTexts();
  const before = useRef({ asking: you.asking, taken: table.taken.length, match: table.match });
  useEffect(() => {
    const { asking, taken, match } = before.current;
    before.current = { asking: you.asking, taken: table.taken.length, match: table.match };
    const refused = asking.some((seat) => !you.asking.includes(seat) && !you.seats.includes(seat));
    if (refused) say(t.play.askedNo);
    for (const one of match === table.match ? table.taken.slice(taken) : [])
      say(
        t.play.seatTaken(
          one.name || t.play.someone,
          nameOf(t, { seat: one.seat, name: null, colour: table.seats[one.seat]?.colour ?? one.seat }),
        ),
      );
  }, [table.taken, table.seats, table.match, you.asking, you.seats, say, t]);
}
