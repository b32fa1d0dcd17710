/** Who repeats a failed call: one of browser, gateway and API, never one for each try of another. */

/**
 * `false` on an answer to which nobody sends the same call again at once: it would be met again, or the gateway has repeated
 * the call already.
 */
export const SHOULD_RETRY_HEADER = "X-Should-Retry";

/** Reads the field's value as it was sent, null where it is absent. */
export function forbidsRetry(field: string | null): boolean {
  return field?.toLowerCase() === "false";
}
