/** Asset lists that the server wrote into the document; the browser reads them back so that both sides render the same. */
import { BOOT_ELEMENT_ID } from "#client/app/boot-data.ts";

export interface DocumentAssets {
  /** Scripts that the document fetches at once. */
  readonly preloads: readonly string[];
  /** Scripts of the application, if it starts only when it is used; empty if it starts at once. */
  readonly parts: readonly string[];
}

export function assetsInDocument(document: Document): DocumentAssets {
  const preloads = document.head.querySelectorAll('link[rel="modulepreload"]');
  const parts = document.getElementById(BOOT_ELEMENT_ID)?.dataset["parts"];
  return {
    preloads: Array.from(preloads, (link) => link.getAttribute("href") ?? ""),
    parts: parts ? parts.split(" ") : [],
  };
}
