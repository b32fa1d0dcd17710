/** Headers of our own that gateway and API exchange. */

/** Links a visitor's report, an answer and its log lines. */
export const REQUEST_ID_HEADER = "X-Request-Id";

/** A new id. The client's own header is never used: it could forge log lines. */
export function createRequestId(): string {
  return crypto.randomUUID();
}

/** When an answer's data was read, if that was before the request: anything made of the answer is as old. */
export const READ_AT_HEADER = "X-Read-At";

/** In milliseconds since the epoch; at most `askedAtMs`, which is also returned if the answer does not say. */
export function readAtOf(answer: Response, askedAtMs: number): number {
  const said = answer.headers.get(READ_AT_HEADER);
  return said !== null && /^\d{1,15}$/.test(said) ? Math.min(Number(said), askedAtMs) : askedAtMs;
}
