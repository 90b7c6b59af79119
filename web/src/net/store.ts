import { useSyncExternalStore } from "react";

/** A value that components can watch. */
export interface Store<T> {
  get(): T;
  set(next: T | ((now: T) => T)): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      const changed = typeof next === "function" ? (next as (now: T) => T)(value) : next;
      if (Object.is(changed, value)) return;
      value = changed;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export function useStore<T>(store: Store<T>): T;
export function useStore<T, P>(store: Store<T>, part: (value: T) => P): P;
export function useStore<T, P>(store: Store<T>, part?: (value: T) => P): T | P {
  const get = (): T | P => (part ? part(store.get()) : store.get());
  return useSyncExternalStore(store.subscribe, get, get);
}
