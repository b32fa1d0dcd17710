/** Sockets of live readers at addresses of their own: one address has only its share of a room. */

/** `siteUrl` as in `Site`. Node's WebSocket takes headers, which its type, the browser's, does not know. */
export function openLiveSocket(siteUrl: string, address: string, query = ""): WebSocket {
  const init = { headers: { "CF-Connecting-IP": address } };
  return Reflect.construct(WebSocket, [`${siteUrl.replace(/^http/, "ws")}/api/live/${query}`, init]);
}
