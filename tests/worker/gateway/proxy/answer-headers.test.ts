import { describe, expect, it } from "vitest";
import { answerHeadersWithoutBody, withAnswerHeaders } from "#worker/gateway/proxy/answer-headers.ts";
import { answer, testProxy } from "./scripted-upstream.ts";
import { HEADER_BOUNDS } from "#shared/limits/requests.ts";

const KEPT = `
  Accept-Ranges Allow Content-Disposition Content-Language Content-Length Content-Range Content-Type Date Deprecation ETag
  Last-Modified RateLimit RateLimit-Limit RateLimit-Policy RateLimit-Remaining RateLimit-Reset Retry-After Sunset Vary
  X-RateLimit-Limit X-RateLimit-Remaining X-RateLimit-Reset X-Should-Retry X-Total-Count
`
  .trim()
  .split(/\s+/);

/** Of each kind one: cookies, what acts for the origin, other origins, caches, the upstream's address, a hop, an unknown field. */
const DROPPED = `
  Set-Cookie Use-As-Dictionary Speculation-Rules Origin-Trial Accept-CH Sec-Session-Registration Clear-Site-Data Refresh
  Service-Worker-Allowed Access-Control-Allow-Origin Expires Location Server Connection X-D1-Bookmark X-Anything
`
  .trim()
  .split(/\s+/);

function answerHeaders(headers: Headers): Headers {
  return withAnswerHeaders(new Response(null, { headers }), null).headers;
}

describe("headers of an upstream response", () => {
  it("include those on the list, and no others but the gateway's own", () => {
    const sent = Object.fromEntries([...KEPT, ...DROPPED].map((name) => [name, "upstream"]));
    const own = ["Cache-Control", "Content-Security-Policy"];
    expect([...answerHeaders(new Headers(sent)).keys()].toSorted()).toEqual(
      [...KEPT, ...own].map((name) => name.toLowerCase()).toSorted(),
    );
  });

  it.each([
    "Bearer",
    'Bearer realm="api"',
    'bearer realm="api", error=invalid_token , error_description="Basic, or expired"',
  ])("include the challenge %s", (challenge) => {
    expect(answerHeaders(new Headers({ "WWW-Authenticate": challenge })).get("WWW-Authenticate")).toBe(
      challenge,
    );
  });

  it.each([
    'Basic realm="staging"',
    "Bearer, Basic",
    "Bearer Negotiate a2V5",
    "Negotiate",
    'Bearer realm="api", Basic realm="staging"',
    'Bearer realm="api", Negotiate',
    'Basic realm="staging", Bearer realm="api"',
    "Bearers",
  ])("do not include the challenge %s", (challenge) => {
    expect(answerHeaders(new Headers({ "WWW-Authenticate": challenge })).get("WWW-Authenticate")).toBeNull();
  });

  it("include a Link to the next part of an export", () => {
    const link = '<?trader=a-b&asset=EUR%2FUSD&after=35000>; rel="next"';
    expect(answerHeaders(new Headers({ Link: link })).get("Link")).toBe(link);
  });

  it.each([
    '</api/ledger/export.ndjson?after=1>; rel="next"',
    '<https://other.test/?after=1>; rel="next"',
    '<//other.test/?after=1>; rel="next"',
    "<?after=1>; rel=next",
    '<?after=1>; rel="next"; as="script"',
    '<?after=1>; rel="preload"',
    '<?after=1>; rel="next preload"',
    '<?after=1>; rel="next", </a.js>; rel="preload"; as="script"',
    '</a.js>; rel="preload", <?after=1>; rel="next"',
    '<?after=1#x>; rel="next"',
  ])("do not include the link %s", (link) => {
    expect(answerHeaders(new Headers({ Link: link })).get("Link")).toBeNull();
  });

  it("do not include those that Connection names", () => {
    expect(answerHeaders(new Headers({ Connection: "ETag", ETag: '"1"' })).get("ETag")).toBeNull();
  });

  it("forbid caching and running scripts, and leave X-Content-Type-Options to the gateway", () => {
    const headers = answerHeaders(
      new Headers({
        "Cache-Control": "public, max-age=60",
        "X-Content-Type-Options": "off",
        "Content-Security-Policy": "default-src *",
      }),
    );
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(headers.get("X-Content-Type-Options")).toBeNull();
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
  });

  it.each(["gzip", "br"])("have no length and encoding of a body decoded from %s", (coding) => {
    const headers = answerHeaders(new Headers({ "Content-Encoding": coding, "Content-Length": "10" }));
    expect([headers.get("Content-Encoding"), headers.get("Content-Length")]).toEqual([null, null]);
  });

  it("name an encoding that the platform has not decoded", () => {
    expect(answerHeaders(new Headers({ "Content-Encoding": "BR" })).get("Content-Encoding")).toBe("BR");
  });

  it.each(["GZIP", "Gzip", "x-gzip"])("and its body are those of an unpacked body for %s", async (coding) => {
    const body = new Response('{"a":1}').body?.pipeThrough(new CompressionStream("gzip")) ?? null;
    const proxy = testProxy([answer(200, body, { "Content-Encoding": coding, "Content-Length": "27" })]);
    const response = await proxy.send("/api/signals/");
    for (const name of ["Content-Encoding", "Content-Length"]) expect(response.headers.has(name)).toBe(false);
    expect(await response.json()).toEqual({ a: 1 });
  });

  it("describe no body if the gateway writes its own", () => {
    const ofBody = KEPT.filter((name) => /^Content-|^ETag$|^Last-Modified$/.test(name));
    const sent = [...ofBody, "Content-Encoding", "Retry-After"].map((name): [string, string] => [name, "x"]);
    const headers = answerHeadersWithoutBody(new Headers(sent));
    const kept = ["cache-control", "content-security-policy", "retry-after"];
    expect([...headers.keys()].toSorted()).toEqual(kept);
  });
});

