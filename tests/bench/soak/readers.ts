/** Live readers: sockets that stay, one that comes and goes each second, and what each of them has heard. */
import * as v from "valibot";
import { LiveMessage } from "#shared/contracts/live.ts";
import { openLiveSocket } from "#tests/bench/live-socket.ts";

export interface Readers {
  /** Resolves with the milliseconds until the last reader has heard of `seq`; rejects where one has not after a while. */
  readonly untilHeard: (seq: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface ReadersOptions {
  readonly port: number;
  readonly count: number;
  readonly onError: (what: string) => void;
}

interface Reader {
  heardSeq: number;
  isLeaving: boolean;
  readonly socket: WebSocket;
}

const HANDSHAKES_AT_ONCE = 25;
const CHANGE_INTERVAL_MS = 1_000;
const HEARD_TIMEOUT_MS = 5_000;
const POLL_MS = 5;

export async function openReaders({ port, count, onError }: ReadersOptions): Promise<Readers> {
  const readers: Reader[] = [];
  let opened = 0;
  const open = () => {
    opened += 1;
    const address = `2001:db8:0:${(opened & 0xffff).toString(16)}::1`;
    return openReader(openLiveSocket(port, address), onError);
  };
  while (readers.length < count) {
    const batch = Math.min(HANDSHAKES_AT_ONCE, count - readers.length);
    readers.push(...(await Promise.all(Array.from({ length: batch }, open))));
  }
  const change = setInterval(() => {
    const oldest = readers.shift();
    if (oldest) leave(oldest);
    open().then(
      (reader) => readers.push(reader),
      (error: unknown) => onError(`socket: ${String(error)}`),
    );
  }, CHANGE_INTERVAL_MS);
  return {
    async untilHeard(seq) {
      const startedMs = performance.now();
      const listening = [...readers];
      const waiting = () =>
        listening.filter(({ heardSeq, isLeaving }) => heardSeq < seq && !isLeaving).length;
      while (waiting() > 0) {
        if (performance.now() - startedMs > HEARD_TIMEOUT_MS)
          throw new Error(`${waiting()} readers have not heard of ${seq}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
      return performance.now() - startedMs;
    },
    async close() {
      clearInterval(change);
      readers.forEach(leave);
    },
  };
}

async function openReader(socket: WebSocket, onError: (what: string) => void): Promise<Reader> {
  const reader: Reader = { heardSeq: -1, isLeaving: false, socket };
  const ready = Promise.withResolvers<void>();
  const hear = (seq: number) => {
    // Nothing is written on this record but what readers are told of.
    if (seq !== reader.heardSeq + 1) onError(`socket: told of ${seq} after ${reader.heardSeq}`);
    reader.heardSeq = seq;
  };
  socket.addEventListener("message", ({ data }) => {
    const message = v.parse(LiveMessage, JSON.parse(String(data)));
    if (message.type === "events") for (const { seq } of message.events) hear(seq);
    else {
      reader.heardSeq = message.seq;
      ready.resolve();
    }
  });
  socket.addEventListener("error", () => ready.reject(new Error("could not connect")));
  socket.addEventListener("close", () => {
    if (!reader.isLeaving) onError("socket: closed by the server");
  });
  await ready.promise;
  return reader;
}

function leave(reader: Reader): void {
  reader.isLeaving = true;
  reader.socket.close();
}
