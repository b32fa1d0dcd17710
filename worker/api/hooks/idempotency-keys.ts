/**
 * By what a repeated message is known: the sender's own id; else trader (the key's), strategy, asset, bar and direction;
 * else, where it names no time at all, its very text within a minute.
 */
import { REPEAT_WINDOW_SECONDS } from "#shared/contracts/hooks.ts";
import type { Alert } from "./alert.ts";

export interface IdempotencyKeys {
  /** What the message is stored under. */
  readonly own: string;
  /** What an earlier copy may stand under, received no earlier than `sinceMs`. */
  readonly earlier: string;
  readonly sinceMs: number;
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
  const id = givenId ?? alert.id;
  if (id !== null) return always(JSON.stringify(["id", id]));
  const { strategy, asset, direction, entryClock } = alert;
  const moment = alert.barAtMs ?? alert.entryAtMs ?? alert.sentAtMs;
  if (moment !== null) return always(JSON.stringify(["bar", strategy, asset, moment, direction]));
  if (entryClock !== null) {
    const { minutes, offsetMinutes } = entryClock;
    // A time of day comes round every day: the window tells today's from tomorrow's.
    return within(12 * 60 * 60, ["clock", strategy, asset, minutes - offsetMinutes, direction], receivedAtMs);
  }
  return within(REPEAT_WINDOW_SECONDS, ["text", body], receivedAtMs);
}

function always(key: string): IdempotencyKeys {
  return { own: key, earlier: key, sinceMs: 0 };
}

/** Time is cut into windows; a copy stands in this one or in the one before. */
function within(seconds: number, parts: readonly unknown[], receivedAtMs: number): IdempotencyKeys {
  const windowMs = seconds * 1000;
  const window = Math.floor(receivedAtMs / windowMs);
  return {
    own: JSON.stringify([...parts, window]),
    earlier: JSON.stringify([...parts, window - 1]),
    sinceMs: receivedAtMs - windowMs,
  };
}
