/**
 * A fake push service (RFC 8030): takes messages for its own browsers, refuses requests without valid VAPID, and decrypts
 * messages.
 */
import { createServer, type IncomingHttpHeaders } from "node:http";
import { buffer } from "node:stream/consumers";
import { base64url, importJWK, type JWTPayload, jwtVerify } from "jose";
import * as v from "valibot";
import { type NewPushSubscription, PushMessage } from "#shared/contracts/push.ts";
import { listen, stop } from "./local-server.ts";
import { createKeys, decrypt } from "./push-browser.ts";

export interface ReceivedPush {
  readonly message: PushMessage;
  readonly headers: IncomingHttpHeaders;
  /** Claims of the request's VAPID token. */
  readonly vapid: JWTPayload;
  readonly atMs: number;
}

/** Null for no answer at all: the connection stays open. */
type Reply = {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
} | null;

export interface ServiceBrowser {
  /** As `PushSubscription.toJSON()` gives it. */
  readonly subscription: Pick<NewPushSubscription, "endpoint" | "keys">;
  /** In order of arrival, whatever the answer. */
  readonly received: ReceivedPush[];
  reply: (count: number) => Reply | Promise<Reply>;
}

export interface PushService {
  readonly origin: string;
  readonly subscribe: () => Promise<ServiceBrowser>;
  /** Refused requests, with reasons. */
  readonly refused: string[];
  readonly close: () => Promise<void>;
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<
    string,
    { browser: ServiceBrowser; keys: Awaited<ReturnType<typeof createKeys>> }
  >();
  const refused: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = new Uint8Array(await buffer(request));
      const known = browsers.get(request.url ?? "");
      try {
        if (!known) throw new Error(`nobody subscribed at ${request.url}`);
        const vapid = await verifyVapid(request.headers.authorization ?? "", service.origin);
        const message = v.parse(PushMessage, JSON.parse(await decrypt(known.keys, body)));
        known.browser.received.push({ message, headers: request.headers, vapid, atMs: Date.now() });
      } catch (error) {
        refused.push(String(error));
        response.writeHead(403).end(String(error));
        return;
      }
      const reply = await known.browser.reply(known.browser.received.length);
      if (reply) response.writeHead(reply.status, reply.headers).end(reply.body);
    })();
  });
  const service: PushService = {
    origin: await listen(server),
    refused,
    async subscribe() {
      const path = `/send/${crypto.randomUUID()}`;
      const keys = await createKeys();
      const { p256dh, auth } = keys;
      const browser: ServiceBrowser = {
        subscription: { endpoint: service.origin + path, keys: { p256dh, auth } },
        received: [],
        reply: () => ({ status: 201 }),
      };
      browsers.set(path, { browser, keys });
      return browser;
    },
    close: () => stop(server),
  };
  return service;
}

/** RFC 8292 sections 2 and 3. */
async function verifyVapid(authorization: string, audience: string): Promise<JWTPayload> {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const point = base64url.decode(key);
  const part = (from: number) => base64url.encode(point.subarray(from, from + 32));
  const publicKey = await importJWK({ kty: "EC", crv: "P-256", x: part(1), y: part(33) }, "ES256");
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, {
    algorithms: ["ES256"],
    audience,
    requiredClaims: ["exp"],
  });
  if (protectedHeader.typ !== "JWT") throw new Error("VAPID: typ is not JWT");
  if ((payload.exp ?? 0) > Date.now() / 1000 + 24 * 60 * 60)
    throw new Error("VAPID: exp is more than a day away");
  return payload;
}
