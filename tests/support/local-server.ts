/** Servers of tests, on free ports of this machine. */
import { once } from "node:events";
import type { Server } from "node:http";

/** Resolves with its address, `http://127.0.0.1:{port}`, once it listens. */
export async function listen(server: Server): Promise<string> {
  // A client that a busy machine holds up writes to a connection that five seconds would have closed.
  server.keepAliveTimeout = 60_000;
  await once(server.listen(0, "127.0.0.1"), "listening");
  const bound = server.address();
  return `http://127.0.0.1:${typeof bound === "object" ? bound?.port : ""}`;
}

/** Closes it with its open connections. */
export async function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
