/** Asks the server from time to time which build it serves (spec section 7). */
import type { After } from "#client/ui/after.ts";
import type { BuildState } from "./build-state.ts";

export interface BuildWatchWorld {
  readonly build: BuildState;
  readonly after: After;
  readonly intervalMs: number;
  /** Id of the newest build; may reject. */
  readonly fetchLatestId: () => Promise<string>;
}

export interface BuildWatch {
  /** The first check comes one interval later. */
  readonly start: () => void;
  /** Checks now, and counts the interval anew. Never rejects; a check under way is not doubled. */
  readonly check: () => Promise<void>;
}

/** A failed check is passed over: the next one comes all the same. Ends with the first other build seen. */
export function createBuildWatch({ build, after, intervalMs, fetchLatestId }: BuildWatchWorld): BuildWatch {
  let cancelNext = () => {};
  let running: Promise<void> | null = null;

  function scheduleNext(): void {
    cancelNext();
    if (!build.isOutdated()) cancelNext = after(intervalMs, () => void check());
  }

  function check(): Promise<void> {
    if (build.isOutdated()) return Promise.resolve();
    running ??= fetchLatestId()
      .then(build.saw)
      .catch(() => {})
      .finally(() => {
        running = null;
        scheduleNext();
      });
    return running;
  }

  return { start: scheduleNext, check };
}
