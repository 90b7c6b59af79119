import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef } from "react";

interface RadiosProps {
  label: string;
  className: string;
  id?: string;
  children: ReactNode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** One of several: Tab goes to the chosen one, arrows choose the others, as people know it from other pages. */
export function Radios({ label, className, id, children }: RadiosProps): ReactElement {
  const group = useRef<HTMLDivElement>(null);
  const radios = (): HTMLElement[] => [
    ...(group.current?.querySelectorAll<HTMLElement>("[role=radio]:not(:disabled)") ?? []),
  ];
  useEffect(() => {
    const all = radios();
    const chosen = all.find((radio) => radio.getAttribute("aria-checked") === "true") ?? all[0];
    for (const radio of all) radio.tabIndex = radio === chosen ? 0 : -1;
  });
  const press = (event: KeyboardEvent): void => {
    const all = radios();
    const at = all.indexOf(event.target as HTMLElement);
    const step = STEPS[event.key];
    const to =
      step !== undefined ? at + step : event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : undefined;
    if (at < 0 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const next = all[(to + all.length) % all.length];
    next?.focus();
    next?.click();
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div ref={group} className={className} id={id} role="radiogroup" aria-label={label} onKeyDown={press}>
      {children}
    </div>
  );
}
