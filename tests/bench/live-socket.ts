/** Sockets of live readers with different IP addresses, because the number of sockets for one address is limited. */

/** `siteUrl` as in `Site`. Node's WebSocket accepts headers, which its type (the browser's) lacks. */
export function openLiveSocket(siteUrl: string, address: string, query = ""): WebSocket {
  const init = { headers: { "CF-Connecting-IP": address } };
  return Reflect.construct(WebSocket, [`${siteUrl.replace(/^http/, "ws")}/api/live/${query}`, init]);
}
