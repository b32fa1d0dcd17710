/** A document in one piece, for readers that run no script: every part stands where it belongs from the first byte on. */
import type { ReactElement } from "react";
import type { RenderToReadableStreamOptions } from "react-dom/server";
import { renderToReadableStream } from "react-dom/server.edge";

/**
 * Renders to the end before anything is sent. A streamed document may send a slow or a large part last, hidden, for a
 * script to move to its place; without the script it would be read last or not at all. Rejects as streaming does.
 */
export async function renderWhole(
  document: ReactElement,
  options: RenderToReadableStreamOptions,
): Promise<ReadableStream> {
  // React sends a finished part apart too where it is larger than this many bytes.
  const stream = await renderToReadableStream(document, { ...options, progressiveChunkSize: Infinity });
  await stream.allReady;
  return stream;
}
