/** A client that disconnects during a response, on real sockets: the platform then closes the connection to the backend. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startDurableSite } from "#tests/support/durable-site.ts";

it("the connection to the backend is closed when the client disconnects during a response", async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const backend = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "application/json" });
    response.write('{"results":[');
    asked.resolve(response);
  });
  backend.listen(0, "127.0.0.1");
  await once(backend, "listening");
  const { port } = backend.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), "tidemark-"));
  const vars = { API_PARTS: "auth,ledger" };
  const site = await startDurableSite({ folder, apiBaseUrl: `http://127.0.0.1:${port}`, vars });
  try {
    const { hostname, port: sitePort } = new URL(site.url);
    const client = connect(Number(sitePort), hostname);
    client.write(`GET /api/ledger/ HTTP/1.1\r\nHost: ${hostname}:${sitePort}\r\n\r\n`);
    const [head] = await once(client, "data");
    expect(String(head)).toContain("HTTP/1.1 200 OK");

    const response = await asked.promise;
    const closed = once(response, "close");
    client.destroy();
    // A connection that is gone is noticed by who writes to it.
    const writing = setInterval(() => response.write("[],"), 50);
    await closed.finally(() => clearInterval(writing));
    expect(response.writableFinished).toBe(false);
  } finally {
    await site.close();
    backend.closeAllConnections();
    backend.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
