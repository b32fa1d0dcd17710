/** The one offer to install, if there is one. Only a browser ever sets it. */

export interface InstallOfferActions {
  /** Opens the browser's dialog; null where only the visitor can do it (iOS). */
  readonly install: (() => void) | null;
  /** Takes the offer away and remembers that. */
  readonly hide: () => void;
}

export interface InstallOfferStore {
  readonly current: () => InstallOfferActions | null;
  readonly set: (offer: InstallOfferActions | null) => void;
  /** Calls `listener` after every change until the returned function is called. */
  readonly subscribe: (listener: () => void) => () => void;
}

export const installOffer: InstallOfferStore = createInstallOfferStore();

function createInstallOfferStore(): InstallOfferStore {
  let current: InstallOfferActions | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    set: (offer) => {
      current = offer;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
