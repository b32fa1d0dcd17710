/** Replaces a client navigation by a document load, where a client navigation is not enough. */
import { NavigationType } from "react-router";

/** The part of `window.location` that loads documents. */
export interface DocumentLocation {
  readonly assign: (href: string) => void;
  readonly replace: (href: string) => void;
  readonly reload: () => void;
}

/** Loads `href` with the history action of the navigation; after going back, the address bar already shows the target. */
export function loadDocument(location: DocumentLocation, href: string, action: NavigationType): void {
  if (action === NavigationType.Pop) location.reload();
  else if (action === NavigationType.Replace) location.replace(href);
  else location.assign(href);
}

/** A promise that never settles, for callers whose document is about to unload. */
export function untilUnload(): Promise<never> {
  return new Promise(() => {});
}

/** The parts of `navigator` that tell whether a document can be loaded. */
export interface DocumentSource {
  readonly onLine: boolean;
  readonly serviceWorker?: { readonly controller: unknown } | undefined;
}

/**
 * False if loading a document would only lose the current page. Offline, the service worker may hold a copy of another page's
 * document; reloading the page shown (`isShown`) would return the same document without the missing part.
 */
export function canLoadDocument({ onLine, serviceWorker }: DocumentSource, isShown: boolean): boolean {
  return onLine || (!isShown && Boolean(serviceWorker?.controller));
}
