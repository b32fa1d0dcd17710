/**
 * The application's error (spec sections 4 and 8): while there is one, the error page stands in the place of the page. What a
 * page throws is the router's; this holds what has gone wrong around it, above all while mounting. Only a browser sets it.
 */
import { toPageError, type PageError } from "./page-error.ts";

export interface ApplicationError {
  readonly current: () => PageError | null;
  /** The first error stands until it is cleared; those that follow from it are passed over. */
  readonly report: (thrown: unknown) => void;
  /** The page it happened on has been left. */
  readonly clear: () => void;
  /** Calls `listener` after every change until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

export const applicationError: ApplicationError = createApplicationError();

export function createApplicationError(): ApplicationError {
  let current: PageError | null = null;
  const listeners = new Set<() => void>();
  function set(error: PageError | null): void {
    if (error === current) return;
    current = error;
    for (const listener of listeners) listener();
  }
  return {
    current: () => current,
    report: (thrown) => set(current ?? toPageError(thrown)),
    clear: () => set(null),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
