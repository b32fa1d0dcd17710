/**
 * What stands before the subjects, the same for all: files of the build and pages of the benchmark's own, compressed; all
 * else, sockets included, goes to the product.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { connect } from "node:net";
import { extname, join } from "node:path";
import { constants, createGzip, gzipSync } from "node:zlib";

export interface Front {
  readonly origin: string;
  readonly close: () => void;
}

/** `own` holds documents and scripts by path. */
export async function startFront(productPort: number, own: ReadonlyMap<string, string>): Promise<Front> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://front");
    const page = own.get(pathname);
    if (page !== undefined) send(response, pathname, Buffer.from(page));
    else if (extname(pathname) !== "" && !pathname.endsWith(".json") && !pathname.endsWith(".webmanifest"))
      sendFile(response, pathname);
    else forward(productPort, request, response);
  });
  server.on("upgrade", (request, socket, head) => {
    const upstream = connect(productPort, "127.0.0.1", () => {
      const fields = request.rawHeaders.flatMap((name, index, all) =>
        index % 2 ? [] : [`${name}: ${all[index + 1]}`],
      );
      upstream.write([`GET ${request.url} HTTP/1.1`, ...fields, "", ""].join("\r\n"));
      upstream.write(head);
      upstream.pipe(socket).pipe(upstream);
    });
    for (const end of [socket, upstream]) end.on("error", () => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The front has no port");
  return {
    origin: `http://127.0.0.1:${address.port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const TYPES: Readonly<Record<string, string>> = {
  "": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

const compressed = new Map<string, Buffer>();

/** Compressed once; what a name with a hash names never changes. */
function send(response: ServerResponse, pathname: string, body: Buffer): void {
  const kept = compressed.get(pathname) ?? gzipSync(body, { level: 9 });
  compressed.set(pathname, kept);
  const isHashed = pathname.startsWith("/assets/") || pathname.startsWith("/bench/");
  response.writeHead(200, {
    "Content-Type": TYPES[extname(pathname)] ?? "application/octet-stream",
    "Content-Encoding": "gzip",
    "Content-Length": kept.length,
    "Cache-Control": isHashed ? "public, max-age=31536000, immutable" : "no-cache",
  });
  response.end(kept);
}

function sendFile(response: ServerResponse, pathname: string): void {
  try {
    send(response, pathname, compressed.get(pathname) ?? readFileSync(join("dist/client", pathname)));
  } catch {
    response.writeHead(404).end();
  }
}

/** Streams, each part compressed as it comes. */
function forward(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url: path } = request;
  const upstream = httpRequest(
    { port, method, path, headers: { ...headers, "accept-encoding": "identity" } },
    (answer) => {
      const { "content-length": _, "content-encoding": __, ...kept } = answer.headers;
      const hasBody = answer.statusCode === 200 && method === "GET";
      response.writeHead(answer.statusCode ?? 502, hasBody ? { ...kept, "content-encoding": "gzip" } : kept);
      if (hasBody) answer.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH })).pipe(response);
      else answer.pipe(response);
    },
  );
  upstream.on("error", () => response.destroy());
  response.on("close", () => upstream.destroy());
  request.pipe(upstream);
}
