/**
 * The application's error (spec sections 4 and 8): while there is one, the error page stands in the place of the page. What a
 * page throws is the router's; this holds what has gone wrong around it, above all while mounting. Only a browser sets it.
 */
import { createStore, type Store } from "#client/store.ts";
import { toPageError, type PageError } from "./page-error.ts";

export interface ApplicationError extends Pick<Store<PageError | null>, "current" | "subscribe"> {
  /** The first error stands until it is cleared; those that follow from it are passed over. */
  readonly report: (thrown: unknown) => void;
  /** The page it happened on has been left. */
  readonly clear: () => void;
}

export const applicationError: ApplicationError = createApplicationError();

export function createApplicationError(): ApplicationError {
  const { current, set, subscribe } = createStore<PageError | null>(null);
  return {
    current,
    report: (thrown) => set(current() ?? toPageError(thrown)),
    clear: () => set(null),
    subscribe,
  };
}
