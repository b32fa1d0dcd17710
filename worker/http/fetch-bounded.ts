/** Asks a server outside, of which nothing is known but its address. */
import { mediaType } from "./media-type.ts";
import { readBounded } from "./read-bounded.ts";

/** Follows no redirect. Rejects where there is no answer before `deadline` aborts, or one that is longer than `maxBytes`. */
export async function fetchBounded(
  url: string,
  init: RequestInit,
  { maxBytes, deadline }: { readonly maxBytes: number; readonly deadline: AbortSignal },
) {
  const response = await fetch(url, { ...init, redirect: "manual", signal: deadline });
  const bytes = await readBounded(response.body, maxBytes, deadline);
  if (bytes === null) throw new RangeError(`its answer is longer than ${maxBytes} bytes`);
  return { status: response.status, type: mediaType(response.headers.get("Content-Type")), bytes };
}
