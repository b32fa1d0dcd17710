/** What the gateway logs about a request. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { readConfig, type Config } from "#worker/config.ts";
import { testGateway } from "./test-gateway.ts";

function site(answer: (request: Request) => Promise<Response>, changes: Partial<Config> = {}) {
  return testGateway({
    config: { ...readConfig(env), logsRequests: true, ...changes },
    upstream: { baseUrl: "https://upstream.invalid", fetch: (...call) => answer(new Request(...call)) },
  });
}

describe("a request", () => {
  it("is logged once, and its page's calls to the API have the same id", async () => {
    const ids: (string | null)[] = [];
    const { ask, logged } = site(async (request) => {
      ids.push(request.headers.get("X-Request-Id"));
      return Response.json({ results: [], next: null });
    });
    const response = await ask("/de/signal?outcome=open");
    const requestId = response.headers.get("X-Request-Id");
    await response.text();
    expect(logged.filter(({ event }) => event === "request")).toEqual([
      {
        level: "info",
        event: "request",
        requestId,
        method: "GET",
        route: "/de/signal",
        status: response.status,
        durationMs: expect.any(Number),
        cache: "miss",
      },
    ]);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids)).toEqual(new Set([requestId]));
  });

  it("has its cache result in the log and in Server-Timing", async () => {
    const { ask, logged } = site(async () => Response.json({}));
    const answers = [];
    for (let count = 0; count < 2; count += 1) {
      const response = await ask("/de/terms");
      await response.text();
      answers.push(response.headers.get("Server-Timing"));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(answers[0]).toMatch(/^data;dur=\d+, render;dur=\d+, cache;desc="miss"$/);
    expect(answers[1]).toBe('cache;desc="hit"');
    expect(logged.map(({ cache }) => cache)).toEqual(["miss", "hit"]);
  });

  it("is not logged if the operator turned that off, but its failure is", async () => {
    const { ask, logged } = site(async () => new Response(null, { status: 500 }), { logsRequests: false });
    await ask("/api/signals/", { method: "POST" });
    expect(logged.map(({ event }) => event)).toEqual(["upstream_failed"]);
  });

  it('with an unknown method is logged with the method "other"', async () => {
    const { ask, logged } = site(async () => Response.json({}));
    await ask("/api/signals/", { method: "PROPFIND" });
    expect(logged).toMatchObject([{ method: "other", status: 405 }]);
  });
});
