/** Whether a document can be had, before a page is given up for one. */

/** The part of `navigator` that tells whether a document could come at all. */
export interface DocumentSource {
  readonly onLine: boolean;
  readonly serviceWorker?: { readonly controller: unknown } | undefined;
}

/** False where loading a document could only lose the page: offline, and no service worker to answer from its caches. */
export function canLoadDocument({ onLine, serviceWorker }: DocumentSource): boolean {
  return onLine || Boolean(serviceWorker?.controller);
}
