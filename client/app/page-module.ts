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

/** What a page's keys were answered with, as it travels in the document and in `_payload.json`. */
export interface PageData {
  /** By SWR key; a key with another end is missing. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** SWR keys whose answers failed: their places say so at once, and the browser asks. */
  readonly failed: readonly string[];
  /** SWR keys that this upstream does not know: their places say that the site does not offer it, and nobody asks again. */
  readonly absent: readonly string[];
  /** Bodies of 400 answers by SWR key: the visitor asked for what makes no sense, such as a filter by no date. */
  readonly refusals: Readonly<Record<string, unknown>>;
}

/** The data of a page that is sent before it is there. Never rejects. */
export interface LatePageData {
  readonly late: Promise<PageData>;
}

export function isLate(data: PageData | LatePageData): data is LatePageData {
  return "late" in data;
}

export type PageModules<Value> = Readonly<Record<Page, Value>>;
