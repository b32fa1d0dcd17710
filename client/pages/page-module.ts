/** What a page's module provides for the route table. */
import type { ComponentType } from "react";
import type { Page } from "#shared/site/routes.ts";

/** The API paths for an address of the page. */
export type PageKeys = (location: PageLocation) => readonly string[];

export interface PageModule {
  readonly Component: ComponentType;
  /**
   * API paths whose answers the page shows: its SWR keys. The server fetches them before it renders; the document and
   * `_payload.json` carry the answers. A page without data omits this.
   */
  readonly dataKeys?: PageKeys | undefined;
  /**
   * The key that the address itself names, or null. If the API answers 404 for it, so does the page. The first key of a page with
   * a subject is its main content: if the upstream does not know that path, search engines are told not to index the page.
   */
  readonly subjectKey?: (location: PageLocation) => string | null;
  /** True if the page is useful without data: it answers 200 even if data fails to load. */
  readonly isWholeWithoutData?: boolean;
}

export interface PageLocation {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly searchParams: URLSearchParams;
}

export type PageModules<Value> = Readonly<Record<Page, Value>>;
