/** Sends one message to one browser: encrypted (RFC 8291) and signed (RFC 8292), and returns the outcome. */
import { encryptNotification } from "@block65/webcrypto-web-push";
import { utf8 } from "#shared/utf8.ts";
import { isDelivered, sendMessage } from "#worker/http/send-message.ts";
import { problemOfEndpoint } from "./endpoint.ts";
import { isQuiet } from "./quiet-hours.ts";
import type { Recipient } from "./select-recipients.ts";
import type { Vapid } from "./vapid.ts";
import type { Write } from "./write-message.ts";
import { PUSHES_AT_ONCE, PUSH_ANSWER, PUSH_RETRY_SECONDS } from "#shared/limits/push.ts";

/** State of one run, including what it learns of push services. */
export interface Run {
  readonly vapid: Vapid;
  readonly isLocal: boolean;
  readonly now: () => number;
  /** By origin: one signature is valid for all messages to a push service. */
  readonly authorizations: Map<string, Promise<string>>;
  /**
   * By origin: consecutive attempts that a push service has not accepted; a single refused message may be the fault of its
   * device.
   */
  readonly failures: Map<string, number>;
  /** By origin: until when a push service gets no requests, in milliseconds since the epoch. */
  readonly pauses: Map<string, number>;
}

export interface News {
  readonly signalId: string;
  readonly entryAtMs: number;
  readonly write: Write;
}

export type Outcome =
  | { readonly state: "sent" | "gone" | "quiet" | "over" }
  /** Permanent: `words` are the push service's. */
  | { readonly state: "refused"; readonly status: number | null; readonly words: string | null }
  | { readonly state: "waits"; readonly attempts: number; readonly nextAtMs: number };

/** `attempts` is how many have failed. Never rejects, whatever the push service does. */
export async function sendPush(
  run: Run,
  { signalId, entryAtMs, write }: News,
  recipient: Recipient,
  attempts: number,
): Promise<Outcome> {
  const nowMs = run.now();
  const ttlSeconds = Math.floor((entryAtMs - nowMs) / 1000);
  if (ttlSeconds < 1) return { state: "over" };
  if (isQuiet(recipient, nowMs)) return { state: "quiet" };
  const problem = problemOfEndpoint(recipient.endpoint, run.isLocal);
  if (problem !== null) return { state: "refused", status: null, words: `its address ${problem}` };
  const { origin } = new URL(recipient.endpoint);
  const pausedUntilMs = run.pauses.get(origin) ?? 0;
  if (pausedUntilMs > nowMs) return waitUntil(pausedUntilMs, entryAtMs, attempts);
  const text = utf8(write(recipient.language, recipient.time_zone));
  const headers = {
    Authorization: await authorizationFor(run, origin),
    TTL: String(ttlSeconds),
    // RFC 8030 section 5.4: at most 32 characters of base64url; a later message replaces one that is not yet delivered.
    Topic: signalId.replaceAll("-", "").slice(0, 32),
    Urgency: "high",
    "Content-Encoding": "aes128gcm",
    "Content-Type": "application/octet-stream",
  };
  const body = await encryptNotification(subscriptionOf(recipient), text, { pad: false });
  const attempt = await sendMessage(recipient.endpoint, { headers, body }, PUSH_ANSWER);
  const { status, words, pauseMs } = attempt;
  const isBusy = status === null || status === 408 || status === 429 || status >= 500;
  run.failures.set(origin, isBusy ? (run.failures.get(origin) ?? 0) + 1 : 0);
  if (isDelivered(attempt)) return { state: "sent" };
  if (status === 404 || status === 410) return { state: "gone" };
  if (!isBusy) return { state: "refused", status, words };
  // A pause of 0 counts as none.
  const waitEndMs = (seconds: number) => run.now() + (pauseMs || seconds * 1000);
  const [firstSeconds] = PUSH_RETRY_SECONDS;
  // If a push service accepts nothing, requests for the other recipients would be in vain.
  if ((run.failures.get(origin) ?? 0) >= PUSHES_AT_ONCE) run.pauses.set(origin, waitEndMs(firstSeconds));
  const retrySeconds = PUSH_RETRY_SECONDS[attempts];
  if (retrySeconds === undefined) return { state: "over" };
  return waitUntil(waitEndMs(retrySeconds), entryAtMs, attempts + 1);
}

function waitUntil(nextAtMs: number, entryAtMs: number, attempts: number): Outcome {
  return nextAtMs < entryAtMs ? { state: "waits", attempts, nextAtMs } : { state: "over" };
}

function authorizationFor({ vapid, authorizations }: Run, origin: string): Promise<string> {
  const known = authorizations.get(origin) ?? vapid.authorizationFor(origin);
  authorizations.set(origin, known);
  return known;
}

function subscriptionOf({ endpoint, p256dh, auth }: Recipient) {
  return { endpoint, expirationTime: null, keys: { p256dh, auth } };
}
