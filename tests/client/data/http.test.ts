import * as v from "valibot";
import { describe, expect } from "vitest";
import type { ApiFetch } from "#client/data/api-fetch.ts";
import { HttpError, NetworkError } from "#client/data/http-error.ts";
import { createHttp, type HttpWorld, readAnswer, sleep } from "#client/data/http.ts";
import { it } from "#tests/support/session-world.ts";
import { networkFault, problem } from "#tests/support/auth-server.ts";
import { MAX_CLIENT_RETRIES } from "#shared/limits/calls.ts";

const Thing = v.object({ name: v.string() });
const NOW_MS = Date.UTC(2026, 0, 1);

/** A client whose fetch gives these answers in turn, and the pauses it made. */
function openHttp(answers: (() => Response)[], world: Partial<HttpWorld> = {}) {
  const requests: { path: string; init: RequestInit }[] = [];
  const pauses: number[] = [];
  const fetch: ApiFetch = async (path, init = {}) => {
    requests.push({ path, init });
    const answer = answers.shift();
    if (!answer) throw new Error("No answer left");
    return answer();
  };
  const sleep = async (delayMs: number) => void pauses.push(delayMs);
  const http = createHttp({ fetch, sleep, random: () => 0.5, now: () => NOW_MS, ...world });
  return { http, requests, pauses };
}

const thing = () => Response.json({ name: "tide" });

describe("http.get", () => {
  it("returns the body as parsed by the contract", async () => {
    const { http, requests } = openHttp([() => Response.json({ name: "tide", extra: 1 })]);
    expect(await http.get("/api/thing/", Thing)).toEqual({ name: "tide" });
    expect(requests.map(({ path }) => path)).toEqual(["/api/thing/"]);
  });

  it.each([408, 503])("retries a %i with growing, jittered pauses", async (status) => {
    const { http, pauses } = openHttp([() => problem(status, "x"), () => problem(status, "x"), thing]);
    expect(await http.get("/api/thing/", Thing)).toEqual({ name: "tide" });
    expect(pauses).toEqual([150, 300]);
  });

  it.each([
    [404, {}],
    [501, {}],
    [503, { "X-Should-Retry": "false" }],
  ])("does not retry a %i with the headers %j", async (status, headers) => {
    const { http, requests } = openHttp([() => problem(status, "x", headers)]);
    await expect(http.get("/api/thing/", Thing)).rejects.toMatchObject({ status, code: "x" });
    expect(requests).toHaveLength(1);
  });

  it("gives up after the last retry with the last response's error", async () => {
    const tries = [1, 2, 3].map((attempt) => () => problem(503, `try ${attempt}`));
    const { http, requests } = openHttp(tries);
    await expect(http.get("/api/thing/", Thing)).rejects.toMatchObject({ status: 503, code: "try 3" });
    expect(requests).toHaveLength(MAX_CLIENT_RETRIES + 1);
  });

  it.each([
    ["2", 2_000],
    [new Date(NOW_MS + 4_000).toUTCString(), 4_000],
    ["0", 0],
  ])("waits as long as Retry-After: %s asks for", async (retryAfter, pauseMs) => {
    const refusal = () => problem(429, "throttled", { "Retry-After": retryAfter });
    const { http, pauses } = openHttp([refusal, thing]);
    await http.get("/api/thing/", Thing);
    expect(pauses).toEqual([pauseMs]);
  });

  it("fails at once if the server asks for a long pause", async () => {
    const { http, pauses } = openHttp([() => problem(429, "throttled", { "Retry-After": "11" })]);
    await expect(http.get("/api/thing/", Thing)).rejects.toMatchObject({ retryAfterSeconds: 11 });
    expect(pauses).toEqual([]);
  });

  it("retries after a network error, and throws NetworkError if the retries fail as well", async () => {
    const { http, requests } = openHttp([networkFault, thing]);
    expect(await http.get("/api/thing/", Thing)).toEqual({ name: "tide" });
    expect(requests).toHaveLength(2);
    const offline = openHttp([networkFault, networkFault, networkFault]);
    await expect(offline.http.get("/api/thing/", Thing)).rejects.toBeInstanceOf(NetworkError);
  });

  it("retries a 503 whose body is cut off", async () => {
    const cutOff = () => {
      const body = new ReadableStream({ start: (stream) => stream.error(new TypeError("terminated")) });
      return new Response(body, { status: 503 });
    };
    const { http } = openHttp([cutOff, thing]);
    expect(await http.get("/api/thing/", Thing)).toEqual({ name: "tide" });
  });

  it("rejects with the abort's reason, without a retry", async () => {
    const signal = AbortSignal.abort();
    const abort = () => {
      throw signal.reason;
    };
    const { http, requests } = openHttp([abort]);
    const failure = http.get("/api/thing/", Thing, { signal });
    await expect(failure).rejects.toMatchObject({ name: "AbortError" });
    expect(requests).toEqual([{ path: "/api/thing/", init: { signal } }]);
  });

  it("can be aborted between two attempts", async () => {
    const controller = new AbortController();
    const sleep = (_delayMs: number, signal?: AbortSignal) => {
      controller.abort();
      return Promise.reject(signal?.reason);
    };
    const { http, requests } = openHttp([() => problem(503, "x"), thing], { sleep });
    const failure = http.get("/api/thing/", Thing, { signal: controller.signal });
    await expect(failure).rejects.toMatchObject({ name: "AbortError" });
    expect(requests).toHaveLength(1);
  });

  it("reports which field breaks the contract, and does not retry", async () => {
    const wrong = () => Response.json({ name: 7 }, { headers: { "X-Request-Id": "q1" } });
    const { http, requests } = openHttp([wrong]);
    const expected = { name: "HttpError", status: 200, code: "unreadable_answer" };
    const detail = { detail: "name: expected string", requestId: "q1" };
    await expect(http.get("/api/thing/", Thing)).rejects.toMatchObject({ ...expected, ...detail });
    expect(requests).toHaveLength(1);
  });

  it("lets a programming error through unchanged", async () => {
    const { http } = openHttp([]);
    await expect(http.get("/api/thing/", Thing)).rejects.toThrow("No answer left");
  });
});

