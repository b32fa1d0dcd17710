import { describe, expect, it } from "vitest";
import {
  after,
  answer,
  hang,
  hangDeaf,
  json,
  reset,
  testProxy,
  type Step,
  UPSTREAM,
} from "./scripted-upstream.ts";
import { GATEWAY_RETRY } from "#shared/limits/calls.ts";
import { LEDGER_WAIT_MS } from "#shared/limits/ledger.ts";
import { PAGE_DATA_DEADLINE_MS } from "#shared/limits/pages.ts";

/** An answer whose body tells when it is given up. */
function cancellable(status: number, onCancel: () => void): Step {
  return () => {
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(new TextEncoder().encode('{"first":')),
      cancel: onCancel,
    });
    return new Response(body, { status, headers: { "Content-Type": "application/json" } });
  };
}

describe("the gateway's retry by status", () => {
  it.each([
    [503, 200, 2],
    [501, 501, 1],
  ])("of a read that got a %i ends with %i after %i calls", async (status, last, calls) => {
    const proxy = testProxy([answer(status), answer(200, '{"fine":true}')]);
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([last, calls]);
  });

  it("keeps the member signed in when a refresh gets a 503", async () => {
    const proxy = testProxy([answer(503), answer(200, '{"access":"a2","refresh":"r2"}')]);
    const response = await proxy.send("/api/auth/refresh/", json({ refresh: "r1" }));
    expect(await response.json()).toEqual({ access: "a2", refresh: "r2" });
    expect(proxy.calls.map((call) => call.body)).toEqual(['{"refresh":"r1"}', '{"refresh":"r1"}']);
  });

  it("does not repeat a change of passcode, since a 502 may hide a success", async () => {
    const wrong = answer(400, '{"current_passcode":["Wrong passcode."]}');
    const proxy = testProxy([answer(502), wrong]);
    const response = await proxy.send(
      "/api/auth/me/passcode/",
      json({ current_passcode: "a", passcode: "b" }),
    );
    expect([response.status, proxy.calls.length]).toEqual([502, 1]);
  });

  it("never repeats a write outside of /api/auth/", async () => {
    const proxy = testProxy([answer(503)]);
    const response = await proxy.send("/api/signals/", json({}));
    expect([response.status, proxy.calls.length]).toEqual([503, 1]);
  });

  it("passes the last response byte for byte after three retries", async () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x00, 0x22, 0x0a, 0x20]);
    const proxy = testProxy([
      answer(500),
      answer(502),
      answer(504),
      answer(503, bytes, { "X-Total-Count": "tide" }),
    ]);
    const response = await proxy.send("/api/signals/");
    expect(proxy.calls.length).toBe(4);
    expect([response.status, response.headers.get("X-Total-Count")]).toEqual([503, "tide"]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  it("leaves no timer behind", async () => {
    const proxy = testProxy([answer(503), reset, hang, answer(200)]);
    await proxy.send("/api/signals/");
    expect([proxy.calls.length, proxy.time.pending()]).toEqual([4, 0]);
  });

  it("waits within the range of the jitter before each retry", async () => {
    const proxy = testProxy([answer(503)], { random: () => 0.25 });
    await proxy.send("/api/signals/");
    expect(proxy.gaps()).toEqual([25, 50, 100]);
  });

  it("cancels the bodies of the failed attempts", async () => {
    const cancelled: string[] = [];
    const losing = ["first", "second"].map((name) => cancellable(503, () => cancelled.push(name)));
    const proxy = testProxy([...losing, answer(200)]);
    await proxy.send("/api/signals/");
    expect(cancelled).toEqual(["first", "second"]);
  });
});

describe("Retry-After", () => {
  it("is waited for if it is short, in seconds or as a date", async () => {
    const proxy = testProxy([
      answer(429, "{}", { "Retry-After": "2" }),
      answer(503, "{}", { "Retry-After": "Sat, 21 Nov 2026 12:00:05 GMT" }),
      answer(200),
    ]);
    await proxy.send("/api/signals/");
    expect(proxy.gaps()).toEqual([2_000, 3_000]);
  });

  it("of more than 5 seconds is passed to the client at once, without a retry", async () => {
    const proxy = testProxy([answer(429, '{"code":"throttled"}', { "Retry-After": "60" })]);
    const response = await proxy.send("/api/auth/login/", json({ pocketoption_id: "1" }));
    expect([response.status, response.headers.get("Retry-After"), proxy.calls.length]).toEqual([
      429,
      "60",
      1,
    ]);
  });
});

