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

const LISTED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);

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

describe("retries by status", () => {
  it("brings a read through when the upstream recovers, on listed statuses only", async () => {
    for (let status = 200; status < 600; status += 1) {
      const proxy = testProxy([answer(status), answer(200, '{"fine":true}')]);
      const response = await proxy.send("/api/signals/");
      expect(response.status, String(status)).toBe(LISTED.has(status) ? 200 : status);
      expect(proxy.calls.length, String(status)).toBe(LISTED.has(status) ? 2 : 1);
    }
  });

  it.each([...LISTED])("keeps the member signed in when refresh meets a %i", async (status) => {
    const proxy = testProxy([answer(status), answer(200, '{"access":"a2","refresh":"r2"}')]);
    const response = await proxy.send("/api/auth/refresh/", json({ refresh: "r1" }));
    expect(await response.json()).toEqual({ access: "a2", refresh: "r2" });
    expect(proxy.calls.map((call) => call.body)).toEqual(['{"refresh":"r1"}', '{"refresh":"r1"}']);
  });

  it("changes a passcode once, though the answer was lost behind a 502", async () => {
    const wrong = answer(400, '{"current_passcode":["Wrong passcode."]}');
    const proxy = testProxy([answer(502), wrong]);
    const response = await proxy.send(
      "/api/auth/me/passcode/",
      json({ current_passcode: "a", passcode: "b" }),
    );
    expect([response.status, proxy.calls.length]).toEqual([502, 1]);
  });

  it.each(["POST", "PUT", "PATCH", "DELETE"])("never repeats %s outside of /api/auth/", async (method) => {
    const proxy = testProxy([answer(503)]);
    const response = await proxy.send("/api/signals/", { ...json({}), method });
    expect([response.status, proxy.calls.length]).toEqual([503, 1]);
  });

  it("hands on the last answer byte for byte after three retries", async () => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0x00, 0x22, 0x0a, 0x20]);
    const proxy = testProxy([
      answer(500),
      answer(502),
      answer(504),
      answer(503, bytes, { "X-Reason": "tide" }),
    ]);
    const response = await proxy.send("/api/signals/");
    expect(proxy.calls.length).toBe(4);
    expect([response.status, response.headers.get("X-Reason")]).toEqual([503, "tide"]);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  it("leaves no timer behind", async () => {
    const proxy = testProxy([answer(503), reset, hang, answer(200)]);
    await proxy.send("/api/signals/");
    expect([proxy.calls.length, proxy.time.pending()]).toEqual([4, 0]);
  });

  it("waits within the jitter's bounds before each retry", async () => {
    const proxy = testProxy([answer(503)], { random: () => 0.25 });
    await proxy.send("/api/signals/");
    expect(proxy.gaps()).toEqual([25, 50, 100]);
  });

  it("cancels the bodies of the attempts that lost", async () => {
    const cancelled: string[] = [];
    const losing = ["first", "second"].map((name) => cancellable(503, () => cancelled.push(name)));
    const proxy = testProxy([...losing, answer(200)]);
    await proxy.send("/api/signals/");
    expect(cancelled).toEqual(["first", "second"]);
  });
});

describe("Retry-After", () => {
  it("waits as long as the upstream asks, in seconds or by date", async () => {
    const proxy = testProxy([
      answer(429, "{}", { "Retry-After": "2" }),
      answer(503, "{}", { "Retry-After": "Sat, 21 Nov 2026 12:00:05 GMT" }),
      answer(200),
    ]);
    await proxy.send("/api/signals/");
    expect(proxy.gaps()).toEqual([2_000, 3_000]);
  });

  it("answers at once where the upstream asks for more than 5 seconds, and tells the client how long", async () => {
    const proxy = testProxy([answer(429, '{"code":"throttled"}', { "Retry-After": "60" })]);
    const response = await proxy.send("/api/auth/login/", json({ pocketoption_id: "1" }));
    expect([response.status, response.headers.get("Retry-After"), proxy.calls.length]).toEqual([
      429,
      "60",
      1,
    ]);
  });
});

