import type { ReactElement } from "react";
import { useTexts } from "../i18n";
import { COLOURS } from "../ui/colours";
import { ColourCar } from "../ui/PlayerMark";
import { Radios } from "./Radios";

interface ColourChoiceProps {
  label: string;
  value: number;
  /** Colours that other people have. */
  taken: readonly number[];
  onChange: (colour: number) => void;
}

/** A colour of one's own: one tap on one that is free. */
export function ColourChoice({ label, value, taken, onChange }: ColourChoiceProps): ReactElement {
  const t = useTexts();
  return (
    <Radios className="colours" label={label}>
      {Array.from({ length: COLOURS }, (_, colour) => {
        const name = t.common.colours[colour] ?? "";
        const gone = taken.includes(colour) && colour !== value;
        return (
          <button
            key={colour}
            type="button"
            role="radio"
            className="colour"
            aria-checked={colour === value}
            aria-label={gone ? t.home.colourTaken(name) : name}
            title={gone ? t.home.colourTaken(name) : name}
            disabled={gone}
            onClick={() => onChange(colour)}
          >
            <ColourCar colour={colour} width={38} />
          </button>
        );
      })}
    </Radios>
  );
}
