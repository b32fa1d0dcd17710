/** Reads a client's body: at most 64 KiB within 15 s. Buffered, so that a retry can resend it. */
import { readJsonBody } from "#worker/http/json-body.ts";
import { readIncomingBody } from "#worker/gateway/limits/incoming-body.ts";
import type { ForwardDependencies } from "./forward.ts";
import { MAX_REQUEST_BODY_BYTES } from "#shared/limits/requests.ts";

/** Where services post: their messages are forwarded unparsed, so that a refused message is listed with its key. */
const UNREAD_BELOW = "/api/hooks/";

export interface RequestBody {
  /** As sent; null if there is none. */
  readonly bytes: Uint8Array | null;
  /** What an operator's own backend gets, checked here; undefined for any other. */
  readonly json: unknown;
}

const NO_BODY: RequestBody = { bytes: null, json: undefined };

/**
 * The body of `request`, or the answer that refuses it: 413 or 408, and for an operator's own backend also 415 or 400: the
 * embedded API parses and checks its bodies itself. Rejects if the client leaves meanwhile.
 */
export async function readRequestBody(
  request: Request,
  path: string,
  { startTimer, upstream }: Pick<ForwardDependencies, "startTimer" | "upstream">,
): Promise<RequestBody | Response> {
  if (request.method === "GET" || request.method === "HEAD") return NO_BODY;
  const bytes = await readIncomingBody(request, MAX_REQUEST_BODY_BYTES, startTimer);
  if (bytes instanceof Response) return bytes;
  if (bytes.byteLength === 0) return NO_BODY;
  if (upstream.isEmbedded || path.startsWith(UNREAD_BELOW)) return { bytes, json: undefined };
  const read = readJsonBody(bytes, request.headers, JSON.parse);
  return read instanceof Response ? read : { bytes, json: read.json };
}
