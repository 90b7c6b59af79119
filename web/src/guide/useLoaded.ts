import { useEffect, useState } from "react";
import type { Language } from "../settings/settings";
import { type Common, commonTexts } from "./texts";

/** What a key stands for, once it is loaded. */
export function useLoaded<T>(key: string, load: (key: string) => Promise<T>): T | null {
  const [found, setFound] = useState<{ key: string; value: T } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is loaded
  useEffect(() => {
    let current = true;
    load(key).then(
      (value) => current && setFound({ key, value }),
      // Cut off from the server: what is not there is not told.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [key]);
  return found !== null && found.key === key ? found.value : null;
}

export const useCommon = (language: Language): Common | null => useLoaded(language, commonTexts);
