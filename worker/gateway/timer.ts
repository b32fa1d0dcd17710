/** Timers that can be stopped. */

export interface Timer {
  /** Resolves when the time is over; never, if the timer was stopped before. */
  readonly over: Promise<void>;
  readonly stop: () => void;
}

export type StartTimer = (ms: number) => Timer;

/** Without a signal: a controller for each timer took longer than all header work of a call to the upstream. */
export const startTimer: StartTimer = (ms) => {
  let timeout: number | null = null;
  const over = new Promise<void>((resolve) => {
    timeout = setTimeout(resolve, ms);
  });
  return { over, stop: () => clearTimeout(timeout) };
};

/** Resolves after `ms`; rejects with the signal's reason as soon as it aborts, and clears its timer. */
export async function sleep(start: StartTimer, ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const timer = start(ms);
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason);
  signal.addEventListener("abort", end);
  try {
    await Promise.race([timer.over, aborted]);
  } finally {
    signal.removeEventListener("abort", end);
    timer.stop();
  }
}

/** Gives `work` a signal that aborts after `ms`. */
export async function withDeadline<Result>(
  start: StartTimer,
  ms: number,
  work: (deadline: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const tooLate = new AbortController();
  const timer = start(ms);
  void timer.over.then(() => tooLate.abort());
  try {
    return await work(tooLate.signal);
  } finally {
    timer.stop();
  }
}
