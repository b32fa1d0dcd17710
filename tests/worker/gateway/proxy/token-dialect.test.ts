import { describe, expect, it } from "vitest";
import { after, answer, json, testProxy, type Step, unending } from "./scripted-upstream.ts";

const LIMIT = 64 * 1024;

async function outcome(path: string, sent: unknown, step: Step) {
  const proxy = testProxy([step]);
  const response = await proxy.send(path, json(sent));
  return { proxy, response, status: response.status, body: await response.json() };
}

const refreshed = (step: Step) => outcome("/api/auth/refresh/", { refresh: "r1" }, step);
const signedIn = (step: Step) => outcome("/api/auth/login/", { pocketoption_id: "42" }, step);

const INVALID = {
  detail: "The service behind the gateway gave an answer that cannot be passed on.",
  code: "upstream_invalid_answer",
};

describe("token responses in different spellings", () => {
  const rotated = { access: "a2", refresh: "r2" };
  const kept = { access: "a2", refresh: "r1" };
  const nulls = { access: null, refresh: null };
  it.each([
    ["both tokens", { access: "a2", refresh: "r2" }, rotated],
    ["both tokens in camel case", { accessToken: "a2", refreshToken: "r2" }, rotated],
    ["no rotation", { access: "a2" }, kept],
    ["no rotation in camel case", { accessToken: "a2" }, kept],
    ["no rotation, said by null in camel case", { accessToken: "a2", refreshToken: null }, kept],
    ["one token in each spelling", { access: "a2", refreshToken: "r2" }, rotated],
    ["both spellings, one of them null", { ...nulls, accessToken: "a2", refreshToken: "r2" }, rotated],
    ["more than asked for", { access: "a2", refresh: "r2", user: { id: 1 } }, rotated],
  ])("become access and refresh if a refresh is answered with %s", async (_name, upstream, expected) => {
    const { proxy, status, body } = await refreshed(answer(200, JSON.stringify(upstream)));
    expect([status, body, proxy.time.pending()]).toEqual([200, expected, 0]);
  });

  it.each(["/api/auth/login", "/api/auth/login/"])("become access and refresh at %s", async (path) => {
    const step = answer(201, '{"accessToken":"a1","refreshToken":"r1"}', {
      "RateLimit-Remaining": "9",
      "Content-Length": "999",
    });
    const { proxy, response, status, body } = await outcome(path, { pocketoption_id: "42" }, step);
    expect(proxy.calls[0]?.request.url).toBe("https://backend.example/api/auth/login/");
    expect(status).toBe(201);
    expect(response.headers.get("RateLimit-Remaining")).toBe("9");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(body).toEqual({ access: "a1", refresh: "r1" });
    expect(response.headers.get("Content-Length")).not.toBe("999");
  });

  it("of other calls are not changed", async () => {
    const { body } = await outcome("/api/auth/verify/", {}, answer(200, '{"accessToken":"a1"}'));
    expect(body).toEqual({ accessToken: "a1" });
    const proxy = testProxy([answer(200, '{"accessToken":"a1"}')]);
    expect(await (await proxy.send("/api/auth/login/")).json()).toEqual({ accessToken: "a1" });
  });

  it.each([400, 401, 403])("with status %i, a refusal, are not changed", async (status) => {
    const text = '{"detail":"Token is blacklisted","code":"token_not_valid"}';
    const refusal = await refreshed(answer(status, text, { "WWW-Authenticate": 'Bearer realm="api"' }));
    expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([status, text]);
    expect(refusal.response.headers.get("WWW-Authenticate")).toBe('Bearer realm="api"');
  });
});

