import { describe, expect, it } from "vitest";
import { answer, endOf, json, reset, SITE, testProxy, UPSTREAM, type Step } from "./scripted-upstream.ts";

const REDIRECTS = [302, 308];

function redirect(location: string, status = 302): Step {
  return answer(status, null, { Location: location });
}

describe("redirects of reads", () => {
  it.each(REDIRECTS)(
    "within /api/ are followed by the gateway after a %i, so that the browser does not see the upstream's address",
    async (status) => {
      const proxy = testProxy([redirect("/api/signals/?page=2", status), answer(200, '{"page":2}')]);
      const response = await proxy.send("/api/signals", { headers: { Authorization: "Bearer a1" } });
      expect([response.status, response.headers.get("Location")]).toEqual([200, null]);
      expect(proxy.calls.map(({ request }) => request.redirect)).toEqual(["manual", "manual"]);
      expect(proxy.calls[1]?.request.url).toBe(`${UPSTREAM}/api/signals/?page=2`);
      expect(proxy.calls[1]?.request.headers.get("Authorization")).toBe("Bearer a1");
    },
  );

  it.each([
    ["relative", "../42/", `${UPSTREAM}/v1/api/42/`],
    ["absolute at the upstream", `${UPSTREAM}/v1/api/x/`, `${UPSTREAM}/v1/api/x/`],
    ["to a fragment, which is left out", "/v1/api/x/#top", `${UPSTREAM}/v1/api/x/`],
    // As an upstream that reads X-Forwarded-Host says it.
    ["absolute at the site", `${SITE}/api/x/?a=b`, `${UPSTREAM}/v1/api/x/?a=b`],
  ])("are followed if they are %s", async (_name, location, expected) => {
    const proxy = testProxy([redirect(location), answer(200)], { baseUrl: `${UPSTREAM}/v1` });
    expect((await proxy.send("/api/signals/")).status).toBe(200);
    expect(proxy.calls[1]?.request.url).toBe(expected);
  });

  it("are followed three times, but not a fourth time", async () => {
    const three = testProxy([redirect("/api/1/"), redirect("/api/2/"), redirect("/api/3/"), answer(200)]);
    expect((await three.send("/api/0/")).status).toBe(200);
    const endless = testProxy([redirect("/api/again/")]);
    expect((await endless.send("/api/0/")).status).toBe(502);
    expect(endless.calls.length).toBe(4);
    expect(endless.logs).toMatchObject([{ event: "upstream_invalid_answer", reason: "too many redirects" }]);
  });

  it("are followed again from the start if the target fails", async () => {
    const proxy = testProxy([redirect("/api/b/"), reset, redirect("/api/b/"), answer(200)]);
    expect((await proxy.send("/api/a/")).status).toBe(200);
    const asked = proxy.calls.map((call) => new URL(call.request.url).pathname);
    expect(asked).toEqual(["/api/a/", "/api/b/", "/api/a/", "/api/b/"]);
  });
});

it.each([
  ["another origin", "https://evil.example/api/signals/"],
  ["another origin without scheme", "//evil.example/api/signals/"],
  ["another scheme of the same host", "http://backend.example/api/signals/"],
  ["another port", "https://backend.example:8443/api/signals/"],
  ["user information", "https://user@backend.example/api/signals/"],
  ["the upstream outside of /api/", "/admin/"],
  ["dots out of /api/", "/api/../admin/"],
  ["encoded dots out of /api/", "/api/%2e%2e/admin/"],
  ["an encoded slash", "/api/..%2fadmin/"],
  ["the site outside of /api/", `${SITE}/en/login`],
  ["a script", "javascript:alert(1)"],
  ["what is no address", "https://"],
])("redirects to forbidden addresses become a 502 without a call there: %s", async (_name, location) => {
  const proxy = testProxy([redirect(location)]);
  const response = await proxy.send("/api/signals/");
  expect([response.status, proxy.calls.length, response.headers.get("Location")]).toEqual([502, 1, null]);
  expect(await response.json()).toMatchObject({ code: "upstream_invalid_answer" });
});

describe("redirects of writes", () => {
  it.each(REDIRECTS)(
    "repeat a POST without trailing slash with its body if a %i adds the slash",
    async (status) => {
      const proxy = testProxy([redirect("/api/signals/?a=b", status), answer(201)]);
      const response = await proxy.send("/api/signals?a=b", json({ asset: "EURUSD" }));
      expect(response.status).toBe(201);
      expect(proxy.calls.map(({ request, body }) => [request.method, request.url, body])).toEqual([
        ["POST", `${UPSTREAM}/api/signals?a=b`, '{"asset":"EURUSD"}'],
        ["POST", `${UPSTREAM}/api/signals/?a=b`, '{"asset":"EURUSD"}'],
      ]);
    },
  );

  it.each([
    ["/api/members/joe%40example.org", "/api/members/joe@example.org/"],
    ["/api/members/a%3Ab", "/api/members/a:b/"],
    ["/api/members/a=b", "/api/members/a%3Db/"],
    ["/api/members/caf%c3%a9", "/api/members/caf%C3%A9/"],
  ])("repeat a POST to %s if Django adds the slash and changes only the encoding", async (path, location) => {
    const proxy = testProxy([redirect(location), answer(201)]);
    expect((await proxy.send(path, json({}))).status).toBe(201);
    expect(proxy.calls.map((call) => call.request.url)).toEqual([UPSTREAM + path, UPSTREAM + location]);
  });

  it.each([
    ["/api/members/joe%40example.org", "/api/members/joe%2540example.org/"],
    ["/api/members/Joe", "/api/members/joe/"],
    ["/api/members/caf%C3%A9", "/api/members/cafe%CC%81/"],
    ["/api/signals?a=b", "/api/signals/?a=c"],
    ["/api/signals/", "/api/other/"],
  ])("become a 502 if a POST to %s is led to another path or query: %s", async (path, location) => {
    for (const status of REDIRECTS)
      expect(await endOf([redirect(location, status)], path, json({}))).toEqual([502, 1]);
  });
});

it.each([300, 302, 304])("a 3xx without a target with status %i is passed", async (status) => {
  expect((await testProxy([answer(status, null)]).send("/api/signals/")).status).toBe(status);
});
