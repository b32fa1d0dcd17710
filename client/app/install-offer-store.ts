/** The one offer to install, if there is one. Only a browser ever sets it. */

export interface InstallOfferActions {
  /** Opens the browser's dialog; null where only the visitor can do it (iOS). */
  readonly install: (() => void) | null;
  /** Takes the offer away and remembers that. */
  readonly hide: () => void;
}

function createInstallOfferStore() {
  let current: InstallOfferActions | null = null;
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    set(offer: InstallOfferActions | null) {
      current = offer;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const installOffer = createInstallOfferStore();
