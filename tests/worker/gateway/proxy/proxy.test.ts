import { describe, expect, it } from "vitest";
import { answer, json, reset, testProxy, unending } from "./scripted-upstream.ts";

describe("streams", () => {
  it("are passed while the upstream is still sending", async () => {
    const events = unending("data: 1\n\n").stream;
    const proxy = testProxy([answer(200, events, { "Content-Type": "text/event-stream" })]);
    const response = await proxy.send("/api/live/events/");
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toBe("data: 1\n\n");
  });

  it("are read only as fast as the client reads, and stop when the client leaves", async () => {
    let pulled = 0;
    let isCancelled = false;
    const endless = new ReadableStream(
      {
        pull(stream) {
          pulled += 1;
          stream.enqueue(new Uint8Array(16 * 1024));
        },
        cancel() {
          isCancelled = true;
        },
      },
      { highWaterMark: 0 },
    );
    const response = await testProxy([answer(200, endless)]).send("/api/ledger/");
    const reader = response.body?.getReader();
    for (let read = 0; read < 20; read += 1)
      expect((await reader?.read())?.value?.byteLength).toBe(16 * 1024);
    expect(pulled).toBeLessThanOrEqual(22);
    await reader?.cancel();
    expect(isCancelled).toBe(true);
  });

  it("may last longer than an attempt may take to begin", async () => {
    let writer: ReadableStreamDefaultController | undefined;
    const slow = new ReadableStream({
      start(stream) {
        writer = stream;
      },
    });
    const proxy = testProxy([answer(200, slow)]);
    const response = await proxy.send("/api/ledger/");
    await proxy.time.run(proxy.time.sleep(60_000, new AbortController().signal));
    expect(proxy.calls[0]?.request.signal.aborted).toBe(false);
    writer?.enqueue(new TextEncoder().encode("{}"));
    writer?.close();
    expect(await response.text()).toBe("{}");
  });

  it("break off if the upstream breaks off, instead of looking complete", async () => {
    let isFirst = true;
    const truncated = new ReadableStream({
      pull(stream) {
        if (isFirst) stream.enqueue(new TextEncoder().encode('{"half":'));
        else stream.error(new Error("reset"));
        isFirst = false;
      },
    });
    const response = await testProxy([answer(200, truncated)]).send("/api/ledger/");
    await expect(response.text()).rejects.toThrow("reset");
  });
});

describe("responses", () => {
  it("are passed with status, text and bytes unchanged", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(5_000));
    const step = () => new Response(bytes, { status: 203, statusText: "Tidal" });
    const response = await testProxy([step]).send("/api/files/1/");
    expect([response.status, response.statusText]).toEqual([203, "Tidal"]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  it.each([204, 205, 304])("with status %i are passed without a body", async (status) => {
    const response = await testProxy([answer(status, null, { ETag: '"1"' })]).send("/api/signals/");
    expect([response.status, response.headers.get("ETag")]).toEqual([status, '"1"']);
    expect(await response.text()).toBe("");
  });

  it.each([
    ["/api/feeds/en/signals.atom/", 200, { ETag: '"1"' }, "no-cache"],
    ["/api/feeds/en/signals.atom/", 304, { ETag: '"1"' }, "no-cache"],
    ["/api/feeds/en/signals.atom/", 200, {}, "no-store"],
    ["/api/feeds/nl/signals.atom/", 404, { ETag: '"1"' }, "no-store"],
    ["/api/signals/", 200, { ETag: '"1"' }, "no-store"],
  ])("of %s with %i and %j have Cache-Control: %s", async (path, status, headers, expected) => {
    const response = await testProxy([answer(status, status === 304 ? null : "{}", headers)]).send(path);
    expect(response.headers.get("Cache-Control")).toBe(expected);
  });

  it("have no body in response to HEAD, even after a failure", async () => {
    const response = await testProxy([reset]).send("/api/signals/", { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([502, ""]);
  });

  it("of the gateway itself have Server-Timing and are not cached", async () => {
    const response = await testProxy([reset]).send("/api/signals/", json({}));
    expect(response.headers.get("Server-Timing")).toBe("upstream;dur=0");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });
});
