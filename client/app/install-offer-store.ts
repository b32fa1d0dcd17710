/** The one offer to install, if there is one. Only a browser ever sets it. */
import { createStore } from "#client/store.ts";

export interface InstallOfferActions {
  /** Opens the browser's dialog; null where only the visitor can do it (iOS). */
  readonly install: (() => void) | null;
  /** Takes the offer away and remembers that. */
  readonly hide: () => void;
}

export const installOffer = createStore<InstallOfferActions | null>(null);
