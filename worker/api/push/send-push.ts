/** Sends one message to one browser: encrypted (RFC 8291) and signed (RFC 8292), and returns the outcome. */
import { encryptNotification } from "@block65/webcrypto-web-push";
import { LRUCache } from "lru-cache";
import { utf8 } from "#shared/encoding/utf8.ts";
import { isDelivered, sendMessage } from "#worker/http/send-message.ts";
import { problemOfEndpoint } from "./endpoint.ts";
import { isQuiet } from "./quiet-hours.ts";
import type { Recipient } from "./select-recipients.ts";
import type { Vapid } from "./vapid.ts";
import type { Write } from "./write-message.ts";
import { MAX_PAUSE_MS, PUSH_RETRY_SECONDS } from "#shared/limits/deliveries.ts";
import { MAX_KNOWN_PUSH_SERVICES, PUSHES_AT_ONCE, PUSH_ANSWER } from "#shared/limits/push.ts";

export interface Sender {
  readonly vapid: Vapid;
  readonly isLocal: boolean;
  readonly now: () => number;
}

/**
 * By origin: consecutive attempts that a push service has not accepted; a single refused message may be the fault of its
 * device.
 */
const failures = new LRUCache<string, number>({ max: MAX_KNOWN_PUSH_SERVICES });

/** By origin: until when a push service gets no requests, in milliseconds since the epoch. */
const pauses = new LRUCache<string, number>({ max: MAX_KNOWN_PUSH_SERVICES });

export interface News {
  readonly signalId: string;
  readonly entryAtMs: number;
  readonly write: Write;
}

export type Outcome =
  | { readonly state: "sent" | "gone" | "quiet" | "over" }
  /** Permanent: `words` are the push service's. */
  | { readonly state: "refused"; readonly status: number | null; readonly words: string | null }
  | { readonly state: "waits"; readonly attempts: number; readonly seconds: number };

/** `attempts` is how many have failed. */
export async function sendPush(
  { vapid, isLocal, now }: Sender,
  { signalId, entryAtMs, write }: News,
  recipient: Recipient,
  attempts: number,
): Promise<Outcome> {
  const nowMs = now();
  const ttlSeconds = Math.floor((entryAtMs - nowMs) / 1000);
  if (ttlSeconds < 1) return { state: "over" };
  if (isQuiet(recipient, nowMs)) return { state: "quiet" };
  const problem = problemOfEndpoint(recipient.endpoint, isLocal);
  if (problem !== null) return { state: "refused", status: null, words: `its address ${problem}` };
  const { origin } = new URL(recipient.endpoint);
  const wait = (ms: number, failed: number): Outcome =>
    now() + ms < entryAtMs
      ? { state: "waits", attempts: failed, seconds: Math.ceil(ms / 1000) }
      : { state: "over" };
  const pauseLeftMs = (pauses.get(origin) ?? 0) - nowMs;
  if (pauseLeftMs > 0) return wait(pauseLeftMs, attempts);
  const text = utf8(write(recipient.language, recipient.time_zone));
  const headers = {
    Authorization: await vapid.authorizationFor(origin),
    TTL: String(ttlSeconds),
    // RFC 8030 section 5.4: at most 32 characters of base64url; a later message replaces one that is not yet delivered.
    Topic: signalId.replaceAll("-", "").slice(0, 32),
    Urgency: "high",
    "Content-Encoding": "aes128gcm",
    "Content-Type": "application/octet-stream",
  };
  const body = await encryptNotification(subscriptionOf(recipient), text, { pad: false });
  const attempt = await sendMessage(recipient.endpoint, { headers, body }, PUSH_ANSWER);
  const { status, words } = attempt;
  const isBusy = status === null || status === 408 || status === 429 || status >= 500;
  const failed = isBusy ? (failures.get(origin) ?? 0) + 1 : 0;
  failures.set(origin, failed);
  if (isDelivered(attempt)) return { state: "sent" };
  if (status === 404 || status === 410) return { state: "gone" };
  if (!isBusy) return { state: "refused", status, words };
  // A pause of 0 counts as none.
  const waitMs = (seconds: number) => Math.min(attempt.pauseMs || seconds * 1000, MAX_PAUSE_MS);
  const [firstSeconds] = PUSH_RETRY_SECONDS;
  // If a push service accepts nothing, requests for the other recipients would fail, too.
  if (failed >= PUSHES_AT_ONCE) pauses.set(origin, now() + waitMs(firstSeconds));
  const retrySeconds = PUSH_RETRY_SECONDS[attempts];
  return retrySeconds === undefined ? { state: "over" } : wait(waitMs(retrySeconds), attempts + 1);
}

function subscriptionOf({ endpoint, p256dh, auth }: Recipient) {
  return { endpoint, expirationTime: null, keys: { p256dh, auth } };
}
