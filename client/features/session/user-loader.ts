/**
 * Fetches the member of the access token. A refusal signs out. After a transient failure (no answer, 429, 5xx and the other retried
 * statuses) or a bug, the tokens stay and the request is retried later.
 */
import { User } from "#shared/contracts/session.ts";
import type { ApiFetch } from "#client/data/api-fetch.ts";
import { isOwnFault, isTransient } from "#client/data/http-error.ts";
import { readAnswer } from "#client/data/http.ts";
import { endSession, type EndSessionOptions } from "./session-core.ts";
import { backOff } from "#shared/http/back-off.ts";
import { SESSION_RETRY_MS } from "#shared/limits/sessions.ts";

export interface UserLoaderOptions extends EndSessionOptions {
  readonly authenticatedFetch: ApiFetch;
  /** Calls back after so many milliseconds. */
  readonly schedule: (callback: () => void, delayMs: number) => void;
  readonly log: (message: string, error: unknown) => void;
  readonly now: () => number;
}

/**
 * Returns a function that loads the user of the current session into the state. It resolves once the user is loaded, or the
 * request failed and will be repeated later (`userError`); it rejects after a failure that ended the session. Simultaneous
 * calls share a request.
 */
export function createUserLoader(options: UserLoaderOptions): () => Promise<void> {
  const { core, authenticatedFetch, schedule, log, now } = options;
  let underWay: { readonly sessionNumber: number; readonly done: Promise<void> } | null = null;
  let loads = 0;

  return () => loadAfter(0);

  function loadAfter(failures: number): Promise<void> {
    const { sessionNumber } = core.getState();
    if (underWay?.sessionNumber === sessionNumber) return underWay.done;
    const done = load(sessionNumber, failures).finally(() => {
      if (underWay?.done === done) underWay = null;
    });
    underWay = { sessionNumber, done };
    return done;
  }

  async function load(sessionNumber: number, failures: number): Promise<void> {
    loads += 1;
    const own = loads;
    const isOver = () => core.getState().sessionNumber !== sessionNumber;
    try {
      const response = await authenticatedFetch("/api/auth/me/");
      core.dispatch({ type: "userLoaded", sessionNumber, user: await readAnswer(response, User, now()) });
    } catch (error) {
      core.sync();
      if (isOver()) throw error;
      if (!isTransient(error) && !isOwnFault(error)) throw endSession(options, error);
      log("The member could not be loaded; trying again later", error);
      core.dispatch({ type: "userNotLoaded", sessionNumber, error });
      schedule(
        () => {
          // Another request was started meanwhile, by the visitor or for another session: that one goes on.
          if (loads !== own || isOver()) return;
          loadAfter(failures + 1).catch((fault: unknown) => log("The member could not be loaded", fault));
        },
        backOff(SESSION_RETRY_MS, failures),
      );
    }
  }
}
