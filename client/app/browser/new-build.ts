/** Detects that the server runs another build: from the header of any answer, and by polling. */
import type { After } from "#client/ui/scheduling.ts";

/** Whether the server runs another build than this tab. */
export interface BuildState {
  readonly ownId: string;
  readonly isOutdated: () => boolean;
  /** Reports the build id that an answer carried; null and the empty string are ignored. */
  readonly saw: (id: string | null) => void;
  /** Calls `listener` once, when another build is first seen; at once if that has happened already. */
  readonly onOutdated: (listener: () => void) => void;
}

/** Any other id counts, older ones too: after a rollback the tab must follow the server as well. */
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
  /** Checks now and restarts the interval. Never rejects; does nothing while a check is under way. */
  readonly check: () => Promise<void>;
}

/** A failed check is ignored; the next one follows as planned. Stops once another build is seen. */
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
