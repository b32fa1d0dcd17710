/** Notices that the server has moved on to another build: from any answer, and by asking from time to time. */
import type { After } from "#client/ui/scheduling.ts";

/** Whether the server has moved on to another build than the one this tab runs. */
export interface BuildState {
  readonly ownId: string;
  readonly isOutdated: () => boolean;
  /** Tells which build the server answered with; null or empty says nothing. */
  readonly saw: (id: string | null) => void;
  /** Calls `listener` once, when the first other build is seen; at once where that has been. */
  readonly onOutdated: (listener: () => void) => void;
}

/** Any other id counts, older ones too: after a rollback the tab must follow the server just the same. */
export function createBuildState(ownId: string): BuildState {
  let isOutdated = false;
  const listeners: (() => void)[] = [];
  return {
    ownId,
    isOutdated: () => isOutdated,
    saw(id) {
      if (!id || id === ownId || isOutdated) return;
      isOutdated = true;
      for (const listener of listeners) listener();
    },
    onOutdated(listener) {
      if (isOutdated) listener();
      else listeners.push(listener);
    },
  };
}

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
