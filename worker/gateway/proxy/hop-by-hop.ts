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

/** Names, in lower case, of the fields in `headers` that must not be passed on: the fixed ones and those `Connection` lists. */
export function hopByHopNames(headers: Headers): ReadonlySet<string> {
  const connection = headers.get("Connection");
  if (!connection) return HOP_BY_HOP;
  const listed = connection.split(",").map((name) => name.trim().toLowerCase());
  // Nearly every connection says `keep-alive` or `close` and lists nothing more.
  return listed.every((name) => HOP_BY_HOP.has(name)) ? HOP_BY_HOP : new Set([...HOP_BY_HOP, ...listed]);
}
