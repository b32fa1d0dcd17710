/** What a page's module gives to the route table. */
import type { ComponentType } from "react";
import type { Page } from "#shared/routes.ts";

/** API paths for one address of a page. */
export type PageKeys = (location: PageLocation) => readonly string[];

export interface PageModule {
  readonly Component: ComponentType;
  /**
   * API paths whose answers the page shows: its SWR keys. The server fetches them before it renders, the document and
   * `_payload.json` carry them. A page without data leaves this out.
   */
  readonly dataKeys?: PageKeys | undefined;
  /**
   * The one of these keys that the address itself names, or null: where the API has no such thing, the page answers 404. A page
   * with this is there to show its first key: where the upstream does not know that, search does not find the page.
   */
  readonly subjectKey?: (location: PageLocation) => string | null;
  /** Where data fails, the page answers 200 all the same: what it is for needs none. */
  readonly isWholeWithoutData?: boolean;
}

export interface PageLocation {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly searchParams: URLSearchParams;
}

export type PageModules<Value> = Readonly<Record<Page, Value>>;
