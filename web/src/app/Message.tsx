import type { ReactElement, ReactNode } from "react";
import { useTexts } from "../i18n";
import { Wagon } from "../ui/symbols";

export function Logo({ width = 44 }: { width?: number }): ReactElement {
  return (
    <svg className="logo" viewBox="0 0 60 38" width={width} height={(width * 38) / 60} aria-hidden="true">
      <Wagon />
    </svg>
  );
}

interface MessageProps {
  title: string;
  text?: string | undefined;
  home?: boolean;
  children?: ReactNode;
}

/** A page with one thing to say. */
export function Message({ title, text, home, children }: MessageProps): ReactElement {
  const t = useTexts();
  return (
    <main className="message">
      <Logo width={64} />
      <h1>{title}</h1>
      {text && <p>{text}</p>}
      {children}
      {home && (
        <a className="button" href="#/">
          {t.home.toHome}
        </a>
      )}
    </main>
  );
}
