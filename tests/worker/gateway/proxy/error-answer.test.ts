import { describe, expect, it } from "vitest";
import { answer, json, testProxy, unending } from "./scripted-upstream.ts";

const PAGE = "<!doctype html><title>Page not found</title><pre>SECRET_KEY = 'x'</pre>";
const HTML = { "Content-Type": "text/html; charset=utf-8" };

const JSON_TYPE = { "Content-Type": "application/json" };

describe("errors that are not JSON", () => {
  it.each([
    [400, "bad_request"],
    [401, "not_authenticated"],
    [403, "permission_denied"],
    [404, "not_found"],
    [405, "method_not_allowed"],
    [406, "not_acceptable"],
    [409, "conflict"],
    [413, "payload_too_large"],
    [415, "unsupported_media_type"],
    [418, "bad_request"],
    [429, "throttled"],
    [500, "upstream_error"],
    [501, "upstream_error"],
    [503, "upstream_error"],
  ])("with status %i become JSON with code %s and the same status", async (status, code) => {
    const proxy = testProxy([
      answer(status, PAGE, { ...HTML, ETag: '"page"', "Content-Length": String(PAGE.length) }),
    ]);
    const response = await proxy.send("/api/signals/", json({}));
    expect([response.status, response.headers.get("Content-Type")]).toEqual([status, "application/json"]);
    expect([response.headers.get("ETag"), response.headers.get("Cache-Control")]).toEqual([null, "no-store"]);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({ code, detail: expect.stringMatching(/\.$/) });
    expect(text).not.toContain("SECRET_KEY");
  });

  it.each([
    ["an empty body without a type", null, {}],
    ["an empty body that claims to be JSON", "", { ...JSON_TYPE, "Content-Length": "0" }],
    ["an empty stream that claims to be JSON", new Response("").body, JSON_TYPE],
    ["plain text", "upstream connect error", { "Content-Type": "text/plain" }],
    ["no type at all", new TextEncoder().encode("{}"), { "Content-Type": "" }],
  ])("include %s", async (_name, body, headers) => {
    const proxy = testProxy([answer(404, body, headers)]);
    const response = await proxy.send("/api/signals/9/");
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ detail: "Not found.", code: "not_found" });
  });

  it("keep Retry-After and WWW-Authenticate", async () => {
    const fields = { ...HTML, "Retry-After": "60", "WWW-Authenticate": "Bearer" };
    const response = await testProxy([answer(429, PAGE, fields)]).send("/api/signals/");
    expect(response.headers.get("Retry-After")).toBe("60");
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
  });

  it("have no body in response to HEAD", async () => {
    const response = await testProxy([answer(404, null, HTML)]).send("/api/signals/", { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([404, ""]);
  });

  it.each([
    [404, "/api/signals/"],
    [400, "/api/auth/refresh/"],
  ])(
    "with status %i in response to %s have their body cancelled, however long it is",
    async (status, path) => {
      const body = unending();
      await testProxy([answer(status, body.stream, HTML)]).send(path, json({ refresh: "r1" }));
      expect(body.isCancelled).toBe(true);
    },
  );
});

describe("errors that are JSON", () => {
  it.each([
    ["field errors", '{"pocketoption_id":["This field is required."]}', "application/json"],
    ["a detail without a code", '{"detail":"No active account found"}', "application/json; charset=utf-8"],
    ["problem details", '{"title":"x"}', "application/problem+json"],
    ["what breaks off", '{"detail":', "application/json"],
  ])("are passed unchanged: %s", async (_name, text, contentType) => {
    const step = answer(400, text, { "Content-Type": contentType });
    const response = await testProxy([step]).send("/api/signals/");
    expect([response.status, response.headers.get("Content-Type")]).toEqual([400, contentType]);
    expect(await response.text()).toBe(text);
  });

  it("are recognised by their type alone in response to HEAD, and passed unchanged", async () => {
    const step = answer(404, null, { "Content-Type": "application/problem+json" });
    const response = await testProxy([step]).send("/api/signals/9/", { method: "HEAD" });
    expect(response.status).toBe(404);
    expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  });
});

it("a JSON error is passed while it is still being sent", async () => {
  const response = await testProxy([answer(400, unending('{"a":').stream)]).send("/api/signals/");
  const first = await response.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe('{"a":');
});

it("an empty success remains empty", async () => {
  expect(await (await testProxy([answer(200, "")]).send("/api/signals/")).text()).toBe("");
});
