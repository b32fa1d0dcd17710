/**
 * How a repeated message is recognised: by the sender's trade with strategy, asset and direction, so that an entry and its
 * fill are one; without it by the sender's own id with strategy, asset, direction and all times; without an id
 * by trader (the key's), strategy, asset, bar and direction; if it names no time at all, by its exact text within a minute.
 */
import {
  MESSAGE_ID_WINDOW_SECONDS,
  REPEAT_WINDOW_SECONDS,
  CLOCK_WINDOW_SECONDS,
} from "#shared/limits/ingest.ts";
import type { Alert } from "./alert.ts";

export interface IdempotencyKeys {
  /** The key that the message is stored under. */
  readonly own: string;
  /**
   * Keys under which another copy may be stored that was received from `sinceMs` to `untilMs`. A later copy counts too,
   * since the inbox may decide on it first.
   */
  readonly others: readonly string[];
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** `givenId` comes from a header and takes precedence over an id in the body. The texts must be hashed before they are stored. */
export function idempotencyKeysOf(
  alert: Alert,
  {
    body,
    givenId,
    receivedAtMs,
  }: { readonly body: string; readonly givenId: string | null; readonly receivedAtMs: number },
): IdempotencyKeys {
  const { trade, strategy, asset, direction, barAtMs, entryAtMs, sentAtMs } = alert;
  if (trade !== null) {
    return within(MESSAGE_ID_WINDOW_SECONDS, ["trade", trade, strategy, asset, direction], receivedAtMs);
  }
  const clock = alert.entryClock && alert.entryClock.minutes - alert.entryClock.offsetMinutes;
  const id = givenId ?? alert.id;
  if (id !== null) {
    const parts = ["id", id, strategy, asset, direction, barAtMs, entryAtMs, sentAtMs, clock];
    return within(idWindowSeconds(alert, givenId !== null), parts, receivedAtMs);
  }
  const moment = barAtMs ?? entryAtMs ?? sentAtMs;
  if (moment !== null) return always(JSON.stringify(["bar", strategy, asset, moment, direction]));
  if (clock !== null) {
    return within(CLOCK_WINDOW_SECONDS, ["clock", strategy, asset, clock, direction], receivedAtMs);
  }
  return within(REPEAT_WINDOW_SECONDS, ["text", body], receivedAtMs);
}

/**
 * An id in the body may be the name of an order, which is the same each time: the times beside it determine how long the id
 * means one message.
 */
function idWindowSeconds({ barAtMs, entryAtMs, sentAtMs, entryClock }: Alert, isOfHeader: boolean): number {
  if (isOfHeader || (barAtMs ?? entryAtMs ?? sentAtMs) !== null) return MESSAGE_ID_WINDOW_SECONDS;
  return entryClock === null ? REPEAT_WINDOW_SECONDS : CLOCK_WINDOW_SECONDS;
}

function always(key: string): IdempotencyKeys {
  return { own: key, others: [], sinceMs: 0, untilMs: Number.MAX_SAFE_INTEGER };
}

/** Time is divided into windows; a copy is in this one or in a neighbouring one. */
function within(seconds: number, parts: readonly unknown[], receivedAtMs: number): IdempotencyKeys {
  const windowMs = seconds * 1000;
  const window = Math.floor(receivedAtMs / windowMs);
  return {
    own: JSON.stringify([...parts, window]),
    others: [window - 1, window + 1].map((other) => JSON.stringify([...parts, other])),
    sinceMs: receivedAtMs - windowMs,
    untilMs: receivedAtMs + windowMs,
  };
}
