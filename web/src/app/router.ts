/** Pages by the part of the address behind #: it never leaves the browser, and may hold keys. */

import { useSyncExternalStore } from "react";

export interface Place {
  readonly page: string;
  readonly rest: readonly string[];
  readonly query: URLSearchParams;
}

export function parse(hash: string): Place {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [page = "", ...rest] = path.split("/").map(decodeURIComponent);
  return { page, rest, query: new URLSearchParams(query) };
}

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

export const useHash = (): string => useSyncExternalStore(subscribe, () => location.hash);

export const go = (path: string): void => {
  location.hash = `#/${path}`;
};

/** The same page without what stands behind its question mark, such as a used key. */
export function dropQuery(): void {
  history.replaceState(null, "", location.hash.split("?")[0]);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}

let origin: string | null = null;

/** Links to friends lead here, where this page's own address is of no use to them. */
export const linksLeadTo = (address: string | null): void => {
  origin = address;
};

export const linkTo = (path: string): string => `${origin ?? location.origin}${location.pathname}#/${path}`;
