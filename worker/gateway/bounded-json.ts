/** What an upstream answers pages and sitemaps with, read in bounded memory and time: it may stall or go on for ever. */
import { MAX_PAGE_DATA_BYTES } from "#shared/limits.ts";
import { readBounded } from "#worker/http/read-bounded.ts";

/** Undefined for a body that is no JSON, breaks off, is larger than `MAX_PAGE_DATA_BYTES`, or has not ended at the deadline. */
export async function readBoundedJson({ body }: Response, deadline: AbortSignal): Promise<unknown> {
  try {
    const bytes = await readBounded(body, MAX_PAGE_DATA_BYTES, deadline);
    return bytes === null ? undefined : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
