/** Which paths of an operator's own backend are public, and how the backend recognises the gateway. */
import { env } from "cloudflare:workers";
import { createExecutionContext } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import worker from "#worker/index.ts";
import { answer, json, SITE, testProxy, UPSTREAM } from "./scripted-upstream.ts";

const paths = ["/api/auth/login/", "/api/signals/"];

describe("with a backend that has some public paths", () => {
  it.each([
    "/api/signals/",
    "/api/signals/?limit=1",
    "/api/signals",
    "/api/signals/42/",
    "/api/signals/export.csv",
    "/api/auth/login/",
    "/api/auth/login",
  ])("%s reaches the backend", async (path) => {
    const proxy = testProxy([answer(200)], { paths });
    expect((await proxy.send(path)).status).toBe(200);
    expect(proxy.calls).toHaveLength(1);
  });

  it.each([
    "/api/",
    "/api/internal/users/",
    "/api/signalsX/",
    "/api/signals-private/",
    "/api/auth/",
    "/api/auth/me/",
    "/api/SIGNALS/",
    // Another spelling of one that is public, which nobody needs.
    "/api/%73ignals/",
  ])("%s is a 404, whatever the method", async (path) => {
    const proxy = testProxy([answer(200)], { paths });
    for (const init of [{}, json({}), { method: "DELETE" }, { method: "OPTIONS" }]) {
      const response = await proxy.send(path, init);
      expect([response.status, await response.json()]).toEqual([
        404,
        { detail: "Not found.", code: "not_found" },
      ]);
    }
    expect(proxy.calls).toEqual([]);
  });

  it.each(["/api/internal/", `${UPSTREAM}/api/internal/`, `${SITE}/api/internal/`])(
    "a redirect to another path is not followed: %s",
    async (location) => {
      const proxy = testProxy([answer(302, null, { Location: location }), answer(200)], { paths });
      expect((await proxy.send("/api/signals/")).status).toBe(502);
      expect(proxy.calls).toHaveLength(1);
    },
  );

  it("a redirect to a public path is followed", async () => {
    const proxy = testProxy([answer(302, null, { Location: "/api/signals/2/" }), answer(200)], { paths });
    expect((await proxy.send("/api/signals/1/")).status).toBe(200);
  });
});

describe("the whole worker with an operator's own backend", () => {
  afterEach(() => vi.unstubAllGlobals());

  async function calls(
    vars: Record<string, string>,
    ...requests: readonly [string, RequestInit<IncomingRequestCfProperties>?][]
  ) {
    const seen: { readonly path: string; readonly secret: string | null }[] = [];
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const headers = new Headers(init.headers);
      seen.push({ path: new URL(url).pathname, secret: headers.get("X-Gateway-Secret") });
      return Response.json({});
    });
    // A new object has a worker of its own.
    const own = { ...env, API_BASE_URL: UPSTREAM, ...vars };
    for (const [path, init] of requests) {
      const response = await worker.fetch(
        new Request<unknown, IncomingRequestCfProperties>(SITE + path, init),
        own,
        createExecutionContext(),
      );
      await response.text();
    }
    return seen;
  }

  it("opens the paths of its parts, and those that the operator names", async () => {
    const paths = ["/api/auth/me/", "/api/signals/", "/api/traders/", "/api/internal/", "/api/reports/1/"];
    const opened = async (vars: Record<string, string>) => {
      const seen = await calls(vars, ...paths.map((path): [string] => [path]));
      return seen.map(({ path }) => path);
    };
    expect(await opened({})).toEqual(["/api/auth/me/"]);
    expect(await opened({ API_PARTS: "auth,signals" })).toEqual(["/api/auth/me/", "/api/signals/"]);
    expect(await opened({ API_PATHS: "/api/reports/" })).toEqual(["/api/auth/me/", "/api/reports/1/"]);
  });

  it("sends its shared secret with every call to the backend, and never a client's", async () => {
    const secret = "s".repeat(40);
    const guess = { headers: { "X-Gateway-Secret": "a guess" } };
    const asked: [string, RequestInit<IncomingRequestCfProperties>?][] = [
      ["/api/signals/", guess],
      ["/readyz"],
      ["/en/signal"],
    ];
    const shown = await calls({ API_SHARED_SECRET: secret, API_PARTS: "auth,signals" }, ...asked);
    expect(shown.length).toBeGreaterThan(2);
    expect(new Set(shown.map((call) => call.secret))).toEqual(new Set([secret]));
    const without = await calls({ API_PARTS: "auth,signals" }, ...asked);
    expect(new Set(without.map((call) => call.secret))).toEqual(new Set([null]));
  });
});
