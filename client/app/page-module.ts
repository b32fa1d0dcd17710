/** What a page's module gives to the route table. */
import type { ComponentType } from "react";
import type { Page } from "#shared/routes.ts";

export interface PageModule {
  readonly Component: ComponentType;
  /**
   * API paths whose answers the page shows: its SWR keys. The server fetches them before it renders, the document and
   * `_payload.json` carry them. A page without data leaves this out.
   */
  readonly dataKeys?: (location: PageLocation) => readonly string[];
}

export interface PageLocation {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly searchParams: URLSearchParams;
}

/** Answers by SWR key; a key whose answer failed is missing. */
export type PageData = Readonly<Record<string, unknown>>;

export type PageModules<Value> = Readonly<Record<Page, Value>>;
