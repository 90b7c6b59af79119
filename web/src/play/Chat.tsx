import { type ReactElement, useState } from "react";
import { errorText } from "../app/errors";
import { Icon } from "../ui/icons";
import { PlayerMark } from "../ui/PlayerMark";
import { usePlay } from "./context";

export function Chat(): ReactElement {
  const { state, socket, t, name, say } = usePlay();
  const [text, setText] = useState("");
  const mayWrite = (state.you?.seats.length ?? 0) > 0 || state.you?.host === true;

  function send(): void {
    const line = text.trim();
    if (!line) return;
    setText("");
    socket.ask({ type: "chat", text: line }).catch((problem) => {
      setText(line);
      say(errorText(t, problem));
    });
  }

  return (
    <div className="chat">
      {mayWrite && (
        <form
          className="row"
          onSubmit={(event) => {
            event.preventDefault();
            send();
          }}
        >
          <input
            className="field grow"
            aria-label={t.play.say}
            placeholder={t.play.say}
            maxLength={500}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" className="button" aria-label={t.play.send}>
            <Icon name="forward" />
          </button>
        </form>
      )}
      {state.chat.length === 0 && <p className="quiet">{t.play.noChat}</p>}
      <div role="log" aria-label={t.play.chat}>
        <ol className="log">
          {[...state.chat].reverse().map((line) => (
            <li key={line.number} className="log-line">
              {line.seat === null ? <i className="log-dot" /> : <PlayerMark seat={line.seat} width={28} />}
              <span>
                <b>{line.seat === null ? t.home.host : name(line.seat)}</b> {line.text}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}
