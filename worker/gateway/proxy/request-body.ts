/** What a client may send (design section 6): at most 64 KiB, and JSON that parses. Buffered, so that a retry can resend it. */
import { MAX_REQUEST_BODY_BYTES } from "#shared/limits.ts";
import { mediaType } from "#worker/http/media-type.ts";
import { problemResponse } from "#worker/http/problem.ts";
import { readBounded } from "#worker/http/read-bounded.ts";

/** Where services post that cannot choose their content type: text is allowed there, and forwarded unread. */
const TEXT_ALLOWED_BELOW = "/api/hooks/";

export interface RequestBody {
  /** As sent; null where there is none. */
  readonly bytes: Uint8Array | null;
  /** The parsed value of a JSON body, undefined for any other. */
  readonly json: unknown;
}

const NO_BODY: RequestBody = { bytes: null, json: undefined };

/** The body of `request`, or the answer that refuses it: 413, 415 or 400. Rejects where the client leaves meanwhile. */
export async function readRequestBody(request: Request, path: string): Promise<RequestBody | Response> {
  if (request.method === "GET" || request.method === "HEAD") return NO_BODY;
  const bytes = await readBounded(request.body, MAX_REQUEST_BODY_BYTES, request.signal);
  if (bytes === null) return payloadTooLarge();
  if (bytes.byteLength === 0) return NO_BODY;
  if (
    path.startsWith(TEXT_ALLOWED_BELOW) &&
    mediaType(request.headers.get("Content-Type")) === "text/plain"
  ) {
    return { bytes, json: undefined };
  }
  if (!isPlainJson(request.headers)) return unsupportedMediaType();
  try {
    return { bytes, json: parseUtf8Json(bytes) };
  } catch {
    return parseError();
  }
}

/** JSON in UTF-8 without content coding: the only form that is checked here and read alike by the upstream. */
function isPlainJson(headers: Headers): boolean {
  const contentType = headers.get("Content-Type");
  const charset =
    /;\s*charset\s*=\s*"?(?<name>[^";\s]+)/i.exec(contentType ?? "")?.groups?.["name"] ?? "utf-8";
  const coding = headers.get("Content-Encoding") ?? "identity";
  return (
    mediaType(contentType) === "application/json" &&
    /^utf-?8$/i.test(charset) &&
    /^identity$/i.test(coding.trim())
  );
}

/** Throws on anything but UTF-8 JSON; a byte order mark is an error too (RFC 8259 section 8.1), as it is to most servers. */
function parseUtf8Json(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes));
}

function payloadTooLarge(): Response {
  const detail = `Request body is larger than ${MAX_REQUEST_BODY_BYTES} bytes.`;
  return problemResponse(413, { detail, code: "payload_too_large" });
}

function unsupportedMediaType(): Response {
  const detail = "Request body must be application/json in UTF-8.";
  return problemResponse(415, { detail, code: "unsupported_media_type" }, { Accept: "application/json" });
}

function parseError(): Response {
  return problemResponse(400, { detail: "Request body is not valid JSON.", code: "parse_error" });
}
