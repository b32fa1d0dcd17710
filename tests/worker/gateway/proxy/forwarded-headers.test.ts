import { describe, expect, it } from "vitest";
import { forwardedHeaders } from "#worker/gateway/proxy/forwarded-headers.ts";
import { siteAddress } from "#worker/gateway/site-address.ts";
import { SITE } from "./scripted-upstream.ts";

const REFUSED = `
  Connection Keep-Alive Proxy-Authenticate Proxy-Authorization Proxy-Connection TE Trailer
  Transfer-Encoding Upgrade HTTP2-Settings Cookie Cookie2 Host Content-Length Expect Accept-Encoding
  Via X-Real-IP X-Client-IP X-Cluster-Client-IP True-Client-IP Fastly-Client-IP CDN-Loop
  X-Correlation-Id Remote-User X-Remote-User X-Original-URL X-Original-Host X-Rewrite-URL X-Host
  X-HTTP-Method X-HTTP-Method-Override X-Method-Override CF-Ray CF-Visitor CF-IPCountry CF-Worker
  CF-Connecting-IP X-Forwarded-Port X-Forwarded-User X-SSL-Client-Cert X_Forwarded_For X_Remote_User
  Remote_User Sec-WebSocket-Key
  Forwarded-For X-Forwarded X-Original-Forwarded-For X-Originating-IP X-Remote-IP X-Remote-Addr Client-IP
  Fly-Client-IP X-Azure-ClientIP WL-Proxy-Client-IP X-Real-Port X-Envoy-External-Address
  X-Scheme X-Url-Scheme Front-End-Https X-Script-Name X-Envoy-Original-Path Proxy
  Remote-Groups X-Auth-Request-User X-Auth-Username X-Webauth-User X-Authenticated-User X-Authentik-Username
  X-Amzn-Oidc-Data X-Goog-Authenticated-User-Email X-Goog-IAP-JWT-Assertion X-MS-Client-Principal-Name
  Client-Cert Client-Cert-Chain SSL-Client-Verify X-Client-Cert X-Client-Verify X-ARR-ClientCert
  X-Amzn-Mtls-Clientcert X-Gateway-Secret X_Gateway_Secret
`
  .trim()
  .split(/\s+/);

const KEPT = `
  Authorization Accept Accept-Language Content-Type If-None-Match Range Idempotency-Key Webhook-Id User-Agent Origin
  Traceparent X-Requested-With X-Api-Key X-Auth-Token X-Client-Version X-Tenant
`
  .trim()
  .split(/\s+/);

const FRESH = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-request-id"];

function forwarded(client: HeadersInit, publicUrl = `${SITE}/api/signals/`): Headers {
  const site = siteAddress(publicUrl) ?? expect.fail("no site");
  return forwardedHeaders(new Headers(client), { requestId: "request-1", site });
}

describe("headers forwarded from a client", () => {
  it.each(REFUSED)("do not include %s", (name) => {
    expect(forwarded({ [name]: "spoofed" }).get(name)).toBeNull();
  });

  it.each(KEPT)("include %s", (name) => {
    expect(forwarded({ [name]: "as sent" }).get(name)).toBe("as sent");
  });

  it("do not include those that Connection names", () => {
    const headers = forwarded({
      Connection: "close, X-Hop , x-other",
      "X-Hop": "1",
      "X-Other": "2",
      "X-Stays": "3",
    });
    expect([headers.get("X-Hop"), headers.get("X-Other"), headers.get("X-Stays")]).toEqual([null, null, "3"]);
  });
});

describe("headers that the gateway sets", () => {
  it("have its own scheme, host, address and request id, whatever the client claims", () => {
    const headers = forwarded({
      "CF-Connecting-IP": "203.0.113.7",
      Forwarded: "for=10.0.0.1",
      "X-Forwarded-For": "10.0.0.1",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "http",
      "X-Request-Id": "forged",
      Connection: "X-Forwarded-For, X-Request-Id",
    });
    expect(Object.fromEntries(FRESH.map((name) => [name, headers.get(name)]))).toEqual({
      forwarded: 'for=203.0.113.7;host="site.example";proto=https',
      "x-forwarded-for": "203.0.113.7",
      "x-forwarded-host": "site.example",
      "x-forwarded-proto": "https",
      "x-request-id": "request-1",
    });
  });

  it("quote IPv6 addresses and ports as RFC 7239 requires", () => {
    const headers = forwarded({ "CF-Connecting-IP": "2001:db8::1" }, "http://127.0.0.1:8787/api/");
    expect(headers.get("Forwarded")).toBe('for="[2001:db8::1]";host="127.0.0.1:8787";proto=http');
  });

  it.each([
    ["there is none", {}],
    ["it is none", { "CF-Connecting-IP": '1.2.3.4";host=evil.example' }],
  ])("say that the address is unknown if %s", (_name, client: HeadersInit) => {
    const headers = forwarded(client);
    expect(headers.get("Forwarded")).toBe('for=unknown;host="site.example";proto=https');
    expect(headers.get("X-Forwarded-For")).toBeNull();
  });
});
