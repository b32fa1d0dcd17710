/** The id that ties a visitor's report, an answer and its log lines together. */

export const REQUEST_ID_HEADER = "X-Request-Id";

/** A fresh id. The client's own header is never taken over: it could forge log lines. */
export function createRequestId(): string {
  return crypto.randomUUID();
}
