import { useSyncExternalStore } from 'react';

/** A value that several parts of the page show. */
export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** Returns how to end the subscription. */
  subscribe(onChange: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <Value>({ subscribe, get }: Store<Value>): Value => useSyncExternalStore(subscribe, get);
