/** Headers that speak about one connection only and end at every proxy (RFC 9110 section 7.6.1). */

const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "close",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
]);

/** What nearly every connection says. */
const NAMES_NO_FIELD = /^(?:keep-alive|close)$/i;

/** Names, in lower case, of the fields in `headers` that must not be passed on: the fixed ones and those `Connection` lists. */
export function hopByHopNames(headers: Headers): ReadonlySet<string> {
  const connection = headers.get("Connection");
  if (!connection || NAMES_NO_FIELD.test(connection)) return HOP_BY_HOP;
  const listed = connection.split(",").map((name) => name.trim().toLowerCase());
  return new Set([...HOP_BY_HOP, ...listed]);
}
