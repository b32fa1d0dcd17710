/** Whether a document can be had, before a page is given up for one. */

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
