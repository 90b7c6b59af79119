import { type ReactElement, useCallback, useEffect, useRef, useState } from "react";
import { useTexts } from "../i18n";
import { Icon } from "../ui/icons";

export interface Toast {
  readonly key: number;
  readonly text: string;
}

const STAY = 6000;

export function useToasts(): { toasts: readonly Toast[]; say: (text: string) => void; dismiss: (key: number) => void } {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const next = useRef(1);
  const dismiss = useCallback((key: number) => setToasts((now) => now.filter((toast) => toast.key !== key)), []);
  const say = useCallback(
    (text: string) => {
      const key = next.current++;
      setToasts((now) => [...now.filter((toast) => toast.text !== text), { key, text }].slice(-3));
      setTimeout(() => dismiss(key), STAY);
    },
    [dismiss],
  );
  return { toasts, say, dismiss };
}

interface ToastsProps {
  toasts: readonly Toast[];
  dismiss: (key: number) => void;
  /** When the connection is tried again; null while there is one. */
  retryAt: number | null;
  retry: () => void;
}

/** What has to be said once, at the bottom of the page. */
export function Toasts({ toasts, dismiss, retryAt, retry }: ToastsProps): ReactElement {
  const t = useTexts();
  return (
    <div className="toasts" role="status">
      {retryAt !== null && (
        <div className="toast">
          <Icon name="clock" />
          <span>
            <b>{t.common.offline}</b> <Countdown until={retryAt} />
          </span>
          <button type="button" onClick={retry}>
            {t.common.now}
          </button>
        </div>
      )}
      {toasts.map((toast) => (
        <div key={toast.key} className="toast">
          <span>{toast.text}</span>
          <button type="button" aria-label={t.common.close} onClick={() => dismiss(toast.key)}>
            <Icon name="cross" size={16} />
          </button>
        </div>
      ))}
    </div>
  );
}

function Countdown({ until }: { until: number }): ReactElement {
  const t = useTexts();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <>{t.common.offlineWait(Math.max(0, Math.ceil((until - now) / 1000)))}</>;
}
