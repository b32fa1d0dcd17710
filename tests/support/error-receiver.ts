/** A receiver of error reports: accepts Standard Webhooks at `/hook` and Sentry's envelopes at the path of its DSN. */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { Webhook } from "standardwebhooks";
import { listen, stop } from "./local-server.ts";

export const ERROR_SECRET = `whsec_${Buffer.from("a secret of the operator's, 32 b").toString("base64")}`;

export interface ErrorReceiver {
  /** Variables as an operator sets them. */
  readonly vars: Readonly<Record<string, string>>;
  /** Requests with a valid signature. */
  readonly hooks: { readonly type: string; readonly data: Record<string, unknown> }[];
  readonly envelopes: {
    readonly headers: IncomingHttpHeaders;
    readonly url: string;
    readonly lines: unknown[];
  }[];
  /** All requests, as received. */
  readonly bodies: string[];
  status: number;
  readonly close: () => Promise<void>;
}

export async function startErrorReceiver(): Promise<ErrorReceiver> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      receiver.bodies.push(body);
      if (request.url === "/hook") {
        new Webhook(ERROR_SECRET).verify(
          body,
          Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        );
        receiver.hooks.push(JSON.parse(body));
      } else {
        const lines = body.split("\n").map((line) => JSON.parse(line));
        receiver.envelopes.push({ headers: request.headers, url: request.url ?? "", lines });
      }
      response.writeHead(receiver.status).end();
    })().catch(() => response.writeHead(400).end());
  });
  const { origin, host } = new URL(await listen(server));
  const receiver: ErrorReceiver = {
    vars: {
      ERROR_WEBHOOK: `${origin}/hook`,
      ERROR_WEBHOOK_SECRET: ERROR_SECRET,
      SENTRY_DSN: `http://publickey@${host}/sentry/42`,
    },
    hooks: [],
    envelopes: [],
    bodies: [],
    status: 200,
    close: () => stop(server),
  };
  return receiver;
}
