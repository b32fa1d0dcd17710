/** The data of one page view, as it travels in the document and in `_payload.json`. */

/** The answers to a page's keys, as they travel in the document and in `_payload.json`. */
export interface PageData {
  /** Answers by SWR key; keys without a usable answer are missing. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** SWR keys whose requests failed: the page shows the failure at once, and the browser retries. */
  readonly failed: readonly string[];
  /**
   * SWR keys that this upstream does not know: the page says that the site does not offer this, and the browser does not retry.
   */
  readonly absent: readonly string[];
  /** Bodies of 400 answers by SWR key: the address holds an invalid value, such as a filter with no date. */
  readonly refusals: Readonly<Record<string, unknown>>;
}

/** Data of a page that is sent before the data has loaded. Never rejects. */
export interface LatePageData {
  readonly late: Promise<PageData>;
}

export function isLate(data: unknown): data is LatePageData {
  return typeof data === "object" && data !== null && "late" in data;
}
