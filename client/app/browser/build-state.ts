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
