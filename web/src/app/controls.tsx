/** Small controls that several pages share. */

import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { useTexts } from "../i18n";
import { Icon } from "../ui/icons";
import { Radios } from "./Radios";

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}

/** One of a few, side by side. */
export function Segments<T extends string>({ label, value, options, onChange }: ChoiceProps<T>): ReactElement {
  return (
    <Radios className="segments" label={label}>
      {options.map(([key, text]) => (
        <button
          key={key}
          type="button"
          role="radio"
          aria-checked={key === value}
          className={key === value ? "segment segment-on" : "segment"}
          onClick={() => onChange(key)}
        >
          {text}
        </button>
      ))}
    </Radios>
  );
}

interface SwitchProps {
  label: string;
  note?: string | undefined;
  on: boolean;
  onChange: (on: boolean) => void;
}

export function Switch({ label, note, on, onChange }: SwitchProps): ReactElement {
  return (
    <label className="switch">
      <span className="switch-text">
        <b>{label}</b>
        {note && <small>{note}</small>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="switch-knob" aria-hidden="true" />
    </label>
  );
}

/** A dialog above the page; Escape and the cross close it. */
export function Dialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}): ReactElement {
  const t = useTexts();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = box.current;
    if (dialog && !dialog.open) dialog.showModal();
  }, []);
  // The button that had the focus may be gone after a render: the dialog keeps the keys.
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus();
  });
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it as Escape does
    <dialog
      ref={box}
      className="dialog"
      tabIndex={-1}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === box.current) onClose();
      }}
    >
      <div className="dialog-in">
        <header>
          <h2>{title}</h2>
          <button type="button" className="icon-button" aria-label={t.common.close} onClick={onClose}>
            <Icon name="cross" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** Copy a text; where the browser does not allow it, show it to be copied by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    window.prompt("", text);
    return false;
  }
}
