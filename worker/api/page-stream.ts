/** Long answers, read one page at a time: memory holds one page, and a slow reader slows the reading (backpressure). */

export interface TextPage<Cursor> {
  readonly text: string;
  /** Where the next page starts; null after the last. */
  readonly next: Cursor | null;
}

/**
 * A stream of the UTF-8 texts of all pages from `first` on. It errors if a page cannot be read, so that a partial answer is
 * not taken for a complete one.
 */
export function streamPages<Cursor>(
  first: Cursor,
  readPage: (cursor: Cursor) => Promise<TextPage<Cursor>>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let cursor = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = await readPage(cursor);
      if (page.text !== "") controller.enqueue(encoder.encode(page.text));
      // Close now: after a page without text the stream is not pulled again.
      if (page.next === null) controller.close();
      else cursor = page.next;
    },
  });
}
