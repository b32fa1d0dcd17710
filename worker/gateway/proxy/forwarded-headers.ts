/**
 * Which request headers go upstream. The upstream trusts the gateway: whatever it might read as said
 * by the gateway (addresses, hosts, user names, other paths) is dropped when a client sends it, and set fresh.
 */
import type { SiteAddress } from "#worker/gateway/site-address.ts";
import { REQUEST_ID_HEADER } from "#worker/http/request-id.ts";

/** By which an operator's own backend knows the gateway; set where the connection is made. */
export const GATEWAY_SECRET_HEADER = "x-gateway-secret";

const DROPPED = new Set([
  // The member's cookies belong to the site: see backend-cookies.ts.
  "cookie",
  "cookie2",
  // Set by whoever makes the connection: fetch itself.
  "host",
  "content-length",
  "expect",
  "accept-encoding",
  // Say who asks and by which way; spoofed, they defeat rate limits and address checks.
  "via",
  "client-ip",
  "x-client-ip",
  "x-cluster-client-ip",
  "x-originating-ip",
  "true-client-ip",
  "fastly-client-ip",
  "cdn-loop",
  "x-request-id",
  "x-correlation-id",
  // Taken for the scheme of the visitor's request.
  "front-end-https",
  "x-scheme",
  "x-url-scheme",
  // Make some servers take another path, host or method than the one checked here.
  "x-script-name",
  "x-rewrite-url",
  "x-host",
  "x-http-method",
  "x-http-method-override",
  "x-method-override",
  // CGI programs and their libraries read it as `HTTP_PROXY`, the proxy to use (CVE-2016-5385).
  "proxy",
  GATEWAY_SECRET_HEADER,
]);

/**
 * Families of names; `x-auth-` and `x-client-` as a whole would take operators' own with them, such as `X-Auth-Token`. One
 * expression, since every field of every call is held against it.
 */
const DROPPED_FAMILY = new RegExp(
  `^(?:${[
    "sec-websocket-",
    // Addresses, hosts and schemes, as proxies and networks before a server name them.
    "forwarded",
    "x-forwarded",
    "x-original-",
    "x-real-",
    "x-remote-",
    "x-arr-",
    "x-azure-",
    "x-envoy-",
    "cf-",
    "fly-",
    "wl-proxy-",
    // Users that a proxy before the server has signed in.
    "remote-",
    "x-auth-request-",
    "x-auth-user",
    "x-authenticated-",
    "x-authentik-",
    "x-webauth-",
    "x-amzn-oidc-",
    "x-goog-authenticated-user-",
    "x-goog-iap-",
    "x-ms-client-principal",
    // Certificates that a proxy before the server has checked (RFC 9440 section 2.4).
    "client-cert",
    "ssl-",
    "x-amzn-mtls-",
    "x-client-cert",
    "x-client-verify",
    "x-ssl-",
  ].join("|")})`,
);

/** Anything that can stand in an IP address, so that nothing can break out of the `Forwarded` field. */
const ADDRESS = /^[0-9A-Fa-f.:]{2,45}$/;

export interface ForwardedFor {
  readonly requestId: string;
  /** Its scheme and host are told to the upstream. */
  readonly site: SiteAddress;
}

/** Headers of a call to the upstream: the client's own, cleaned, and the gateway's word on who asks. */
export function forwardedHeaders(client: Headers, { requestId, site }: ForwardedFor): Headers {
  const hopByHop = hopByHopNames(client);
  const { host, scheme } = site;
  const address = clientAddress(client);
  // Copied as a whole and cleaned in place: see answer-headers.ts.
  const headers = new Headers(client);
  client.forEach((_value, name) => {
    if (hopByHop.has(name) || !mayGoUpstream(name)) headers.delete(name);
  });
  headers.set("Forwarded", `for=${forwardedNode(address)};host="${host}";proto=${scheme}`);
  headers.set("X-Forwarded-Host", host);
  headers.set("X-Forwarded-Proto", scheme);
  headers.set(REQUEST_ID_HEADER, requestId);
  if (address) headers.set("X-Forwarded-For", address);
  return headers;
}

/** WSGI servers turn `-` into `_`, so that `X_Forwarded_For` would reach Django as `X-Forwarded-For`: no underscores. */
function mayGoUpstream(name: string): boolean {
  return !DROPPED.has(name) && !name.includes("_") && !DROPPED_FAMILY.test(name);
}

/** What Cloudflare saw at its edge; null where the gateway runs without Cloudflare in front or the field is no address. */
function clientAddress(client: Headers): string | null {
  const address = client.get("CF-Connecting-IP");
  return address !== null && ADDRESS.test(address) ? address : null;
}

/** RFC 7239 section 6: IPv6 in brackets and quotes; `unknown` where there is no address. */
function forwardedNode(address: string | null): string {
  if (address === null) return "unknown";
  return address.includes(":") ? `"[${address}]"` : address;
}

/** They speak about one connection only and end at every proxy (RFC 9110 section 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  "connection",
  "close",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "http2-settings",
]);

/** Names, in lower case, of the fields in `headers` that must not be passed on: the fixed ones and those `Connection` lists. */
export function hopByHopNames(headers: Headers): ReadonlySet<string> {
  const connection = headers.get("Connection");
  if (!connection) return HOP_BY_HOP;
  const listed = connection.split(",").map((name) => name.trim().toLowerCase());
  // Nearly every connection says `keep-alive` or `close` and lists nothing more.
  return listed.every((name) => HOP_BY_HOP.has(name)) ? HOP_BY_HOP : new Set([...HOP_BY_HOP, ...listed]);
}