describe("responses without valid tokens", () => {
  it.each([
    ["another shape", '{"token":"a"}'],
    ["an empty access token", '{"access":"","refresh":"r2"}'],
    ["an empty refresh token", '{"access":"a2","refresh":""}'],
    ["a list", "[]"],
    ["nothing", ""],
    ["a page", "<!doctype html><title>Welcome</title>"],
    ["no body", null],
    [
      "bytes that are not UTF-8",
      Uint8Array.of(...new TextEncoder().encode('{"access":"a'), 0xff, 0x22, 0x7d),
    ],
  ])("become 502 upstream_invalid_answer: %s", async (_name, text) => {
    const { proxy, status, body } = await refreshed(answer(200, text));
    expect([status, body, proxy.calls.length]).toEqual([502, INVALID, 1]);
    expect(proxy.logs).toMatchObject([
      { level: "error", event: "upstream_invalid_answer", reason: "no token pair" },
    ]);
  });

  it("include a sign-in without a refresh token, which could never be renewed", async () => {
    for (const text of ['{"access":"a1"}', '{"access":"a1","refresh":null}']) {
      expect(await signedIn(answer(200, text)), text).toMatchObject({ status: 502, body: INVALID });
    }
  });

  it("include one of more than 64 KiB", async () => {
    const frame = '{"access":"","refresh":"r"}'.length;
    const withAccess = (length: number) =>
      answer(200, JSON.stringify({ access: "a".repeat(length), refresh: "r" }));
    expect((await refreshed(withAccess(LIMIT - frame))).status).toBe(200);
    expect((await refreshed(withAccess(LIMIT - frame + 1))).status).toBe(502);
  });

  it("include one that breaks off", async () => {
    const broken = new ReadableStream({ pull: (stream) => stream.error(new Error("reset")) });
    const { proxy, status, body } = await refreshed(answer(200, broken));
    expect({ status, body }).toEqual({ status: 502, body: INVALID });
    expect(proxy.logs).toMatchObject([{ reason: "answer broke off" }]);
  });

  it("never put a token in the log", async () => {
    const { proxy } = await refreshed(answer(200, '{"access":"s3cret-token"}x'));
    expect(JSON.stringify(proxy.logs)).not.toMatch(/s3cret|r1/);
  });
});

describe("a refusal that does not come from the API", () => {
  const page = answer(400, "<!doctype html><title>Bad Request (400)</title>", {
    "Content-Type": "text/html",
  });

  const gate = answer(401, "<h1>401</h1>", {
    "Content-Type": "text/html",
    "WWW-Authenticate": 'Basic realm="x"',
  });

  it.each([
    ["a 400 in response to a refresh", refreshed, page, "400 without JSON"],
    ["a 400 in response to a sign-in", signedIn, page, "400 without JSON"],
    ["a 401 that asks for a password", refreshed, gate, "401 without JSON"],
  ])("becomes a 502 upstream_invalid_answer, without a retry: %s", async (_name, call, step, reason) => {
    const { proxy, status, body } = await call(step);
    expect([status, body, proxy.calls.length]).toEqual([502, INVALID, 1]);
    expect(proxy.logs).toMatchObject([{ event: "upstream_invalid_answer", reason }]);
  });

  it.each([{}, { "WWW-Authenticate": 'Bearer realm="api"' }])(
    "is not assumed for a 401 without JSON and with the headers %j",
    async (headers) => {
      const { status } = await refreshed(answer(401, "", headers));
      expect(status).toBe(401);
    },
  );

  it("stays a 400 if it cannot end a session", async () => {
    const { status, body } = await outcome("/api/auth/logout/", { refresh: "r1" }, page);
    expect([status, body]).toEqual([400, { detail: "The request was refused.", code: "bad_request" }]);
  });
});

describe("a response that begins and never ends", () => {
  it("becomes a 504 after 5 seconds", async () => {
    const body = unending('{"access":');
    const proxy = testProxy([answer(200, body.stream)]);
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/auth/refresh/", json({ refresh: "r1" }));
    expect([response.status, proxy.calls.length, body.isCancelled]).toEqual([504, 1, true]);
    expect(await response.json()).toMatchObject({ code: "upstream_timeout" });
    expect(proxy.time.now() - startedMs).toBe(5_000);
  });

  it("gets only the time that earlier attempts have left of the 12 seconds", async () => {
    const stalled = answer(200, new ReadableStream());
    const proxy = testProxy([after(4_950, answer(503)), after(4_850, answer(503)), stalled]);
    const startedMs = proxy.time.now();
    const response = await proxy.send("/api/auth/refresh/", json({ refresh: "r1" }));
    expect([response.status, proxy.calls.length]).toEqual([504, 3]);
    expect(proxy.time.now() - startedMs).toBe(12_000);
  });

  it("is no failure of the upstream if the client has left", async () => {
    const client = new AbortController();
    const leaving = new ReadableStream(
      {
        pull(stream) {
          client.abort();
          stream.error(client.signal.reason);
        },
      },
      { highWaterMark: 0 },
    );
    const proxy = testProxy([answer(200, leaving)]);
    const sent = { ...json({ refresh: "r1" }), signal: client.signal };
    expect((await proxy.send("/api/auth/refresh/", sent)).status).toBe(499);
    expect(proxy.logs).toEqual([]);
  });
});
