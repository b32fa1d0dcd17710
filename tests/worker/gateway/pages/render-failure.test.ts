/** What a visitor gets if rendering or the upstream fails: an error page without the cause. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import en from "#shared/locales/en/common.json";
import { statisticsOf } from "#shared/record/statistics.ts";
import { EMPTY_TALLY } from "#shared/record/tally.ts";
import { readConfig, type Config } from "#worker/config.ts";
import { testGateway } from "../test-gateway.ts";

/** Of an empty record, except that its newest entry has a time that the contract lets pass and nobody can tell. */
const SUMMARY = {
  traders: 0,
  retired_traders: 0,
  signals: 0,
  statistics: statisticsOf(EMPTY_TALLY),
  head: { seq: 12, at: "soon", hash: "c0".repeat(32) },
};

function world(answer: () => Response, config: Config = readConfig(env)) {
  const upstream = { baseUrl: "https://upstream.invalid", fetch: async () => answer() };
  const { ask: get, logged } = testGateway({ config, upstream });
  return { get, logged };
}

/** A configuration whose operator's address, shown on the about page, throws when it is read. */
function brokenConfig(): Config {
  const config = readConfig(env);
  const brand = Object.defineProperty({ ...config.brand }, "operatorAddress", {
    enumerable: false,
    get: () => {
      throw new TypeError("s3cr3t-internal");
    },
  });
  return { ...config, brand };
}

it.each([
  ["/en/about", "Internal Server Error"],
  ["/de/about", "Interner Serverfehler"],
])("an error while rendering on %s answers 500 with the page %s", async (path, title) => {
  const { get, logged } = world(() => Response.json({ ...SUMMARY, head: null }), brokenConfig());
  const response = await get(path);
  const html = await response.text();
  const requestId = response.headers.get("X-Request-Id") ?? "";
  expect(response.status).toBe(500);
  expect(html).toMatch(new RegExp(`<h1[^>]*>${title}</h1>`));
  expect(html).toContain("Internal Server Error");
  expect(html).toContain(requestId);
  expect(html).not.toMatch(/s3cr3t-internal|TypeError|at [A-Z]\w+ \(/);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.has("ETag")).toBe(false);
  expect(logged.filter(({ level }) => level === "error")).toMatchObject([
    { event: "render_failed", requestId },
  ]);
});

it("an error in one part leaves the rest of a page, for the browser to render, with status 500", async () => {
  const { get, logged } = world(() => Response.json(SUMMARY));
  const response = await get("/fr/about");
  const html = await response.text();
  expect(response.status).toBe(500);
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.has("ETag")).toBe(false);
  expect(html).toContain("À propos de");
  expect(html.match(/role="alert"/g)).toHaveLength(1);
  expect(html).not.toContain("RangeError");
  const boot = /type="application\/json"[^>]*>(.*?)<\/script>/.exec(html)?.[1] ?? "{}";
  expect(JSON.parse(boot)).toMatchObject({ errors: null, lateRoute: null });
  expect(logged.filter(({ level }) => level === "error")).toMatchObject([{ event: "render_failed" }]);
});

describe("an upstream that fails", () => {
  it("leads to a page with status 503 that is not cached", async () => {
    const { get } = world(() => new Response("<h1>Server Error (500)</h1>", { status: 500 }));
    const response = await get("/en/traders");
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([503, "no-store"]);
    expect(await response.text()).toContain(en.states.failed);
  });

  it("leaves the about page its imprint, which is not cached without the rest", async () => {
    const { get } = world(() => new Response(null, { status: 500 }));
    const response = await get("/en/about");
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect(response.headers.has("ETag")).toBe(false);
    const html = await response.text();
    expect(html).toContain('id="operator"');
    expect(html).toContain(en.states.failed);
  });
});

it("the payload of a page whose upstream fails is a 503 that is not cached, and is logged with its route", async () => {
  const { get, logged } = world(() => new Response(null, { status: 501 }));
  const response = await get("/fr/signal/_payload.json");
  expect([response.status, response.headers.get("Cache-Control")]).toEqual([503, "no-store"]);
  const entry = { level: "warn", event: "payload_failed", route: "/fr/signal" };
  expect(logged).toContainEqual({ ...entry, requestId: response.headers.get("X-Request-Id") });
});
