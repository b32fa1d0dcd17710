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
