/** A browser may render a document before anybody asks for it, as Chromium does for an address that is being typed. */

/** Calls `begin` once the document is shown, which it mostly is already. Source: W3C, "Prerendering Revamped". */
export function whenShown(document: Document, begin: () => void): void {
  // TypeScript's DOM does not know the field yet.
  if (Reflect.get(document, "prerendering"))
    document.addEventListener("prerenderingchange", begin, { once: true });
  else begin();
}
