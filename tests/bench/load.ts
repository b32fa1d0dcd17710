/** A load generator that costs little itself: requests over kept connections on loopback, each after its answer. */
import { connect, type Socket } from "node:net";

export interface Target {
  readonly port: number;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent by POST as JSON; a GET where it is left out. */
  readonly body?: unknown;
  /** Any other status ends the run: a fast error must not look like a fast page. */
  readonly status: number;
}

/** Sends `requests` over `connections` and resolves with the seconds it took. */
export async function sendLoad(target: Target, requests: number, connections: number): Promise<number> {
  const startedMs = performance.now();
  let left = requests;
  const take = () => {
    left -= 1;
    return left >= 0;
  };
  await Promise.all(Array.from({ length: connections }, () => runConnection(target, take)));
  return (performance.now() - startedMs) / 1000;
}

function runConnection(target: Target, take: () => boolean): Promise<void> {
  const request = requestText(target);
  return new Promise((resolve, reject) => {
    const socket = connect(target.port, "127.0.0.1");
    socket.setNoDelay(true);
    const next = () => {
      if (take()) socket.write(request);
      else socket.end();
    };
    readAnswers(socket, target, next);
    socket.on("connect", next);
    socket.on("close", () => resolve());
    socket.on("error", reject);
  });
}

function requestText({ port, path, headers = {}, body }: Target): string {
  const all = { Host: `127.0.0.1:${port}`, Accept: "text/html", "Accept-Encoding": "identity", ...headers };
  const content = body === undefined ? "" : JSON.stringify(body);
  const ofContent =
    body === undefined
      ? {}
      : { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(content)) };
  const lines = Object.entries({ ...all, ...ofContent }).map(([name, value]) => `${name}: ${value}`);
  return [`${body === undefined ? "GET" : "POST"} ${path} HTTP/1.1`, ...lines, "", content].join("\r\n");
}

/** Enough of RFC 9112 for answers of our own: a length, chunks whose end is the end of the packet, or no body. */
function readAnswers(socket: Socket, { status, path }: Target, onAnswer: () => void): void {
  let received = "";
  socket.setEncoding("latin1");
  socket.on("data", (text: string) => {
    received += text;
    const bodyAt = received.indexOf("\r\n\r\n") + 4;
    if (bodyAt < 4 || !isComplete(received, bodyAt)) return;
    const got = Number(received.slice(9, 12));
    if (got !== status) socket.destroy(new Error(`${path} answered ${got} instead of ${status}`));
    received = "";
    onAnswer();
  });
}

function isComplete(received: string, bodyAt: number): boolean {
  const head = received.slice(0, bodyAt).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return received.length - bodyAt >= Number(length);
  if (head.includes("\r\ntransfer-encoding: chunked")) return received.endsWith("0\r\n\r\n");
  return true;
}
