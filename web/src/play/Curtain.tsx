import type { CSSProperties, ReactElement } from "react";
import { useTexts } from "../i18n";
import { Avatar } from "../ui/PlayerMark";
import { seatFill } from "../ui/symbols";

interface CurtainProps {
  name: string;
  seat: number;
  onReady: () => void;
  /** For the one who moved last. */
  onUndo: (() => void) | null;
}

/** Between two people at one device: nothing is seen until the next one takes it. */
export function Curtain({ name, seat, onReady, onUndo }: CurtainProps): ReactElement {
  const t = useTexts();
  return (
    <main className="message curtain" style={{ "--seat": seatFill(seat) } as CSSProperties}>
      <div className="curtain-card">
        <Avatar name={name} seat={seat} size={88} />
        <h1>{t.play.passDevice(name)}</h1>
        <p>{t.play.passHow}</p>
        {/* biome-ignore lint/a11y/noAutofocus: the page is this one question */}
        <button type="button" className="button button-main" autoFocus onClick={onReady}>
          {t.play.passGo(name)}
        </button>
        {onUndo && (
          <button type="button" className="button" onClick={onUndo}>
            {t.play.undo}
          </button>
        )}
      </div>
    </main>
  );
}
