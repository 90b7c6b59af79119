import type { CSSProperties, ReactElement, ReactNode } from "react";
import { useTexts } from "../i18n";
import { Icon, type IconName } from "../ui/icons";
import { seatFill } from "../ui/symbols";
import type { Player } from "./usePlayer";

const DASHES = ["none", "6 4", "2 3", "9 3 2 3", "1 3"];

interface TransportProps {
  player: Player;
  last: number;
  /** For each seat its points at some positions. */
  curves: readonly (readonly (readonly [number, number])[])[];
  /** What happened at this moment, said and shown. */
  caption: ReactNode;
  spoken: string;
  children: ReactNode;
}

const TWICE = { "turn-back": "M19 6l-6 6 6 6M11 6l-6 6 6 6", "turn-on": "m5 6 6 6-6 6M13 6l6 6-6 6" } as const;

function Twice({ name }: { name: keyof typeof TWICE }): ReactElement {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="20"
      height="20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={TWICE[name]} />
    </svg>
  );
}

interface ButtonProps {
  label: string;
  icon: IconName | keyof typeof TWICE;
  onClick: () => void;
  main?: boolean;
  off?: boolean;
}

function Button({ label, icon, onClick, main, off }: ButtonProps): ReactElement {
  return (
    <button
      type="button"
      className={main ? "replay-key replay-main" : "replay-key"}
      aria-label={label}
      title={label}
      aria-disabled={off || undefined}
      onClick={onClick}
    >
      {icon === "turn-back" || icon === "turn-on" ? <Twice name={icon} /> : <Icon name={icon} />}
    </button>
  );
}

/** The bar below: play, step, and the slider over the curves of the points. */
export function Transport({ player, last, curves, caption, spoken, children }: TransportProps): ReactElement {
  const { replay: t } = useTexts();
  const { position, playing } = player;
  const done = last === 0 ? 0 : position / last;
  return (
    <section className="replay-bar" aria-label={t.controls}>
      <p className="replay-caption" aria-live={playing ? "off" : "polite"}>
        {caption}
      </p>
      <div className="replay-slider" style={{ "--done": `${done * 100}%` } as CSSProperties}>
        <Curves curves={curves} last={last} label={t.chart} />
        <input
          type="range"
          min={0}
          max={last}
          value={position}
          aria-label={t.slider}
          aria-valuetext={spoken}
          onChange={(event) => player.go(Number(event.target.value))}
        />
      </div>
      <div className="replay-keys">
        <Button label={t.backTurn} icon="turn-back" off={position === 0} onClick={() => player.turn(-1)} />
        <Button label={t.back} icon="back" off={position === 0} onClick={() => player.step(-1)} />
        <Button label={playing ? t.pause : t.play} icon={playing ? "pause" : "play"} main onClick={player.toggle} />
        <Button label={t.forward} icon="forward" off={position === last} onClick={() => player.step(1)} />
        <Button label={t.forwardTurn} icon="turn-on" off={position === last} onClick={() => player.turn(1)} />
        <button
          type="button"
          className="replay-key"
          aria-label={`${t.speed}: ${player.speed}×`}
          title={t.speed}
          onClick={player.faster}
        >
          {player.speed}×
        </button>
        <span className="replay-count">{t.moment(position, last)}</span>
        {children}
      </div>
    </section>
  );
}

function Curves({
  curves,
  last,
  label,
}: {
  curves: TransportProps["curves"];
  last: number;
  label: string;
}): ReactElement {
  const most = Math.max(10, ...curves.flatMap((curve) => curve.map(([, points]) => points)));
  const line = (curve: readonly (readonly [number, number])[]): string =>
    curve
      .map(([at, points], i) => {
        const x = last === 0 ? 0 : (at / last) * 1000;
        const y = 57 - (Math.max(points, 0) / most) * 54;
        return `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`;
      })
      .join("");
  return (
    <svg className="replay-curves" viewBox="0 0 1000 60" preserveAspectRatio="none" role="img" aria-label={label}>
      {curves.map((curve, seat) => (
        <path key={seat} d={line(curve)} stroke={seatFill(seat)} strokeDasharray={DASHES[seat % DASHES.length]} />
      ))}
    </svg>
  );
}
