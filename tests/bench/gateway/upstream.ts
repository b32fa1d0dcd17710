/** An API of the benchmark's own on loopback. What it costs is not counted: it runs in this process. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** As a page of signals. */
const JSON_BODY = JSON.stringify({ results: [{ text: "x".repeat(2_000) }], next: null });
const KIB = Buffer.alloc(1024, "x");

export interface BenchUpstream {
  readonly port: number;
  readonly close: () => void;
}

/**
 * `/api/long/{n}` is a body of n KiB, written as fast as it is read; `/api/gathered/{n}` answers when n requests have come;
 * everything else is 2 KiB of JSON.
 */
export async function startUpstream(): Promise<BenchUpstream> {
  const gathered: ServerResponse[] = [];
  const server = createServer((request, response) => {
    request.resume();
    const [, kind, count = "0"] = /^\/api\/(long|gathered)\/(\d+)/.exec(request.url ?? "") ?? [];
    response.setHeader("Content-Type", "application/json");
    if (kind === "long") {
      void writeLong(response, Number(count));
    } else if (kind === "gathered") {
      if (gathered.push(response) < Number(count)) return;
      for (const waiting of gathered.splice(0)) waiting.end(JSON_BODY);
    } else {
      response.end(JSON_BODY);
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The upstream has no port");
  return {
    port: address.port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function writeLong(response: ServerResponse, kib: number): Promise<void> {
  response.setHeader("Content-Length", kib * KIB.length);
  const body = Readable.from(Array.from({ length: kib }, () => KIB));
  // A reader who leaves is no fault here.
  await pipeline(body, response).catch(() => undefined);
}
