import { describe, expect, it } from "vitest";
import { answer, endOf, hang, reset, SITE, testProxy, type Step } from "./scripted-upstream.ts";

const HANDSHAKE = {
  Upgrade: "WebSocket",
  Connection: "Upgrade",
  "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  "Sec-WebSocket-Version": "13",
  "Sec-WebSocket-Protocol": "tidemark.v1",
};

const echo: Step = () => {
  const { 0: browser, 1: server } = new WebSocketPair();
  server.accept();
  server.addEventListener("message", ({ data }) => server.send(`echo ${String(data)}`));
  const headers = { "Sec-WebSocket-Protocol": "tidemark.v1", "Set-Cookie": "a=b" };
  return new Response(null, { status: 101, webSocket: browser, headers });
};

describe("live connections", () => {
  it("reach the upstream once with their handshake, and pass messages on", async () => {
    const proxy = testProxy([echo]);
    const response = await proxy.send("/api/live/", {
      headers: { ...HANDSHAKE, Cookie: "language=de", Origin: SITE },
    });
    expect(response.status).toBe(101);
    expect([...response.headers]).toEqual([["sec-websocket-protocol", "tidemark.v1"]]);
    const seen = proxy.calls[0]?.request.headers;
    expect(Object.fromEntries(seen ?? [])).toMatchObject({
      upgrade: "websocket",
      "sec-websocket-key": HANDSHAKE["Sec-WebSocket-Key"],
      "sec-websocket-version": "13",
      "x-request-id": "request-1",
    });
    expect(seen?.has("Cookie")).toBe(false);

    const socket = response.webSocket;
    socket?.accept();
    const reply = new Promise((resolve) => socket?.addEventListener("message", ({ data }) => resolve(data)));
    socket?.send("tide");
    expect(await reply).toBe("echo tide");
    socket?.close();
  });

  it.each([
    [503, answer(503)],
    [502, reset],
    [504, hang],
  ])("are not retried after a %i", async (status, step) => {
    expect(await endOf([step], "/api/live/", { headers: HANDSHAKE })).toEqual([status, 1]);
  });

  it("are refused for pages of other sites", async () => {
    const proxy = testProxy([echo]);
    const headers = { ...HANDSHAKE, Origin: "https://evil.example" };
    const response = await proxy.send("/api/live/", { headers });
    expect([response.status, proxy.calls.length]).toEqual([403, 0]);
    expect(await response.json()).toMatchObject({ code: "foreign_origin" });
  });

  it("exist below /api/live/ only: elsewhere the request is passed as a plain GET", async () => {
    const proxy = testProxy([answer(200)]);
    expect((await proxy.send("/api/signals/", { headers: HANDSHAKE })).status).toBe(200);
    const seen = proxy.calls[0]?.request.headers;
    expect([seen?.get("Upgrade"), seen?.get("Sec-WebSocket-Key")]).toEqual([null, null]);
  });
});
