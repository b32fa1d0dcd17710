/** One observable value, in the shape of React's `useSyncExternalStore`. */

export interface Store<Value> {
  readonly current: () => Value;
  /** Notifies every listener, unless the value is the same. */
  readonly set: (value: Value) => void;
  /** Calls `listener` after every change until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    set(value) {
      if (value === current) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
