/** How many calls may be repeated in all: an upstream that is down must not get several times its load from here. */
import { RETRY_BUDGET } from "#shared/limits.ts";

export interface RetryBudget {
  /** Counts a call, which earns its share of a retry. */
  addCall(): void;
  /** Takes one retry; false where none is left. */
  take(): boolean;
}

/** `now` in milliseconds. */
export function createRetryBudget(now: () => number): RetryBudget {
  const { reserve, perCall, perSecond } = RETRY_BUDGET;
  let retries: number = reserve;
  let filledAtMs = now();
  return {
    addCall() {
      retries = Math.min(reserve, retries + perCall);
    },
    take() {
      const nowMs = now();
      retries = Math.min(reserve, retries + ((nowMs - filledAtMs) / 1_000) * perSecond);
      filledAtMs = nowMs;
      if (retries < 1) return false;
      retries -= 1;
      return true;
    },
  };
}
