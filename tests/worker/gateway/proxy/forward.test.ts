import { describe, expect, it } from "vitest";
import {
  after,
  answer,
  endOf,
  hang,
  hangDeaf,
  json,
  reset,
  testProxy,
  type Step,
  unending,
  UPSTREAM,
} from "./scripted-upstream.ts";
import { GATEWAY_RETRY } from "#shared/limits/calls.ts";
import { LEDGER_WAIT_MS } from "#shared/limits/ledger.ts";
import { PAGE_DATA_DEADLINE_MS } from "#shared/limits/pages.ts";

const REFRESH = "/api/auth/refresh/";
const refresh = json({ refresh: "r1" });

describe("the gateway's retry", () => {
  it.each<[string, readonly Step[], string, RequestInit, readonly [number, number]]>([
    ["a read that got a 503", [answer(503), answer(200)], "/api/signals/", {}, [200, 2]],
    ["a read that got a 501", [answer(501), answer(200)], "/api/signals/", {}, [501, 1]],
    ["a read without an answer", [reset, reset, reset, answer(200)], "/api/signals/", {}, [200, 4]],
    ["a write that got a 503", [answer(503), answer(200)], "/api/signals/", json({}), [503, 1]],
    ["a write without an answer", [reset, answer(200)], "/api/signals/", json({}), [502, 1]],
    ["a refresh whose answer may be lost", [reset, answer(200)], REFRESH, refresh, [502, 1]],
  ])("of %s", async (_name, steps, path, init, expected) => {
    expect(await endOf(steps, path, init)).toEqual(expected);
  });

  it("keeps the member signed in when a refresh gets a 503", async () => {
    const proxy = testProxy([answer(503), answer(200, '{"access":"a2","refresh":"r2"}')]);
    const response = await proxy.send(REFRESH, refresh);
    expect(await response.json()).toEqual({ access: "a2", refresh: "r2" });
    expect(proxy.calls.map((call) => call.body)).toEqual(['{"refresh":"r1"}', '{"refresh":"r1"}']);
  });

  it("passes the last response byte for byte after three retries", async () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x00, 0x22, 0x0a, 0x20]);
    const last = answer(503, bytes, { "X-Total-Count": "tide" });
    const proxy = testProxy([answer(500), answer(502), answer(504), last]);
    const response = await proxy.send("/api/signals/");
    expect(proxy.calls.length).toBe(4);
    expect([response.status, response.headers.get("X-Total-Count")]).toEqual([503, "tide"]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  it("passes an earlier response if no later attempt gets one", async () => {
    const proxy = testProxy([answer(500), answer(503, '{"code":"maintenance"}'), reset]);
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([503, 4]);
    expect(await response.json()).toEqual({ code: "maintenance" });
  });

  it("answers 502 upstream_unreachable if every attempt fails", async () => {
    const proxy = testProxy([reset]);
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([502, 4]);
    expect(await response.json()).toEqual({
      detail: "The service behind the gateway cannot be reached.",
      code: "upstream_unreachable",
    });
  });

  it("waits as long as a short Retry-After says, in seconds or as a date", async () => {
    const proxy = testProxy([
      answer(429, "{}", { "Retry-After": "2" }),
      answer(503, "{}", { "Retry-After": "Sat, 21 Nov 2026 12:00:05 GMT" }),
      answer(200),
    ]);
    await proxy.send("/api/signals/");
    expect(proxy.gaps()).toEqual([2_000, 3_000]);
  });

  it("leaves no timer behind, and cancels the bodies of the failed attempts", async () => {
    const bodies = [unending(), unending()];
    const proxy = testProxy([...bodies.map(({ stream }) => answer(503, stream)), hang, answer(200)]);
    await proxy.send("/api/signals/");
    expect([proxy.calls.length, proxy.time.pending()]).toEqual([4, 0]);
    expect(bodies.map(({ isCancelled }) => isCancelled)).toEqual([true, true]);
  });
});

