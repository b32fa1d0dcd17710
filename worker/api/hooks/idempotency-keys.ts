/**
 * By what a repeated message is known: the sender's own id together with strategy, asset, direction and all times; without one
 * by trader (the key's), strategy, asset, bar and direction; where it names no time at all, by its very text within a minute.
 */
import { MESSAGE_ID_WINDOW_SECONDS, REPEAT_WINDOW_SECONDS } from "#shared/contracts/hooks.ts";
import type { Alert } from "./alert.ts";
import { CLOCK_WINDOW_SECONDS } from "#shared/limits/hooks.ts";

export interface IdempotencyKeys {
  /** What the message is stored under. */
  readonly own: string;
  /** What another copy may stand under, received from `sinceMs` to `untilMs`: a message of the inbox may be decided on after it. */
  readonly others: readonly string[];
  readonly sinceMs: number;
  readonly untilMs: number;
}

/** `givenId` is of a header and counts before an id in the body. The texts are to be hashed before they are stored. */
export function idempotencyKeysOf(
  alert: Alert,
  {
    body,
    givenId,
    receivedAtMs,
  }: { readonly body: string; readonly givenId: string | null; readonly receivedAtMs: number },
): IdempotencyKeys {
  const { strategy, asset, direction, barAtMs, entryAtMs, sentAtMs } = alert;
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

/** An id in the body may be the name of an order, the same each time: a time beside it tells how long it is one message's. */
function idWindowSeconds({ barAtMs, entryAtMs, sentAtMs, entryClock }: Alert, isOfHeader: boolean): number {
  if (isOfHeader || (barAtMs ?? entryAtMs ?? sentAtMs) !== null) return MESSAGE_ID_WINDOW_SECONDS;
  return entryClock === null ? REPEAT_WINDOW_SECONDS : CLOCK_WINDOW_SECONDS;
}

function always(key: string): IdempotencyKeys {
  return { own: key, others: [], sinceMs: 0, untilMs: Number.MAX_SAFE_INTEGER };
}

/** Time is cut into windows; a copy stands in this one or in one beside it. */
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
