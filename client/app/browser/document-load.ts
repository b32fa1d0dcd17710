/** Leaves the running page for a whole document, where a client navigation would not do. */
import { NavigationType } from "react-router";

/** The part of `window.location` that loads documents. */
export interface DocumentLocation {
  readonly assign: (href: string) => void;
  readonly replace: (href: string) => void;
  readonly reload: () => void;
}

/** Loads `href` the way the navigation would have arrived there: after going back, the address is already that of the target. */
export function loadDocument(location: DocumentLocation, href: string, action: NavigationType): void {
  if (action === NavigationType.Pop) location.reload();
  else if (action === NavigationType.Replace) location.replace(href);
  else location.assign(href);
}

/** What stands in for a result that never comes, because the document is about to go. */
export function untilUnload(): Promise<never> {
  return new Promise(() => {});
}

/** The part of `navigator` that tells whether a document could come at all. */
export interface DocumentSource {
  readonly onLine: boolean;
  readonly serviceWorker?: { readonly controller: unknown } | undefined;
}

/**
 * False where loading a document could only lose the page. Offline, a service worker may have kept another page's document; the
 * one of the page shown (`isShown`) would come back as it is, and miss what it misses.
 */
export function canLoadDocument({ onLine, serviceWorker }: DocumentSource, isShown: boolean): boolean {
  return onLine || (!isShown && Boolean(serviceWorker?.controller));
}
