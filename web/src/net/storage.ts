/** What the browser remembers. Private windows may refuse: then nothing is remembered. */

export function recall<T>(key: string, otherwise: T): T {
  try {
    const found = localStorage.getItem(`wagonik.${key}`);
    return found === null ? otherwise : (JSON.parse(found) as T);
  } catch {
    return otherwise;
  }
}

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`wagonik.${key}`, JSON.stringify(value));
  } catch {
    // Not remembered, which is what the person asked their browser for.
  }
}
