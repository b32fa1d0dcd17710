/** WebSocket connections for live calls: passed to the upstream unchanged, once. */

const HANDSHAKE_FIELDS = [
  "Sec-WebSocket-Key",
  "Sec-WebSocket-Version",
  "Sec-WebSocket-Protocol",
  "Sec-WebSocket-Extensions",
];

export function isLiveUpgrade(request: Request, path: string): boolean {
  const upgrade = request.headers.get("Upgrade")?.trim().toLowerCase();
  return request.method === "GET" && upgrade === "websocket" && path.startsWith("/api/live/");
}

/** Adds the handshake, which is hop-by-hop and therefore missing from `headers`. */
export function addHandshake(headers: Headers, { headers: client }: Request): Headers {
  headers.set("Upgrade", "websocket");
  for (const name of HANDSHAKE_FIELDS) {
    const value = client.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** The accepted connection, with only the chosen protocol of the upstream's headers. */
export function upgradedAnswer(webSocket: WebSocket, upstream: Headers): Response {
  const protocol = upstream.get("Sec-WebSocket-Protocol");
  const headers = new Headers(protocol === null ? {} : { "Sec-WebSocket-Protocol": protocol });
  return new Response(null, { status: 101, webSocket, headers });
}
