/** The socket of a live reader from an IP address of its own, because the number of sockets for one address is limited. */
export function openLiveSocket(port: number, address: string): WebSocket {
  // Node's WebSocket takes headers, which its type, the browser's, does not know.
  const headers = { "CF-Connecting-IP": address };
  return Reflect.construct(WebSocket, [`ws://127.0.0.1:${port}/api/live/`, { headers }]);
}