describe("faults", () => {
  it.each(["GET", "HEAD"])("repeats %s after broken connections", async (method) => {
    const proxy = testProxy([reset, reset, reset, answer(200)]);
    expect((await proxy.send("/api/signals/", { method })).status).toBe(200);
    expect(proxy.calls.length).toBe(4);
  });

  it.each(["/api/signals/", "/api/auth/refresh/"])(
    "never repeats a POST to %s whose answer was lost",
    async (path) => {
      const proxy = testProxy([reset]);
      const response = await proxy.send(path, json({ refresh: "r1" }));
      expect([response.status, proxy.calls.length]).toEqual([502, 1]);
      expect(await response.json()).toMatchObject({ code: "upstream_unreachable" });
    },
  );

  it("answers 502 upstream_unreachable where no attempt was answered", async () => {
    const proxy = testProxy([reset]);
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([502, 4]);
    expect(await response.json()).toEqual({
      detail: "The service behind the gateway cannot be reached.",
      code: "upstream_unreachable",
    });
  });

  it("hands on the last answer there was where the later attempts stayed without one", async () => {
    const proxy = testProxy([answer(500), answer(503, '{"code":"maintenance"}'), reset]);
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([503, 4]);
    expect(await response.json()).toEqual({ code: "maintenance" });
  });
});

describe("time", () => {
  it.each([
    ["ends with the gateway's patience", hang],
    ["does not even notice", hangDeaf],
  ])("gives an attempt 5 seconds where the upstream %s", async (_name, silent) => {
    const proxy = testProxy([silent]);
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/signals/", json({}));
    expect([response.status, proxy.calls.length]).toEqual([504, 1]);
    expect(await response.json()).toMatchObject({ code: "upstream_timeout" });
    expect(proxy.time.now() - startedMs).toBe(5_000);
    expect(proxy.calls[0]?.request.signal.aborted).toBe(true);
  });

  it("begins no call of the embedded API again beside the one that is late", async () => {
    const proxy = testProxy([hangDeaf], { isEmbedded: true });
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([504, 1]);
    expect(proxy.time.now() - startedMs).toBe(5_000);
  });

  it("ends inside before it ends outside", () => {
    expect(LEDGER_WAIT_MS).toBeLessThan(GATEWAY_RETRY.attemptTimeoutMs);
    expect(GATEWAY_RETRY.attemptTimeoutMs).toBeLessThan(GATEWAY_RETRY.totalTimeoutMs);
    expect(GATEWAY_RETRY.totalTimeoutMs).toBeLessThanOrEqual(PAGE_DATA_DEADLINE_MS);
  });

  it("spends 12 seconds in all, the last attempt with what is left", async () => {
    const proxy = testProxy([hang]);
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/signals/");
    expect(response.status).toBe(504);
    expect(proxy.gaps()).toEqual([5_050, 5_100]);
    expect(proxy.time.now() - startedMs).toBe(12_000);
  });

  it("counts slow answers against the 12 seconds", async () => {
    const proxy = testProxy([after(4_990, answer(503))], { random: () => 0 });
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([503, 3]);
    expect(proxy.time.now() - startedMs).toBe(12_000);
  });

  it("cancels an answer that comes after its attempt was given up", async () => {
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
  it("is answered with no other attempt and no line in the log", async () => {
    const client = new AbortController();
    const leave: Step = () => {
      client.abort();
      return reset(new Request(UPSTREAM), proxy.time);
    };
    const proxy = testProxy([leave]);
    const response = await proxy.send("/api/signals/", { signal: client.signal });
    expect([response.status, proxy.calls.length, proxy.logs]).toEqual([499, 1, []]);
  });

  it("ends the wait between attempts", async () => {
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
  ])("%s %s: keeps nothing that it would keep by its name", async (method, path, mode) => {
    const proxy = testProxy([answer(200)]);
    await proxy.send(path, method === "POST" ? json({ refresh: "r" }) : { method });
    expect(proxy.calls[0]?.request.cache).toBe(mode);
  });

  it("keeps nothing of what a redirect leads to either", async () => {
    const proxy = testProxy([
      () => new Response(null, { status: 302, headers: { Location: "/api/files/latest.csv" } }),
      answer(200),
    ]);
    await proxy.send("/api/files/latest/");
    expect(proxy.calls.map(({ request }) => request.cache)).toEqual([undefined, "no-store"]);
  });
});

describe("what is told", () => {
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
