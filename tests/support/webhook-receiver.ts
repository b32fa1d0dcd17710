/** A webhook receiver: a server that verifies each message with the Standard Webhooks package, with answers set by the test. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import * as v from "valibot";
import { WebhookMessage } from "#shared/contracts/webhooks.ts";
import { listen, stop } from "./local-server.ts";

export interface Received {
  readonly id: string;
  readonly message: WebhookMessage;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** Null for no answer at all: the connection stays open. */
type Reply = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
} | null;

export interface WebhookReceiver {
  readonly url: string;
  /** In order of arrival; only messages that a secret verifies. */
  readonly received: Received[];
  readonly refused: string[];
  /** Accepted secrets. */
  secrets: readonly string[];
  reply: (received: Received, count: number) => Reply | Promise<Reply>;
  readonly close: () => Promise<void>;
}

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      if (!isSigned(receiver.secrets, body, request.headers)) {
        receiver.refused.push(body);
        response.writeHead(400).end("No signature fits.");
        return;
      }
      const message = v.parse(WebhookMessage, JSON.parse(body));
      const received = { id: String(request.headers["webhook-id"]), message, body, headers: request.headers };
      receiver.received.push(received);
      const reply = await receiver.reply(received, receiver.received.length);
      if (reply) response.writeHead(reply.status, reply.headers).end(reply.body);
    })();
  });
  const receiver: WebhookReceiver = {
    url: `${await listen(server)}/hook`,
    received: [],
    refused: [],
    secrets: [],
    reply: () => ({ status: 204 }),
    close: () => stop(server),
  };
  return receiver;
}

function isSigned(secrets: readonly string[], body: string, headers: IncomingHttpHeaders): boolean {
  const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, given);
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  });
}
