/** A network of one page's own, its clock standing still until it is moved. */
import type { LiveEvent, LiveMessage, LivePage } from "#shared/contracts/live.ts";
import { someSignal } from "#tests/support/some-signal.ts";
import { NetworkError } from "#client/data/http-error.ts";

import {
  type LiveMode,
  type LiveSocket,
  type LiveWorld,
  startLive,
} from "#client/features/live/live-connection.ts";
import { createFakeClock, type FakeClock } from "#tests/client/fake-clock.ts";

interface OpenedSocket {
  readonly path: string;
  readonly sent: readonly string[];
  readonly isClosed: boolean;
  readonly say: (message: LiveMessage | string) => void;
  /** The other side closes it, or it never opened. */
  readonly fail: () => void;
}

export interface LiveTest {
  readonly clock: FakeClock;
  readonly sockets: readonly OpenedSocket[];
  /** Paths asked for, in order; `answers` are used up in order, and then asking fails. */
  readonly asked: readonly string[];
  readonly answers: (LivePage | Error)[];
  readonly news: readonly number[];
  readonly resets: () => number;
  readonly modes: readonly LiveMode[];
  readonly newest: () => OpenedSocket;
  move(to: { isVisible?: boolean; isOnline?: boolean }): void;
}

export function createLiveTest(after: number, random = () => 0.5): LiveTest {
  const clock = createFakeClock();
  const sockets: OpenedSocket[] = [];
  const asked: string[] = [];
  const answers: (LivePage | Error)[] = [];
  const news: number[] = [];
  const modes: LiveMode[] = [];
  let resets = 0;
  let surroundings = { isVisible: true, isOnline: true };
  let onMove = () => {};
  const world: LiveWorld = {
    connect(path, on) {
      const { socket, opened } = createSocket(path, on);
      sockets.push(opened);
      return socket;
    },
    async ask(path) {
      asked.push(path);
      const answer = answers.shift() ?? new NetworkError(null);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    after: clock.after,
    random,
    surroundings: () => surroundings,
    watchSurroundings(listener) {
      onMove = listener;
      return () => (onMove = () => {});
    },
  };
  startLive(world, after, {
    news: (events) => news.push(...events.map(({ seq }) => seq)),
    reset: () => (resets += 1),
    mode: (mode) => modes.push(mode),
  });
  return {
    clock,
    sockets,
    asked,
    answers,
    news,
    resets: () => resets,
    modes,
    newest() {
      const socket = sockets.at(-1);
      if (!socket) throw new Error("no socket was opened");
      return socket;
    },
    move(to) {
      surroundings = { ...surroundings, ...to };
      onMove();
    },
  };
}

function createSocket(
  path: string,
  on: { message(text: string): void; closed(): void },
): { socket: LiveSocket; opened: OpenedSocket } {
  const sent: string[] = [];
  let isClosed = false;
  const socket = { send: (text: string) => void sent.push(text), close: () => void (isClosed = true) };
  return {
    socket,
    opened: {
      path,
      sent,
      get isClosed() {
        return isClosed;
      },
      say: (message) => on.message(typeof message === "string" ? message : JSON.stringify(message)),
      fail: () => {
        isClosed = true;
        on.closed();
      },
    },
  };
}

/** Publications at these places of the ledger. */
export function eventsAt(...seqs: number[]): LiveEvent[] {
  return seqs.map((seq) => ({
    seq,
    kind: "published",
    signal: someSignal({ id: `signal-${seq}`, published_seq: seq }),
  }));
}

export const ready = (seq: number): LiveMessage => ({ type: "ready", seq });
export const events = (...seqs: number[]): LiveMessage => ({ type: "events", events: eventsAt(...seqs) });
