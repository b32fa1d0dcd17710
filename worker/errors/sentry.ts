/** Error events in Sentry's format: https://develop.sentry.dev/sdk/data-model/envelopes/ and .../event-payloads/. */
import type { Message } from "#worker/http/send-message.ts";
import type { ErrorEvent } from "./error-event.ts";

const CLIENT = "tidemark/1";

/** Endpoint and key for a project's events, by its DSN, which is `https://{key}@{host}/{path}{project}`. */
export function sentryEndpoint(dsn: string): { readonly url: string; readonly key: string } {
  const { protocol, host, pathname, username } = new URL(dsn);
  const [, path = "", project = ""] = /^(.*\/)([^/]+)$/.exec(pathname) ?? [];
  return { url: `${protocol}//${host}${path}api/${project}/envelope/`, key: username };
}

export function toSentryMessage(event: ErrorEvent, key: string): Message {
  const payload = JSON.stringify(toPayload(event));
  const lines = [
    JSON.stringify({ event_id: event.id, sent_at: new Date(event.atMs).toISOString() }),
    JSON.stringify({ type: "event", content_type: "application/json" }),
    payload,
  ];
  return {
    headers: {
      "Content-Type": "application/x-sentry-envelope",
      "X-Sentry-Auth": `Sentry sentry_version=7, sentry_client=${CLIENT}, sentry_key=${key}`,
    },
    body: lines.join("\n"),
  };
}

function toPayload({
  id,
  atMs,
  source,
  event,
  requestId,
  place,
  status,
  name,
  message,
  frames,
  buildId,
}: ErrorEvent) {
  // Outermost first, with Sentry's names.
  const stack = frames.toReversed().map(({ file, function: called, line, column }) => ({
    abs_path: file,
    filename: file,
    function: called ?? "?",
    lineno: line,
    colno: column,
    in_app: true,
  }));
  return {
    event_id: id,
    timestamp: atMs / 1000,
    platform: "javascript",
    level: "error",
    logger: source,
    release: buildId,
    ...(place !== undefined && { transaction: place }),
    tags: {
      event,
      source,
      ...(requestId !== undefined && { request_id: requestId }),
      ...(status !== undefined && { status }),
    },
    exception: {
      values: [
        {
          type: name,
          value: message,
          mechanism: { type: "generic", handled: source === "worker" },
          ...(stack.length > 0 && { stacktrace: { frames: stack } }),
        },
      ],
    },
    // The sender's address is this worker's; Sentry must not take it for a visitor's.
    sdk: { name: "tidemark", version: "1", settings: { infer_ip: "never" } },
  };
}
