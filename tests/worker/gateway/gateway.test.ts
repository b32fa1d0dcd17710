/** What the gateway does with every response, even after an error and for a live connection. */
import { expect, it } from "vitest";
import { testGateway } from "./test-gateway.ts";

it("an internal error is a 500 in JSON without its cause, with the headers of every response", async () => {
  const { ask, logged } = testGateway({
    startTimer: () => {
      throw new Error("secret of the machine");
    },
  });
  const response = await ask("/api/signals/");
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual({ code: "internal_error", detail: "Internal Server Error" });
  const requestId = response.headers.get("X-Request-Id");
  expect(logged).toEqual([expect.objectContaining({ event: "request_failed", requestId })]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "strict-transport-security": expect.any(String),
    "x-build-id": expect.any(String),
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
  });
});

it("a reader who leaves while a page waits for its data is no failure in the log", async () => {
  const { ask, logged } = testGateway({
    upstream: { baseUrl: "https://upstream.invalid", fetch: () => new Promise(() => {}) },
  });
  const reader = new AbortController();
  const answer = ask("/en/signal", { signal: reader.signal });
  setTimeout(() => reader.abort(), 50);
  const response = await answer;
  await response.text().catch(() => "");
  expect([response.status, logged.map(({ level, event }) => [level, event])]).toEqual([499, []]);
});

it("a live connection gets the protocol it chose and the gateway's headers, but no other header of the upstream", async () => {
  const { ask } = testGateway({
    upstream: {
      baseUrl: "https://upstream.invalid",
      async fetch() {
        const { 0: webSocket, 1: server } = new WebSocketPair();
        server.accept();
        const headers = { "Sec-WebSocket-Protocol": "tidemark.v1", "Set-Cookie": "a=b" };
        return new Response(null, { status: 101, webSocket, headers });
      },
    },
  });
  const response = await ask("/api/live/", { headers: { Upgrade: "websocket", "Sec-WebSocket-Key": "a" } });
  expect(response.status).toBe(101);
  expect(response.headers.get("Sec-WebSocket-Protocol")).toBe("tidemark.v1");
  expect([...response.headers.keys()]).toEqual([
    "content-security-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
    "permissions-policy",
    "referrer-policy",
    "sec-websocket-protocol",
    "strict-transport-security",
    "x-build-id",
    "x-content-type-options",
    "x-request-id",
    "x-robots-tag",
  ]);
  response.webSocket?.accept();
  response.webSocket?.close();
});
