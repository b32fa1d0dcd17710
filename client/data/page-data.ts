/** The data of one page view, as it travels in the document and in `_payload.json`. */

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