describe("timeouts", () => {
  /** What was answered, after how many calls and milliseconds. */
  async function timed(...[steps, options]: Parameters<typeof testProxy>) {
    const proxy = testProxy(steps, options);
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/signals/");
    const end = [response.status, proxy.calls.length, proxy.time.now() - startedMs];
    return { proxy, response, end };
  }

  it.each([
    ["ends with the gateway's patience", hang],
    ["does not even notice", hangDeaf],
  ])("end an attempt after 5 seconds if the upstream %s", async (_name, silent) => {
    const proxy = testProxy([silent]);
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/signals/", json({}));
    expect([response.status, proxy.calls.length]).toEqual([504, 1]);
    expect(await response.json()).toMatchObject({ code: "upstream_timeout" });
    expect(proxy.time.now() - startedMs).toBe(5_000);
    expect(proxy.calls[0]?.request.signal.aborted).toBe(true);
  });

  it("cause no second call to the embedded API while the first still runs", async () => {
    expect((await timed([hangDeaf], { isEmbedded: true })).end).toEqual([504, 1, 5_000]);
  });

  it("are shorter for inner steps than for outer ones: ledger, attempt, all attempts, page", () => {
    expect(LEDGER_WAIT_MS).toBeLessThan(GATEWAY_RETRY.attemptTimeoutMs);
    expect(GATEWAY_RETRY.attemptTimeoutMs).toBeLessThan(GATEWAY_RETRY.totalTimeoutMs);
    expect(GATEWAY_RETRY.totalTimeoutMs).toBeLessThanOrEqual(PAGE_DATA_DEADLINE_MS);
  });

  it("allow 12 seconds in all, so that the last attempt gets the rest", async () => {
    const { proxy, end } = await timed([hang]);
    expect(end).toEqual([504, 3, 12_000]);
    expect(proxy.gaps()).toEqual([5_050, 5_100]);
  });

  it("count slow responses as part of the 12 seconds", async () => {
    const { end } = await timed([after(4_990, answer(503))], { random: () => 0 });
    expect(end).toEqual([503, 3, 12_000]);
  });

  it("cancel a response that arrives after its attempt has ended", async () => {
    const { promise: late, resolve: arrive } = Promise.withResolvers<Response>();
    const proxy = testProxy([() => late]);
    expect((await proxy.send("/api/signals/", json({}))).status).toBe(504);
    const body = unending();
    arrive(new Response(body.stream));
    await proxy.time.run(proxy.time.sleep(1, new AbortController().signal));
    expect(body.isCancelled).toBe(true);
  });
});

describe("a client that leaves", () => {
  it("causes no further attempt and no log entry", async () => {
    const client = new AbortController();
    const leave: Step = () => {
      client.abort();
      return reset(new Request(UPSTREAM), proxy.time);
    };
    const proxy = testProxy([leave]);
    const response = await proxy.send("/api/signals/", { signal: client.signal });
    expect([response.status, proxy.calls.length, proxy.logs]).toEqual([499, 1, []]);
  });

  it("ends the wait for the next attempt", async () => {
    const client = new AbortController();
    const body = unending();
    const proxy = testProxy([answer(503, body.stream)]);
    const leaving = proxy.time.sleep(20, new AbortController().signal).then(() => client.abort());
    const response = await proxy.send("/api/signals/", { signal: client.signal });
    await leaving;
    expect([response.status, proxy.calls.length, body.isCancelled]).toEqual([499, 1, true]);
    expect(proxy.logs.filter((entry) => entry.level === "error")).toEqual([]);
  });
});

describe("the platform's cache", () => {
  it.each([
    ["GET", "/api/feeds/en/signals.atom/", "no-store"],
    ["HEAD", "/api/signals/export.csv", "no-store"],
    ["GET", "/api/signals/export%2Ecsv", "no-store"],
    ["GET", "/api/signals/", undefined],
    ["POST", REFRESH, undefined],
  ])("stores nothing for %s %s, even if the file name suggests it", async (method, path, mode) => {
    const proxy = testProxy([answer(200)]);
    await proxy.send(path, method === "POST" ? refresh : { method });
    expect(proxy.calls[0]?.request.cache).toBe(mode);
  });

  it("stores no response of a redirect's target either", async () => {
    const proxy = testProxy([answer(302, null, { Location: "/api/files/latest.csv" }), answer(200)]);
    await proxy.send("/api/files/latest/");
    expect(proxy.calls.map(({ request }) => request.cache)).toEqual([undefined, "no-store"]);
  });
});

describe("the proxy's reporting", () => {
  it("names every retry in Server-Timing and in the log, without the path", async () => {
    const proxy = testProxy([answer(503), after(30, reset), after(12, answer(200))]);
    const response = await proxy.send("/api/traders/alice/");
    expect(response.headers.get("Server-Timing")).toBe(
      'retry;desc="503";dur=50, retry;desc="unreachable";dur=130, upstream;dur=192',
    );
    const retry = { level: "warn", event: "upstream_retry", requestId: "request-1" };
    expect(proxy.logs).toMatchObject([
      { ...retry, cause: "503", attempt: 1, delayMs: 50 },
      { ...retry, cause: "unreachable", attempt: 2, delayMs: 100 },
    ]);
    expect(JSON.stringify(proxy.logs)).not.toContain("alice");
  });

  it("logs a failure once, without the secret part of the path", async () => {
    const proxy = testProxy([answer(500)]);
    await proxy.send("/api/hooks/s3cret/", json({}));
    expect(proxy.logs).toMatchObject([
      { level: "error", event: "upstream_failed", status: 500, route: "/api/hooks/:key/" },
    ]);
    expect(JSON.stringify(proxy.logs)).not.toContain("s3cret");
  });
});
