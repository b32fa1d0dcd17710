/**
 * The live connection of a tab. It opens a socket and retries with growing pauses when that fails; after several failures in a
 * row it polls every few seconds and tries the socket again from time to time. A hidden page keeps its open socket but starts
 * nothing; an offline device does nothing. Delivers each event once.
 *
 * It does not use partysocket for reconnecting: in a trial that saved 34 of 309 lines for 2.7 kB of script, and it reconnected
 * without a pause, for ever, to a server that accepts sockets and sends nothing.
 */
import * as v from "valibot";
import { LIVE_PING, LIVE_PONG, type LiveEvent, LiveMessage, type LivePage } from "#shared/contracts/live.ts";
import { LIVE_TIMES, MAX_SOCKET_FAILURES } from "#shared/limits/live.ts";
import { backOff } from "#shared/http/back-off.ts";
import type { After } from "#client/ui/scheduling.ts";
import { noteBookmark } from "#client/data/newest-bookmark.ts";
import { HttpError, logOwnFault } from "#client/data/http-error.ts";

/**
 * `live`: news within a second; `asking`: within some seconds; `paused`: no connection for now; `none`: this backend has no
 * live news.
 */
export type LiveMode = "connecting" | "live" | "asking" | "paused" | "none";

export interface LiveSocket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

export interface Surroundings {
  readonly isVisible: boolean;
  readonly isOnline: boolean;
}

export interface LiveWorld {
  /** Opens a socket to an API path; calls `closed` at most once, also if it never opened. */
  readonly connect: (path: string, on: { message(text: string): void; closed(): void }) => LiveSocket;
  /** Rejects as `Http` does. */
  readonly ask: (path: string) => Promise<LivePage>;
  readonly after: After;
  /** 0 to below 1. */
  readonly random: () => number;
  readonly surroundings: () => Surroundings;
  /** Calls back on every change of visibility or online state; returns the function that unsubscribes. */
  readonly watchSurroundings: (listener: () => void) => () => void;
}

export interface LiveListener {
  /** Events in ledger order, each once. */
  readonly news: (events: readonly LiveEvent[]) => void;
  /** Events were missed up to the ledger entry `seq`: the page must reload its data. */
  readonly reset: (seq: number) => void;
  readonly mode: (mode: LiveMode) => void;
}

/** Starts after the ledger entry `after`. It lasts as long as the tab, unless the backend has no live news. */
export function startLive(world: LiveWorld, after: number, on: LiveListener): void {
  let seq = after;
  let { isVisible, isOnline } = world.surroundings();
  let mode: LiveMode = "connecting";
  let socket: LiveSocket | null = null;
  let isGreeted = false;
  /** Sockets in a row that failed or closed soon after opening. */
  let failures = 0;
  let isAsking = false;
  let failedAsks = 0;
  let isOver = false;
  const retry = createTimer(world.after);
  const pulse = createTimer(world.after);
  const nextAsk = createTimer(world.after);

  const isAwake = () => isVisible && isOnline;
  /** Jitter: a random time from 80 % to 120 % of `timeMs`. */
  const around = (timeMs: number) => timeMs * (0.8 + 0.4 * world.random());

  function tell(next: LiveMode): void {
    if (next !== mode) on.mode((mode = next));
  }

  function tellMode(): void {
    if (!isOnline) tell("paused");
    else if (isGreeted) tell("live");
    else if (isAsking) tell(failedAsks === 0 ? "asking" : "paused");
    else tell(failures > 0 ? "paused" : "connecting");
  }

  function connect(): void {
    if (socket || !isAwake()) return;
    retry.clear();
    const opened: LiveSocket = world.connect(pathAfter("/api/live/", seq), {
      message: (text) => (socket === opened ? hear(text) : undefined),
      closed: () => (socket === opened ? lose() : undefined),
    });
    socket = opened;
    pulse.set(LIVE_TIMES.silenceMs, lose);
  }

  function disconnect(): void {
    const closing = socket;
    socket = null;
    isGreeted = false;
    pulse.clear();
    closing?.close();
  }

  function lose(): void {
    disconnect();
    failures += 1;
    if (failures < MAX_SOCKET_FAILURES) {
      // Jitter, so that the readers of a restarted site do not all reconnect at the same moment.
      retry.set(
        Math.max(LIVE_TIMES.shortestPauseMs, backOff(LIVE_TIMES.pauseMs, failures, world.random)),
        connect,
      );
    } else {
      retry.set(around(LIVE_TIMES.socketAgainMs), connect);
      const isFirst = !isAsking;
      isAsking = true;
      if (isFirst) void ask();
    }
    tellMode();
  }

  function ping(): void {
    socket?.send(LIVE_PING);
    pulse.set(LIVE_TIMES.silenceMs, lose);
  }

  function hear(text: string): void {
    pulse.set(LIVE_TIMES.pingEveryMs, () => {
      // A socket that stayed open for this long counts as a success.
      failures = 0;
      ping();
    });
    if (text === LIVE_PONG) return;
    const message = parseMessage(text);
    // An unknown message of a newer server: something happened, so what is shown must be loaded again.
    if (!message) return on.reset(seq);
    if (message.type !== "ready") noteBookmark(message.bookmark);
    if (message.type === "events") return pass(message.events);
    if (message.type === "reset") on.reset(message.seq);
    seq = message.type === "reset" ? message.seq : Math.max(seq, message.seq);
    isGreeted = true;
    isAsking = false;
    failedAsks = 0;
    nextAsk.clear();
    tellMode();
  }

  async function ask(): Promise<void> {
    if (!isAwake() || !isAsking) return;
    const askedAfter = seq;
    try {
      const page = await world.ask(pathAfter("/api/live/events/", askedAfter));
      if (isOver) return;
      // If the socket was faster, the answer is outdated.
      if (seq === askedAfter) {
        pass(page.results);
        seq = page.seq;
        if (page.is_reset) on.reset(page.seq);
      }
      failedAsks = 0;
    } catch (error) {
      logOwnFault(error);
      if (isOver) return;
      if (error instanceof HttpError && error.status === 404) {
        end();
        return tell("none");
      }
      failedAsks += 1;
    }
    if (!isAsking) return;
    nextAsk.set(around(backOff(LIVE_TIMES.askMs, failedAsks)), () => void ask());
    tellMode();
  }

  function pass(events: readonly LiveEvent[]): void {
    const fresh = events.filter((event) => event.seq > seq);
    seq = fresh.at(-1)?.seq ?? seq;
    if (fresh.length > 0) on.news(fresh);
  }

  const unwatch = world.watchSurroundings(() => {
    const wasAwake = isAwake();
    ({ isVisible, isOnline } = world.surroundings());
    if (!isOnline) {
      disconnect();
      retry.clear();
      nextAsk.clear();
    } else if (isAwake() && !wasAwake) {
      // The socket may have died while the device slept.
      if (isGreeted) ping();
      else connect();
      if (isAsking) void ask();
    }
    tellMode();
  });

  function end(): void {
    isOver = true;
    unwatch();
    disconnect();
    retry.clear();
    nextAsk.clear();
  }

  connect();
}

/** One task at a time. */
function createTimer(after: After) {
  let clear = () => {};
  return {
    set(delayMs: number, task: () => void) {
      clear();
      clear = after(delayMs, task);
    },
    clear: () => clear(),
  };
}

function pathAfter(path: string, seq: number): string {
  return `${path}?after=${seq}`;
}

function parseMessage(text: string): LiveMessage | null {
  try {
    const parsed = v.safeParse(LiveMessage, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
