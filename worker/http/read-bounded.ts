/** Reads a body into memory, up to a limit. */
import { MAX_PAGE_DATA_BYTES } from "#shared/limits/pages.ts";

/**
 * All bytes of `body`, or null as soon as more than `maxBytes` have arrived; the rest is then cancelled unread, or left to
 * another reader of the stream. Counts the stream itself, so that a missing or wrong Content-Length does not matter. Rejects
 * if the stream breaks, or with the signal's reason if `signal` aborts first.
 */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  signal: AbortSignal,
  rest: "cancelled" | "left" = "cancelled",
): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return new Uint8Array();
  const reader = body.getReader();
  const stop = () => {
    reader.cancel().catch(() => undefined); // the sender may already be gone; nothing depends on it
  };
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  try {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.byteLength;
      if (length > maxBytes) {
        if (rest === "left") reader.releaseLock();
        else stop();
        return null;
      }
      chunks.push(value);
    }
    signal.throwIfAborted(); // cancelling a reader ends its read as if the stream were complete
    return joined(chunks, length);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/**
 * The body of an upstream's answer to pages and sitemaps. Undefined for a body that is not JSON, breaks off, is larger than
 * `MAX_PAGE_DATA_BYTES`, or has not ended at the deadline: it may stall or never end.
 */
export async function readBoundedJson({ body }: Response, deadline: AbortSignal): Promise<unknown> {
  try {
    const bytes = await readBounded(body, MAX_PAGE_DATA_BYTES, deadline);
    return bytes === null ? undefined : JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}
