/** The live connection of a page: carries out what live-decisions.ts decides, and hands on each event once. */
import * as v from "valibot";
import { LIVE_PING, LIVE_PONG, type LiveEvent, LiveMessage, type LivePage } from "#shared/contracts/live.ts";
import { HttpError } from "./http-error.ts";
import type { LiveMode } from "./live-news.ts";
import { logOwnFault } from "./log-own-fault.ts";
import {
  ASLEEP,
  decideLive,
  type LiveInput,
  type LiveOrder,
  type LiveState,
  type LiveTimer,
} from "./live-decisions.ts";

export interface LiveSocket {
  readonly send: (text: string) => void;
  readonly close: () => void;
}

export interface Surroundings {
  readonly isVisible: boolean;
  readonly isOnline: boolean;
}

export interface LiveWorld {
  /** Opens a socket to an API path; `closed` is called at most once, also where it never opened. */
  readonly connect: (path: string, on: { message(text: string): void; closed(): void }) => LiveSocket;
  /** Rejects as `Http` does. */
  readonly ask: (path: string) => Promise<LivePage>;
  /** Runs a task once after so many milliseconds; gives the function that calls it off. */
  readonly after: (delayMs: number, task: () => void) => () => void;
  /** 0 to below 1. */
  readonly random: () => number;
  readonly surroundings: () => Surroundings;
  /** Calls back on every change of the surroundings; gives the function that ends it. */
  readonly watchSurroundings: (listener: () => void) => () => void;
}

export interface LiveListener {
  /** In the ledger's order, each once. */
  readonly news: (events: readonly LiveEvent[]) => void;
  /** Something was missed, up to the ledger entry `seq`: what is shown has to be loaded afresh. */
  readonly reset: (seq: number) => void;
  readonly mode: (mode: LiveMode) => void;
}

/** Ledger entries to start after; null for those from now on. Gives the function that ends it for good. */
export function startLive(world: LiveWorld, after: number | null, on: LiveListener): () => void {
  let state: LiveState = { ...ASLEEP, ...world.surroundings() };
  let seq = after;
  let socket: LiveSocket | null = null;
  let mode: LiveMode = "connecting";
  let isOver = false;
  const timers = new Map<LiveTimer, () => void>();

  function take(input: LiveInput): void {
    if (isOver) return;
    const decision = decideLive(state, input, world.random);
    state = decision.state;
    for (const order of decision.orders) carryOut(order);
    const next = modeOf(state);
    if (next !== mode) on.mode((mode = next));
  }

  function carryOut(order: LiveOrder): void {
    switch (order.do) {
      case "connect":
        return connect();
      case "disconnect":
        return disconnect();
      case "ping":
        return socket?.send(LIVE_PING);
      case "ask":
        return void ask();
      case "wait":
        timers.get(order.timer)?.();
        timers.set(
          order.timer,
          world.after(order.delayMs, () => take({ type: "due", timer: order.timer })),
        );
        return;
      case "forget":
        timers.get(order.timer)?.();
        timers.delete(order.timer);
    }
  }

  function connect(): void {
    const opened: LiveSocket = world.connect(pathAfter("/api/live/", seq), {
      message: (text) => {
        if (socket === opened) hear(text);
      },
      closed: () => {
        if (socket !== opened) return;
        socket = null;
        take({ type: "closed" });
      },
    });
    socket = opened;
  }

  function disconnect(): void {
    const closing = socket;
    socket = null;
    closing?.close();
  }

  function hear(text: string): void {
    if (text !== LIVE_PONG) receive(parseMessage(text));
    take({ type: "heard" });
  }

  function receive(message: LiveMessage | null): void {
    // A message of a newer server: what it says is not known, only that something happened.
    if (!message) return on.reset(seq ?? 0);
    if (message.type === "events") return pass(message.events);
    if (message.type === "reset") on.reset(message.seq);
    seq = message.type === "reset" ? message.seq : Math.max(seq ?? 0, message.seq);
    take({ type: "greeted" });
  }

  async function ask(): Promise<void> {
    const askedAfter = seq;
    try {
      const page = await world.ask(pathAfter("/api/live/events/", askedAfter));
      if (isOver) return;
      // Where the socket has been faster, the answer is old news.
      if (seq === askedAfter) {
        pass(page.results);
        seq = page.seq;
        if (page.is_reset) on.reset(page.seq);
      }
      take({ type: "answered" });
    } catch (error) {
      logOwnFault(error);
      take({ type: error instanceof HttpError && error.status === 404 ? "gone" : "unanswered" });
    }
  }

  function pass(events: readonly LiveEvent[]): void {
    const known = seq ?? -1;
    const fresh = events.filter((event) => event.seq > known);
    seq = fresh.at(-1)?.seq ?? seq;
    if (fresh.length > 0) on.news(fresh);
  }

  const unwatch = world.watchSurroundings(() => take({ type: "moved", ...world.surroundings() }));
  take({ type: "started" });
  return () => {
    isOver = true;
    unwatch();
    for (const cancel of timers.values()) cancel();
    disconnect();
  };
}

function modeOf({ isGone, isOnline, socket, isAsking, failedAsks, failures }: LiveState): LiveMode {
  if (isGone) return "none";
  if (!isOnline) return "paused";
  if (socket === "open") return "live";
  if (isAsking) return failedAsks === 0 ? "asking" : "paused";
  return failures > 0 ? "paused" : "connecting";
}

function pathAfter(path: string, seq: number | null): string {
  return seq === null ? path : `${path}?after=${seq}`;
}

function parseMessage(text: string): LiveMessage | null {
  try {
    const parsed = v.safeParse(LiveMessage, JSON.parse(text));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
