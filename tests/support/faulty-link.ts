/** A proxy between a gateway and its upstream that can simulate network faults: over HTTP, on a port of its own. */
import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { listen, stop } from "./local-server.ts";

/** What happens to a call on the link. */
export type LinkState =
  | "up"
  /** The connection is closed before anything is read. */
  | "down"
  /** There is no answer for longer than the gateway waits. */
  | "silent"
  /** Headers and half of the body arrive, and then nothing more. */
  | "stalled"
  /** Headers and half of the body arrive, and then the connection is closed. */
  | "cut";

export interface FaultyLink {
  /** `http://127.0.0.1:{port}`. */
  readonly url: string;
  /** Calls received, as `GET /api/signals/`. */
  readonly calls: readonly string[];
  /** Clears the list of calls. `exceptions` sets states by path. */
  become(state: LinkState, exceptions?: Readonly<Record<string, LinkState>>): void;
  /** Sets the upstream for further calls. */
  leadTo(url: string): void;
  close(): Promise<void>;
}

export async function startFaultyLink(): Promise<FaultyLink> {
  let usual: LinkState = "up";
  let unusual: Readonly<Record<string, LinkState>> = {};
  let target = "";
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const [path = ""] = request.url?.split("?") ?? [];
    const state = unusual[path] ?? usual;
    calls.push(`${request.method} ${path}`);
    if (state === "down") request.socket.destroy();
    else if (state !== "silent") forward(target, request, response, state);
  });
  return {
    url: await listen(server),
    calls,
    become(next, exceptions = {}) {
      usual = next;
      unusual = exceptions;
      calls.length = 0;
      if (next !== "stalled" && next !== "silent") server.closeAllConnections();
    },
    leadTo(url) {
      target = url;
    },
    close: () => stop(server),
  };
}

function forward(target: string, request: IncomingMessage, response: ServerResponse, state: LinkState): void {
  const { host, ...headers } = request.headers;
  // Disables compression, because a compressed body could not be cut in the middle.
  const options = {
    method: request.method,
    headers: { ...headers, "x-link-host": host, "accept-encoding": "identity" },
  };
  const call = sendRequest(target + request.url, options, (answer) => {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("end", () => {
      response.writeHead(answer.statusCode ?? 502, withoutLength(answer.headers));
      const body = Buffer.concat(chunks);
      if (state !== "stalled" && state !== "cut") {
        response.end(body);
        return;
      }
      response.write(body.subarray(0, Math.ceil(body.length / 2)), () => {
        if (state === "cut") response.socket?.destroy();
      });
    });
  });
  call.on("error", () => response.socket?.destroy());
  request.pipe(call);
}

function withoutLength(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  const names = Object.keys(headers).filter((name) => !/^(?:content-length|transfer-encoding)$/.test(name));
  return Object.fromEntries(names.map((name) => [name, headers[name]]));
}
