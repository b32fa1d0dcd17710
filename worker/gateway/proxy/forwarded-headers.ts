/**
 * Which request headers go upstream. The upstream trusts the gateway: whatever it might take for a statement of the gateway
 * (addresses, hosts, user names, other paths) is dropped if a client sends it, and set by the gateway.
 */
import type { SiteAddress } from "#worker/gateway/site-address.ts";
import { REQUEST_ID_HEADER } from "#worker/http/own-headers.ts";

/** Authenticates the gateway to an operator's own backend; set where the connection is made. */
export const GATEWAY_SECRET_HEADER = "x-gateway-secret";

const DROPPED = new Set([
  // The member's cookies belong to the site: see backend-cookies.ts.
  "cookie",
  "cookie2",
  // Set by fetch itself.
  "host",
  "content-length",
  "expect",
  "accept-encoding",
  // State who asks and by which route; spoofed, they defeat rate limits and address checks.
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
  // Read as the scheme of the visitor's request.
  "front-end-https",
  "x-scheme",
  "x-url-scheme",
  // Make some servers use another path, host or method than the one checked here.
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
 * Prefixes of names; `x-auth-` and `x-client-` as a whole would include operators' own headers, such as `X-Auth-Token`. One
 * expression, since every field of every call is tested against it.
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
    // Users authenticated by a proxy before the server.
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
    // Certificates verified by a proxy before the server (RFC 9440 section 2.4).
    "client-cert",
    "ssl-",
    "x-amzn-mtls-",
    "x-client-cert",
    "x-client-verify",
    "x-ssl-",
  ].join("|")})`,
);

/** The characters of IP addresses, so that nothing can break out of the `Forwarded` field. */
const ADDRESS = /^[0-9A-Fa-f.:]{2,45}$/;

export interface ForwardedFor {
  readonly requestId: string;
  /** Its scheme and host are passed to the upstream. */
  readonly site: SiteAddress;
}

/** Headers of a call to the upstream: the client's own, cleaned, and the gateway's statements about the client. */
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

/**
 * The address that Cloudflare saw at its edge; null if the gateway runs without Cloudflare in front or the field is no
 * address.
 */
function clientAddress(client: Headers): string | null {
  const address = client.get("CF-Connecting-IP");
  return address !== null && ADDRESS.test(address) ? address : null;
}

/** RFC 7239 section 6: IPv6 in brackets and quotes; `unknown` if there is no address. */
function forwardedNode(address: string | null): string {
  if (address === null) return "unknown";
  return address.includes(":") ? `"[${address}]"` : address;
}

/** They describe one connection only and end at every proxy (RFC 9110 section 7.6.1). */
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

/**
 * Names, in lower case, of the fields in `headers` that must not be passed on: the fixed ones and those that `Connection`
 * lists.
 */
export function hopByHopNames(headers: Headers): ReadonlySet<string> {
  const connection = headers.get("Connection");
  if (!connection) return HOP_BY_HOP;
  const listed = connection.split(",").map((name) => name.trim().toLowerCase());
  // Nearly every connection sends `keep-alive` or `close` and lists nothing more.
  return listed.every((name) => HOP_BY_HOP.has(name)) ? HOP_BY_HOP : new Set([...HOP_BY_HOP, ...listed]);
}
