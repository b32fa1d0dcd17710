/**
 * What the live connection does next: pure. A socket first; a few seconds of growing pauses when it fails; asking every
 * few seconds once it has failed often, while the socket is tried again now and then. A page nobody sees keeps the socket
 * it has but starts nothing; a device without a network does nothing at all.
 */

/** Failed sockets in a row after which the page asks instead: networks that let no socket through are not argued with. */
export const FAILURES_BEFORE_ASKING = 3;

const TIMES = {
  /** From opening a socket, or a ping, to a sign of life. */
  silenceMs: 10_000,
  pingEveryMs: 25_000,
  firstPauseMs: 1_000,
  longestPauseMs: 30_000,
  shortestPauseMs: 100,
  askEveryMs: 5_000,
  longestAskPauseMs: 60_000,
  socketAgainMs: 60_000,
} as const;

export type LiveTimer = "connect" | "silence" | "ping" | "ask";

export interface LiveState {
  readonly isVisible: boolean;
  readonly isOnline: boolean;
  readonly socket: "none" | "connecting" | "open";
  /** Sockets in a row that failed or did not live for long. */
  readonly failures: number;
  readonly isAsking: boolean;
  readonly failedAsks: number;
  /** The upstream has no live news: nothing is tried any more. */
  readonly isGone: boolean;
}

export type LiveInput =
  | { readonly type: "started" | "greeted" | "heard" | "closed" | "answered" | "unanswered" | "gone" }
  | { readonly type: "moved"; readonly isVisible: boolean; readonly isOnline: boolean }
  | { readonly type: "due"; readonly timer: LiveTimer };

export type LiveOrder =
  | { readonly do: "connect" | "disconnect" | "ping" | "ask" }
  /** Sets the timer anew. */
  | { readonly do: "wait"; readonly timer: LiveTimer; readonly delayMs: number }
  | { readonly do: "forget"; readonly timer: LiveTimer };

export interface LiveDecision {
  readonly state: LiveState;
  readonly orders: readonly LiveOrder[];
}

export const ASLEEP: LiveState = {
  isVisible: false,
  isOnline: false,
  socket: "none",
  failures: 0,
  isAsking: false,
  failedAsks: 0,
  isGone: false,
};

/** `random`: 0 to below 1. */
export function decideLive(state: LiveState, input: LiveInput, random: () => number): LiveDecision {
  if (state.isGone) return { state, orders: [] };
  switch (input.type) {
    case "started":
      return connect(state);
    case "moved":
      return move(state, input);
    case "greeted":
      return greet(state);
    case "heard":
      return state.socket === "open" ? { state, orders: [forget("silence"), pingLater] } : still(state);
    case "closed":
      return lose(state, random);
    case "answered":
      return askAgain({ ...state, failedAsks: 0 }, random);
    case "unanswered":
      return askAgain({ ...state, failedAsks: state.failedAsks + 1 }, random);
    case "gone":
      return {
        state: { ...state, isGone: true, socket: "none" },
        orders: [...forgetAll, { do: "disconnect" }],
      };
    case "due":
      return onTimer(state, input.timer, random);
  }
}

const pingLater: LiveOrder = { do: "wait", timer: "ping", delayMs: TIMES.pingEveryMs };
const watchSilence: LiveOrder = { do: "wait", timer: "silence", delayMs: TIMES.silenceMs };
const forgetAll: readonly LiveOrder[] = (["connect", "silence", "ping", "ask"] as const).map(forget);

function onTimer(state: LiveState, timer: LiveTimer, random: () => number): LiveDecision {
  switch (timer) {
    case "connect":
      return connect(state);
    case "ask":
      return isAwake(state) && state.isAsking ? { state, orders: [{ do: "ask" }] } : still(state);
    case "ping":
      // A socket that lived this long was a good one.
      return { state: { ...state, failures: 0 }, orders: [{ do: "ping" }, watchSilence] };
    case "silence": {
      const lost = lose(state, random);
      return { state: lost.state, orders: [{ do: "disconnect" }, ...lost.orders] };
    }
  }
}

function connect(state: LiveState): LiveDecision {
  if (state.socket !== "none" || !isAwake(state)) return still(state);
  return {
    state: { ...state, socket: "connecting" },
    orders: [forget("connect"), { do: "connect" }, watchSilence],
  };
}

function greet(state: LiveState): LiveDecision {
  if (state.socket !== "connecting") return still(state);
  return {
    state: { ...state, socket: "open", isAsking: false, failedAsks: 0 },
    orders: [forget("ask"), forget("silence"), pingLater],
  };
}

function lose(state: LiveState, random: () => number): LiveDecision {
  if (state.socket === "none") return still(state);
  const failures = state.failures + 1;
  const lost: LiveState = { ...state, socket: "none", failures };
  const quiet = [forget("silence"), forget("ping")];
  if (failures < FAILURES_BEFORE_ASKING) {
    const longestMs = Math.min(TIMES.longestPauseMs, TIMES.firstPauseMs * 2 ** failures);
    // Full jitter: a site that restarts is not met by all its readers at once.
    const delayMs = Math.max(TIMES.shortestPauseMs, random() * longestMs);
    return { state: lost, orders: [...quiet, { do: "wait", timer: "connect", delayMs }] };
  }
  const again: LiveOrder = { do: "wait", timer: "connect", delayMs: around(TIMES.socketAgainMs, random) };
  const startsToAsk = !state.isAsking && isAwake(state);
  return {
    state: { ...lost, isAsking: true },
    orders: [...quiet, again, ...(startsToAsk ? [{ do: "ask" } as const] : [])],
  };
}

function askAgain(state: LiveState, random: () => number): LiveDecision {
  if (!state.isAsking) return still(state);
  const pauseMs = Math.min(TIMES.longestAskPauseMs, TIMES.askEveryMs * 2 ** state.failedAsks);
  return { state, orders: [{ do: "wait", timer: "ask", delayMs: around(pauseMs, random) }] };
}

function move(
  before: LiveState,
  to: { readonly isVisible: boolean; readonly isOnline: boolean },
): LiveDecision {
  const state: LiveState = { ...before, isVisible: to.isVisible, isOnline: to.isOnline };
  if (!state.isOnline) {
    return { state: { ...state, socket: "none" }, orders: [...forgetAll, { do: "disconnect" }] };
  }
  if (!isAwake(state) || isAwake(before)) return still(state);
  // It may have died unnoticed while the device slept.
  if (state.socket === "open") return { state, orders: [{ do: "ping" }, watchSilence] };
  const connected = connect(state);
  return state.isAsking ? { ...connected, orders: [...connected.orders, { do: "ask" }] } : connected;
}

function isAwake({ isVisible, isOnline }: LiveState): boolean {
  return isVisible && isOnline;
}

function still(state: LiveState): LiveDecision {
  return { state, orders: [] };
}

function forget(timer: LiveTimer): LiveOrder {
  return { do: "forget", timer };
}

/** From four fifths to six fifths of a time. */
function around(timeMs: number, random: () => number): number {
  return timeMs * (0.8 + 0.4 * random());
}
