/** Cancels the body of an answer that nobody will read, so that its connection is free. */
export function cancelBody({ body }: Response): void {
  body?.cancel().catch(() => undefined); // a body that broke already needs no cancelling
}