describe("connection errors", () => {
  it("cause retries of a read", async () => {
    const proxy = testProxy([reset, reset, reset, answer(200)]);
    expect((await proxy.send("/api/signals/")).status).toBe(200);
    expect(proxy.calls.length).toBe(4);
  });

  it.each(["/api/signals/", "/api/auth/refresh/"])(
    "cause no retry of a POST to %s, whose response may be lost",
    async (path) => {
      const proxy = testProxy([reset]);
      const response = await proxy.send(path, json({ refresh: "r1" }));
      expect([response.status, proxy.calls.length]).toEqual([502, 1]);
      expect(await response.json()).toMatchObject({ code: "upstream_unreachable" });
    },
  );

  it("become a 502 upstream_unreachable if every attempt fails", async () => {
    const proxy = testProxy([reset]);
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([502, 4]);
    expect(await response.json()).toEqual({
      detail: "The service behind the gateway cannot be reached.",
      code: "upstream_unreachable",
    });
  });

  it("after a response leave that response as the result", async () => {
    const proxy = testProxy([answer(500), answer(503, '{"code":"maintenance"}'), reset]);
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([503, 4]);
    expect(await response.json()).toEqual({ code: "maintenance" });
  });
});

describe("timeouts", () => {
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
    const proxy = testProxy([hangDeaf], { isEmbedded: true });
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([504, 1]);
    expect(proxy.time.now() - startedMs).toBe(5_000);
  });

  it("are shorter for inner steps than for outer ones: ledger, attempt, all attempts, page", () => {
    expect(LEDGER_WAIT_MS).toBeLessThan(GATEWAY_RETRY.attemptTimeoutMs);
    expect(GATEWAY_RETRY.attemptTimeoutMs).toBeLessThan(GATEWAY_RETRY.totalTimeoutMs);
    expect(GATEWAY_RETRY.totalTimeoutMs).toBeLessThanOrEqual(PAGE_DATA_DEADLINE_MS);
  });

  it("allow 12 seconds in all, so that the last attempt gets the rest", async () => {
    const proxy = testProxy([hang]);
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/signals/");
    expect(response.status).toBe(504);
    expect(proxy.gaps()).toEqual([5_050, 5_100]);
    expect(proxy.time.now() - startedMs).toBe(12_000);
  });

  it("count slow responses as part of the 12 seconds", async () => {
    const proxy = testProxy([after(4_990, answer(503))], { random: () => 0 });
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([503, 3]);
    expect(proxy.time.now() - startedMs).toBe(12_000);
  });

  it("cancel a response that arrives after its attempt has ended", async () => {
    let isCancelled = false;
    let arrive: (response: Response) => void = () => undefined;
    const late = new Promise<Response>((resolve) => {
      arrive = resolve;
    });
    const proxy = testProxy([() => late]);
    expect((await proxy.send("/api/signals/", json({}))).status).toBe(504);
    const cancel = cancellable(200, () => {
      isCancelled = true;
    });
    arrive(await cancel(new Request("https://x.example"), proxy.time));
    await proxy.time.run(proxy.time.sleep(1, new AbortController().signal));
    expect(isCancelled).toBe(true);
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
    let isCancelled = false;
    const proxy = testProxy([
      cancellable(503, () => {
        isCancelled = true;
      }),
    ]);
    const leaving = proxy.time.sleep(20, new AbortController().signal).then(() => client.abort());
    const response = await proxy.send("/api/signals/", { signal: client.signal });
    await leaving;
    expect([response.status, proxy.calls.length, isCancelled]).toEqual([499, 1, true]);
    expect(proxy.logs.filter((entry) => entry.level === "error")).toEqual([]);
  });
});

describe("the platform's cache", () => {
  it.each([
    ["GET", "/api/feeds/en/signals.atom/", "no-store"],
    ["HEAD", "/api/signals/export.csv", "no-store"],
    ["GET", "/api/signals/export%2Ecsv", "no-store"],
    ["GET", "/api/signals/", undefined],
    ["POST", "/api/auth/refresh/", undefined],
  ])("stores nothing for %s %s, even if the file name suggests it", async (method, path, mode) => {
    const proxy = testProxy([answer(200)]);
    await proxy.send(path, method === "POST" ? json({ refresh: "r" }) : { method });
    expect(proxy.calls[0]?.request.cache).toBe(mode);
  });

  it("stores no response of a redirect's target either", async () => {
    const proxy = testProxy([
      () => new Response(null, { status: 302, headers: { Location: "/api/files/latest.csv" } }),
      answer(200),
    ]);
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
    expect(proxy.logs).toMatchObject([
      {
        level: "warn",
        event: "upstream_retry",
        requestId: "request-1",
        cause: "503",
        attempt: 1,
        delayMs: 50,
      },
      {
        level: "warn",
        event: "upstream_retry",
        requestId: "request-1",
        cause: "unreachable",
        attempt: 2,
        delayMs: 100,
      },
    ]);
    expect(JSON.stringify(proxy.logs)).not.toContain("alice");
  });

  it("logs a failure once, without the secret part of the path", async () => {
    const proxy = testProxy([answer(500)]);
    await proxy.send("/api/hooks/s3cret/", { ...json({}), method: "POST" });
    expect(proxy.logs).toMatchObject([
      { level: "error", event: "upstream_failed", status: 500, route: "/api/hooks/:key/" },
    ]);
    expect(JSON.stringify(proxy.logs)).not.toContain("s3cret");
  });
});
