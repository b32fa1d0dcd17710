import { describe, expect, it } from "vitest";
import { isBelowApi, parseApiAddress, upstreamUrl } from "#worker/gateway/proxy/upstream-path.ts";
import { answer, SITE, testProxy } from "./scripted-upstream.ts";

const ACCEPTED: readonly (readonly [string, string, string])[] = [
  ["the root of the API", "/api/", ""],
  ["a plain path", "/api/signals/", ""],
  ["a path without its slash", "/api/signals/42", ""],
  ["dots within a segment", "/api/files/a..b.c/...x/.hidden/", ""],
  ["encoded UTF-8", "/api/traders/caf%C3%A9/", ""],
  ["every unreserved and harmless character", "/api/a-b_c~d!e$f&g'h(i)j*k+l,m=n:o@p/", ""],
  ["a query with what looks like a path", "/api/signals/", "?next=/../%2e%2e/&a=%0d%0a&b=%zz&c=;d?e/"],
  ["an empty query", "/api/signals/", "?"],
];

const REFUSED: readonly (readonly [string, string])[] = [
  ["nothing below /api", "/api"],
  ["another path", "/admin/"],
  ["another path that begins alike", "/apifoo/x"],
  ["another case", "/API/signals/"],
  ["an encoded letter in api", "/%61pi/signals/"],
  ["a dot segment", "/api/../admin/"],
  ["a dot segment at the end", "/api/signals/.."],
  ["a single dot", "/api/./signals/"],
  ["encoded dots", "/api/%2e%2e/admin/"],
  ["half encoded dots", "/api/.%2E/admin/"],
  ["an encoded single dot", "/api/%2e/signals/"],
  ["an encoded slash", "/api/..%2fadmin/"],
  ["an encoded slash in capitals", "/api/a%2Fb/"],
  ["a double slash", "/api//admin/"],
  ["a double slash before", "//api/signals/"],
  ["a backslash", "/api/..\\admin/"],
  ["an encoded backslash", "/api/..%5cadmin/"],
  ["double encoding", "/api/%252e%252e/admin/"],
  ["matrix parameters", "/api/..;/admin/"],
  ["matrix parameters on a plain segment", "/api/signals;jsessionid=1/"],
  ["encoded matrix parameters", "/api/..%3b/admin/"],
  ["an encoded null", "/api/signals%00/"],
  ["a raw null", "/api/signals\u0000/"],
  ["encoded CRLF", "/api/signals%0d%0aX-Injected:%201/"],
  ["raw CRLF", "/api/signals\r\nX-Injected: 1/"],
  ["a raw tab, which URL parsers drop", "/api/.\t./admin/"],
  ["an encoded question mark", "/api/signals%3fa=b/"],
  ["an encoded hash", "/api/signals%23a/"],
  ["overlong UTF-8 dots", "/api/%c0%ae%c0%ae/admin/"],
  ["an overlong UTF-8 slash", "/api/..%c0%afadmin/"],
  ["invalid UTF-8", "/api/%ff%fe/"],
  ["an encoded surrogate", "/api/%ed%a0%80/"],
  ["a broken escape", "/api/%2/"],
  ["an escape of no digits", "/api/%zz/"],
  ["IIS escapes", "/api/%u002e%u002e/"],
  ["full-width dots", "/api/%ef%bc%8e%ef%bc%8e/admin/"],
  ["a full-width slash", "/api/..%ef%bc%8fadmin/"],
  ["a two-dot leader", "/api/%e2%80%a5/admin/"],
  ["a space", "/api/signals /"],
  ["raw Unicode", "/api/café/"],
  ["a fragment", "/api/signals/#/../../admin"],
  ["a raw newline in the query", "/api/signals/?a\nb"],
];

describe("addresses that are forwarded", () => {
  it.each(ACCEPTED)("keep %s byte for byte", (_name, path, query) => {
    expect(parseApiAddress(SITE + path + query)).toEqual({ path, query });
  });

  it.each(["login", "refresh", "me"])("end with a slash for /api/auth/%s, as Django requires", (endpoint) => {
    expect(parseApiAddress(`${SITE}/api/auth/${endpoint}?a=b`)).toEqual({
      path: `/api/auth/${endpoint}/`,
      query: "?a=b",
    });
  });

  it("keep their query on the way to the upstream", async () => {
    const proxy = testProxy([answer(200)]);
    await proxy.send("/api/signals/?b=2&a=%2F%0d%0a&&a=+%20;x?y/../z");
    expect(proxy.calls[0]?.request.url).toBe(
      "https://backend.example/api/signals/?b=2&a=%2F%0d%0a&&a=+%20;x?y/../z",
    );
  });
});

describe("addresses that are refused", () => {
  it.each(REFUSED)("include %s", (_name, path) => {
    expect(parseApiAddress(SITE + path)).toBeNull();
  });

  it.each([
    ["user information", "https://user:secret@site.example/api/signals/"],
    ["a host made of user information", "https://site.example@evil.example/api/signals/"],
    ["another scheme", "ftp://site.example/api/signals/"],
    ["no scheme", "/api/signals/"],
    ["a backslash for the host", "https://site.example\\@evil.example/api/signals/"],
  ])("include one with %s", (_name, url) => {
    expect(parseApiAddress(url)).toBeNull();
  });

  it.each(["/api/../admin/", "/api/%2e%2e/admin/", "//evil.example/api/", "/api/a;b/"])(
    "include %s, which gets a 400 bad_path without a call to the upstream",
    async (path) => {
      const proxy = testProxy([answer(200)]);
      const response = await proxy.sendRaw(SITE + path);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ detail: "This path cannot be forwarded.", code: "bad_path" });
      expect(proxy.calls).toEqual([]);
    },
  );
});

describe("the second check of an address", () => {
  it("throws if the address leaves /api/", () => {
    expect(() => upstreamUrl("https://backend.example/v1", { path: "/api/../x", query: "" })).toThrow(
      "outside of /api/",
    );
  });

  it.each([
    ["https://backend.example/v1/api/x", true],
    ["https://backend.example/api/x", false],
    ["https://backend.example/v1/apix", false],
    ["https://backend.example:8443/v1/api/x", false],
    ["http://backend.example/v1/api/x", false],
    ["https://user@backend.example/v1/api/x", false],
  ])("says whether %s is below the base: %s", (url, expected) => {
    expect(isBelowApi(new URL(url), "https://backend.example/v1")).toBe(expected);
  });
});