describe("upstream headers", () => {
  const many = Object.fromEntries(
    Array.from({ length: HEADER_BOUNDS.maxFields + 1 }, (_, index) => [`X-${index}`, "1"]),
  );

  it.each([
    ["200 KB in one field", { "X-Trace": "a".repeat(200_000) }],
    ["what is dropped anyway", { Link: "a".repeat(HEADER_BOUNDS.maxCharacters) }],
    ["too many fields", many],
  ])("above the limits are a 502 upstream_invalid_answer: %s", async (_name, headers) => {
    const proxy = testProxy([answer(200, "{}", headers)]);
    const response = await proxy.send("/api/signals/");
    expect([response.status, proxy.calls.length]).toEqual([502, 1]);
    expect(await response.json()).toMatchObject({ code: "upstream_invalid_answer" });
    expect([...response.headers].join("").length).toBeLessThan(1_000);
    expect(proxy.logs).toMatchObject([{ event: "upstream_invalid_answer", reason: "headers too large" }]);
  });

  it("up to the limits are accepted", async () => {
    const taken = "content-typeapplication/json".length + "x-trace".length;
    const headers = { "X-Trace": "a".repeat(HEADER_BOUNDS.maxCharacters - taken) };
    expect((await testProxy([answer(200, "{}", headers)]).send("/api/signals/")).status).toBe(200);
  });
});

describe("an OPTIONS response", () => {
  it("has the upstream's Allow header, but no body", async () => {
    const metadata = '{"name":"Current User","description":"Internal notes"}';
    const proxy = testProxy([answer(200, metadata, { Allow: "GET, HEAD, OPTIONS" })]);
    const response = await proxy.send("/api/auth/me/", { method: "OPTIONS" });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(response.headers.get("Allow")).toBe("GET, HEAD, OPTIONS");
  });

  it.each([404, 405])("has the Allow header of a %i as well", async (status) => {
    const proxy = testProxy([answer(status, "<h1>", { "Content-Type": "text/html", Allow: "GET" })]);
    const response = await proxy.send("/api/auth/me/", { method: "OPTIONS" });
    expect([response.status, response.headers.get("Allow")]).toEqual([status, "GET"]);
  });
});

describe("requests from other origins", () => {
  const foreign = { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" };

  it("get no CORS permission, even if the upstream grants it to everyone", async () => {
    const grant = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Credentials": "true" };
    const proxy = testProxy([answer(200, "{}", grant)]);
    const response = await proxy.send("/api/signals/", { headers: foreign });
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  it("get a preflight response without permission, and the upstream gets no request", async () => {
    const proxy = testProxy([answer(200)]);
    const response = await proxy.send("/api/auth/login/", { method: "OPTIONS", headers: foreign });
    expect([response.status, proxy.calls.length]).toEqual([204, 0]);
    expect([...response.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(response.headers.get("Allow")).toBe("GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS");
    expect(response.headers.get("Cache-Control")).toBe("no-store");
  });
});
