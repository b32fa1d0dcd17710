/**
 * A process of live readers: `PORT FROM COUNT KIND`, each a WebSocket of its own (`sockets`), or all within the worker's process
 * (`bundle`). Says `ready` to its parent once all are in, and answers a list of seqs with the verdict.
 */
import * as v from "valibot";
import { openLiveSocket } from "#tests/bench/live-socket.ts";
import { createHearing } from "./hearing.ts";
import { addressOf, BUNDLE_PATH } from "./site-entry.ts";

const HANDSHAKES_AT_ONCE = 20;
const POLL_MS = 100;

const [port = 0, from = 0, count = 0] = process.argv.slice(2, 5).map(Number);
const hearing = createHearing(count);

/** Each text with the readers that have been sent it. */
const BundledMessage = v.array(v.tuple([v.string(), v.array(v.number())]));

if (process.argv[5] === "bundle") openBundle();
else await openSockets();
while (hearing.ready() < count) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
process.send?.("ready");
process.on("message", (seqs) => process.send?.(hearing.judge(v.parse(v.array(v.number()), seqs))));

function openBundle(): void {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${BUNDLE_PATH}?from=${from}&count=${count}`);
  socket.addEventListener("message", ({ data }) => {
    for (const [text, readers] of v.parse(BundledMessage, JSON.parse(String(data))))
      for (const reader of readers) hearing.hear(reader, text);
  });
}

async function openSockets(): Promise<void> {
  let next = from;
  const end = next + count;
  const open = async () => {
    while (next < end) await openSocket(next++);
  };
  await Promise.all(Array.from({ length: HANDSHAKES_AT_ONCE }, open));
}

async function openSocket(reader: number): Promise<void> {
  const socket = openLiveSocket(port, addressOf(reader));
  const opened = Promise.withResolvers<void>();
  socket.addEventListener("open", () => opened.resolve());
  socket.addEventListener("message", ({ data }) => hearing.hear(reader, String(data)));
  socket.addEventListener("close", () => hearing.hear(reader, "closed"));
  socket.addEventListener("error", () => opened.reject(new Error(`reader ${reader} could not connect`)));
  await opened.promise;
}
