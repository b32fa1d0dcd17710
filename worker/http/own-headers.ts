/** Headers of our own that gateway and API exchange. */

/** Links a visitor's report, an answer and its log lines. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** A new id. The client's own header is never used: it could forge log lines. */
export function createRequestId(): string {
  return crypto.randomUUID();
}