describe("http.send", () => {
  it("sends JSON", async () => {
    const { http, requests } = openHttp([thing]);
    await http.send("PATCH", "/api/thing/", { name: "tide" }, Thing);
    expect(requests[0]?.init).toMatchObject({ method: "PATCH", body: '{"name":"tide"}' });
    expect(new Headers(requests[0]?.init.headers).get("Content-Type")).toBe("application/json");
  });

  it("sends an Idempotency-Key header if the caller gives a key", async () => {
    const { http, requests } = openHttp([thing, thing]);
    await http.send("POST", "/api/thing/", {}, Thing, { idempotencyKey: "k1" });
    await http.send("POST", "/api/thing/", {}, Thing);
    const keys = requests.map(({ init }) => new Headers(init.headers).get("Idempotency-Key"));
    expect(keys).toEqual(["k1", null]);
  });

  it("returns undefined for a response without a body", async () => {
    const { http, requests } = openHttp([() => new Response(null, { status: 204 })]);
    expect(await http.send("DELETE", "/api/thing/", undefined, v.undefined())).toBeUndefined();
    expect(requests[0]?.init.body).toBeUndefined();
  });

  it.each([["503", () => problem(503, "x")] as const, ["network fault", networkFault] as const])(
    "never retries a write after a %s",
    async (_fault, answer) => {
      const { http, requests } = openHttp([answer, thing]);
      await expect(http.send("POST", "/api/thing/", {}, Thing)).rejects.toThrow(/server/);
      expect(requests).toHaveLength(1);
    },
  );
});

it("http over a session does not retry after a failed token refresh", async ({ browser, alice }) => {
  browser.server.expireAccessTokens();
  browser.server.answerAlways("/api/auth/refresh/", () => problem(503, "upstream_error"));
  const { http, pauses } = openHttp([], { fetch: alice.session.authenticatedFetch });
  await expect(http.get("/api/thing/", Thing)).rejects.toBeInstanceOf(HttpError);
  browser.clock.nowMs += 5_000;
  browser.server.answerAlways("/api/auth/refresh/", networkFault);
  await expect(http.get("/api/thing/", Thing)).rejects.toBeInstanceOf(NetworkError);
  expect(browser.server.count("/api/auth/refresh/")).toBe(2);
  expect(pauses).toEqual([]);
});

const brokenOff = () =>
  new ReadableStream({ pull: (controller) => controller.error(new TypeError("terminated")) });

it.each([
  ["is an HTML page", () => new Response("<html>")],
  ["breaks off", () => new Response(brokenOff())],
])("readAnswer throws a NetworkError if the body %s", async (_what, answer) => {
  await expect(readAnswer(answer(), Thing, 0)).rejects.toBeInstanceOf(NetworkError);
});

describe("sleep", () => {
  it("ends after its time, or with the reason as soon as the signal aborts", async () => {
    const controller = new AbortController();
    await expect(sleep(1, controller.signal)).resolves.toBeUndefined();
    const slept = sleep(60_000, controller.signal);
    controller.abort(new Error("left the page"));
    await expect(slept).rejects.toThrow("left the page");
  });

  it("does not begin once the signal has aborted", async () => {
    await expect(sleep(60_000, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });
});
