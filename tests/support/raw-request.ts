/** Requests that no client library would send, written to a socket byte by byte. */
import { connect } from "node:net";

export interface RawRequest {
  readonly requestLine: string;
  /** `Host`, `Connection: close` and `Content-Length` are added. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** A string is sent as UTF-8. */
  readonly body: string | Uint8Array;
}

export interface RawAnswer {
  /** 0 if the server closed the connection without a status. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  /** Chunked bodies are decoded. */
  readonly text: string;
  /** The whole answer, as Latin-1. */
  readonly raw: string;
}

/** Rejects if no complete answer came within `deadlineMs`. */
export async function sendRaw(
  siteUrl: string,
  { requestLine, headers, body }: RawRequest,
  deadlineMs: number,
): Promise<RawAnswer> {
  const { host, hostname, port } = new URL(siteUrl);
  const bytes = Buffer.from(body);
  const lines = [
    requestLine,
    `Host: ${host}`,
    "Connection: close",
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(bytes.length > 0 ? [`Content-Length: ${bytes.length}`] : []),
  ];
  const head = Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1");
  const raw = await exchange({ hostname, port: Number(port) }, Buffer.concat([head, bytes]), deadlineMs);
  return readAnswer(raw);
}

function exchange(
  { hostname, port }: { readonly hostname: string; readonly port: number },
  bytes: Buffer,
  deadlineMs: number,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, hostname);
    let raw = "";
    const timer = setTimeout(() => {
      // A WebSocket stays open once it is accepted.
      if (raw.startsWith("HTTP/1.1 101")) resolve(raw);
      else
        reject(new Error(`no end of the answer after ${deadlineMs} ms; came so far: ${raw.slice(0, 200)}`));
      socket.destroy();
    }, deadlineMs);
    const end = () => {
      clearTimeout(timer);
      resolve(raw);
    };
    socket.on("data", (chunk: Buffer) => {
      raw += chunk.toString("latin1");
      if (!raw.startsWith("HTTP/1.1 101")) return;
      end();
      socket.destroy();
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // The server closed the connection; what arrived before that is its answer.
      if (error.code === "ECONNRESET" || error.code === "EPIPE") end();
      else reject(error);
    });
    socket.on("close", end);
    socket.write(bytes);
  });
}

function readAnswer(raw: string): RawAnswer {
  const split = raw.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = raw.slice(0, split < 0 ? raw.length : split).split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const body = split < 0 ? "" : raw.slice(split + 4);
  return {
    status: Number(/^HTTP\/1\.1 (\d+)/.exec(statusLine)?.[1] ?? 0),
    headers,
    text: headers.get("transfer-encoding") === "chunked" ? joinChunks(body) : body,
    raw,
  };
}

/** RFC 9112 section 7.1. */
function joinChunks(body: string): string {
  let text = "";
  let at = 0;
  for (;;) {
    const lineEnd = body.indexOf("\r\n", at);
    const size = Number.parseInt(body.slice(at, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0)) return text;
    text += body.slice(lineEnd + 2, lineEnd + 2 + size);
    at = lineEnd + 2 + size + 2;
  }
}
