/** `/api/openapi.json`, and that the gateway's own responses under `/api/` match it. */
import { SELF } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { createJudge } from "#tests/support/openapi-judge.ts";
import { readConfig } from "#worker/config.ts";
import { declaredOperations } from "#worker/build/openapi/operations.ts";
import { testGateway } from "../test-gateway.ts";
import { MAX_REQUEST_BODY_BYTES } from "#shared/limits/requests.ts";

const ORIGIN = "https://tidemark.example";
const JSON_TYPE = { "Content-Type": "application/json" };
const FOREIGN_SOCKET = { Upgrade: "websocket", Origin: "https://x.example" };

async function servedDocument(): Promise<unknown> {
  return (await SELF.fetch(`${ORIGIN}/api/openapi.json`)).json();
}

/** A gateway in front of an operator's own backend that answers as `upstream` does. */
function gatewayBefore(upstream: () => Promise<Response>) {
  let asked = 0;
  const { ask } = testGateway({
    config: { ...readConfig(env), apiBaseUrl: "https://api.operator.example" },
    upstream: {
      baseUrl: "https://api.operator.example",
      fetch: async () => {
        asked += 1;
        return upstream();
      },
    },
  });
  return { asked: () => asked, fetch: ask };
}

describe("GET /api/openapi.json", () => {
  it("is a file of the build that everyone may read and search engines do not index", async () => {
    const response = await SELF.fetch(`${ORIGIN}/api/openapi.json`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=300");
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(await response.json()).toMatchObject({ openapi: "3.1.1", servers: [{ url: "/" }] });
  });

  it("describes every call of the current source", async () => {
    const { paths } = await SELF.fetch(`${ORIGIN}/api/openapi.json`).then((response) =>
      response.json<{ paths: Record<string, Record<string, { operationId: string }>> }>(),
    );
    const served = Object.values(paths).flatMap((calls) =>
      Object.values(calls).map(({ operationId }) => operationId),
    );
    const declared = (await declaredOperations()).map(({ operationId }) => operationId);
    expect(served.toSorted()).toEqual(declared.toSorted());
  });

  it("is the same with an operator's own backend, which gets no request for it", async () => {
    const { asked, fetch } = gatewayBefore(async () => Response.json({}));
    expect(await (await fetch("/api/openapi.json")).json()).toEqual(await servedDocument());
    expect(asked()).toBe(0);
  });
});

describe("the gateway's own responses", () => {
  const post = (body: BodyInit, headers: Record<string, string> = JSON_TYPE) => ({
    method: "POST",
    headers,
    body,
  });

  const CALLS: readonly [string, string, RequestInit, number][] = [
    ["a body that is too large", "/api/auth/login/", post(`"${"x".repeat(MAX_REQUEST_BODY_BYTES)}"`), 413],
    ["a body of another type", "/api/auth/login/", post("a=b", { "Content-Type": "text/html" }), 415],
    ["a body that is no JSON", "/api/auth/login/", post("{"), 400],
    ["a live connection from elsewhere", "/api/live/", { headers: FOREIGN_SOCKET }, 403],
    ["a plain request for a socket", "/api/live/", {}, 426],
    ["an unknown call", "/api/nothing/", {}, 404],
    ["the methods of a call", "/api/auth/login/", { method: "OPTIONS" }, 204],
    ["no sign-in", "/api/auth/me/", {}, 401],
    ["a call that succeeds", "/api/summary/", {}, 200],
    ["its head", "/api/summary/", { method: "HEAD" }, 200],
  ];

  it.each(CALLS)("to %s match the OpenAPI document", async (_case, path, init, status) => {
    const judge = createJudge(await servedDocument());
    const response = await SELF.fetch(new Request(ORIGIN + path, init));
    expect(response.status).toBe(status);
    const { departure } = await judge({ method: init.method ?? "GET", path, response });
    expect(departure).toBeNull();
    await response.body?.cancel();
  });

  it.each([
    ["cannot be reached", 502, () => Promise.reject(new TypeError("connection refused"))],
    ["fails in HTML", 500, async () => new Response("<h1>Server Error (500)</h1>", { status: 500 })],
  ])("match the OpenAPI document if the backend %s", async (_case, status, upstream) => {
    const judge = createJudge(await servedDocument());
    const response = await gatewayBefore(upstream).fetch("/api/summary/");
    expect(response.status).toBe(status);
    expect((await judge({ method: "GET", path: "/api/summary/", response })).departure).toBeNull();
  });
});
