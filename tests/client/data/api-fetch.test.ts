import * as fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { apiUrl, createApiFetch } from "#client/data/api-fetch.ts";
import { NetworkError } from "#client/data/http-error.ts";

describe("apiUrl", () => {
  it.each([
    ["", "/api/x/", "/api/x/"],
    ["/", "/api/x/", "/api/x/"],
    ["https://own.invalid", "/api/x/?a=1", "https://own.invalid/api/x/?a=1"],
    ["https://own.invalid/base/", "/api/x/", "https://own.invalid/base/api/x/"],
  ])("joins %j and %j", (baseUrl, path, url) => {
    expect(apiUrl(baseUrl, path)).toBe(url);
  });

  it.each(["", "api/x/", "//evil.invalid/", "/\\evil.invalid/", "https://evil.invalid/", "javascript:0"])(
    "rejects %j, which is not an absolute path",
    (path) => {
      expect(() => apiUrl("https://own.invalid", path)).toThrow(RangeError);
    },
  );

  it("never returns a URL on another host", () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, tail) => {
        const appended = [`@evil.invalid${path}`, `.evil.invalid${path}`];
        for (const candidate of [path + tail, tail, `/${tail}`, ...appended]) {
          let url = "https://own.invalid/";
          try {
            url = apiUrl("https://own.invalid", candidate);
          } catch {
            // Refused.
          }
          expect(new URL(url).host).toBe("own.invalid");
        }
      }),
    );
  });
});

describe("createApiFetch", () => {
  function open() {
    const requests: { url: string; init: RequestInit }[] = [];
    const fetch = createApiFetch({
      baseUrl: "https://own.invalid",
      fetch: async (url, init) => {
        requests.push({ url, init });
        return new Response();
      },
    });
    return { fetch, requests };
  }

  it("sends Accept: application/json unless the caller sets Accept", async () => {
    const { fetch, requests } = open();
    await fetch("/api/x/");
    await fetch("/api/x/", { headers: { accept: "text/csv" } });
    const accepted = requests.map(({ init }) => new Headers(init.headers).get("Accept"));
    expect(accepted).toEqual(["application/json", "text/csv"]);
  });

  it("aborts the request when the caller aborts", async () => {
    const { fetch, requests } = open();
    const controller = new AbortController();
    await fetch("/api/x/", { signal: controller.signal });
    expect(requests[0]?.init.signal?.aborted).toBe(false);
    controller.abort();
    expect(requests[0]?.init.signal?.aborted).toBe(true);
  });

  it("throws a NetworkError if there is no response, and lets a programming error through", async () => {
    const failing = () => Promise.reject(new TypeError("Failed to fetch"));
    const unreachable = createApiFetch({ baseUrl: "", fetch: failing });
    await expect(unreachable("/api/x/")).rejects.toBeInstanceOf(NetworkError);
    const { fetch } = open();
    await expect(fetch("/api/x/", { headers: { "no name": "" } })).rejects.toBeInstanceOf(TypeError);
  });

  it("rejects with an abort unchanged", async () => {
    const { reason } = AbortSignal.abort();
    const fetch = createApiFetch({ baseUrl: "", fetch: () => Promise.reject(reason) });
    await expect(fetch("/api/x/")).rejects.toBe(reason);
  });

  it.each([
    ["an answer", {}, true],
    ["a file", { isFile: true }, false],
  ])("with %s and the options %j, aborts a body after 15 s: %j", async (_name, init, isEnded) => {
    vi.useFakeTimers();
    const { fetch, requests } = open();
    await fetch("/api/x/", init);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(requests[0]?.init.signal?.aborted).toBe(isEnded);
    vi.useRealTimers();
  });

  it("throws a NetworkError if a file download does not start within 15 s", async () => {
    vi.useFakeTimers();
    const fetch = createApiFetch({
      baseUrl: "",
      fetch: (_url, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    });
    const failure = fetch("/api/x/", { isFile: true }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(await failure).toBeInstanceOf(NetworkError);
    vi.useRealTimers();
  });
});
