/**
 * What the server writes into the document for the application: a JSON block with the runtime configuration and the data of the
 * first render, and lists of assets.
 */
import type { PageError } from "#client/ui/error-page-content.ts";
import type { RuntimeConfig } from "#client/data/runtime-config.tsx";

export const BOOT_ELEMENT_ID = "boot";

export interface Boot {
  readonly config: RuntimeConfig;
  /** Data of the routes by id, as their loaders returned it. */
  readonly loaderData: Readonly<Record<string, unknown>>;
  /** What the error page shows, by the id of the route that it replaces; null for any other page. */
  readonly errors: Readonly<Record<string, PageError>> | null;
  /** The route whose data is streamed with the part that shows it (data/page-data.tsx); null if there is none. */
  readonly lateRoute: string | null;
}

/** JSON in which no `<` can end the `<script>` element around it. */
export function jsonInScript(value: object): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Written by the server, so its shape is known. */
export function bootInDocument(document: Document): Boot {
  return JSON.parse(document.getElementById(BOOT_ELEMENT_ID)?.textContent ?? "") as Boot;
}

/** Asset lists that the browser reads back, so that both sides render the same. */
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
