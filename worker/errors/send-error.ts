/** Reports one error outside, once: if a receiver cannot be reached, the error is still in the log. */
import { fromBase64 } from "#shared/encoding/base64.ts";
import { ERROR_ANSWER } from "#shared/contracts/error-report.ts";
import type { Log, LogEntry } from "#worker/http/logger.ts";
import { isDelivered, type Message, sendMessage } from "#worker/http/send-message.ts";
import { signatureHeaders } from "#worker/http/standard-webhooks.ts";
import { SECRET_PREFIXES } from "#worker/http/without-secrets.ts";
import { type ErrorEvent, toErrorEvent } from "./error-event.ts";
import { sentryEndpoint, toSentryMessage } from "./sentry.ts";

export interface ErrorReceivers {
  /** Standard Webhooks; null if there is none. */
  readonly webhook: { readonly url: string; /** `whsec_…` */ readonly secret: string } | null;
  readonly sentryDsn: string | null;
}

/** Never rejects; `log` gets a warning for each receiver that did not accept it. */
export async function sendError(
  entry: LogEntry,
  { webhook, sentryDsn }: ErrorReceivers,
  { now, log }: { readonly now: () => number; readonly log: Log },
): Promise<void> {
  const event = toErrorEvent(entry, now());
  const send = async (receiver: string, url: string, message: Message) => {
    const attempt = await sendMessage(url, message, ERROR_ANSWER);
    if (isDelivered(attempt)) return;
    const { status, words } = attempt;
    log({ level: "warn", event: "error_not_reported", receiver, status, words });
  };
  const sentry = sentryDsn === null ? null : sentryEndpoint(sentryDsn);
  await Promise.all([
    webhook &&
      toWebhookMessage(event, webhook.secret).then((message) => send("webhook", webhook.url, message)),
    sentry && send("sentry", sentry.url, toSentryMessage(event, sentry.key)),
  ]);
}

async function toWebhookMessage({ atMs, ...event }: ErrorEvent, secret: string): Promise<Message> {
  const body = JSON.stringify({
    type: "error.occurred",
    timestamp: new Date(atMs).toISOString(),
    data: event,
  });
  const key = fromBase64(secret.slice(SECRET_PREFIXES.webhook.length)) ?? new Uint8Array();
  return {
    headers: {
      "Content-Type": "application/json",
      ...(await signatureHeaders([key], { id: event.id, body, atMs })),
    },
    body,
  };
}
