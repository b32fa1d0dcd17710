/** Security headers by kind of answer (design section 4; OWASP Secure Headers). Deny by default. */
import type { Context } from "hono";
import type { GatewayEnv } from "./context.ts";

/** Scripts by nonce only; nothing from another origin; no inline style or script without the nonce. */
export function contentSecurityPolicy(nonce: string): string {
  return `default-src 'self'; script-src 'nonce-${nonce}' 'strict-dynamic'; style-src 'nonce-${nonce}'; ${REST}`;
}

const REST = [
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types app",
].join("; ");

const EVERYWHERE: readonly (readonly [string, string])[] = [
  ["X-Content-Type-Options", "nosniff"],
  ["Referrer-Policy", "strict-origin-when-cross-origin"],
  ["Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"],
  ["Cross-Origin-Resource-Policy", "same-origin"],
  // Anyone may sign in on any page: a site that opened the window keeps no hold on it.
  ["Cross-Origin-Opener-Policy", "same-origin"],
];

/** Two years. */
const HSTS = "max-age=63072000";

export interface SecurityHeadersOptions {
  /** True where every host below the site's own serves HTTPS as well. */
  readonly hstsIncludesSubdomains: boolean;
}

/** Pages set their own Content-Security-Policy; whatever else answers may load nothing. */
export function setSecurityHeaders(
  c: Context<GatewayEnv>,
  { hstsIncludesSubdomains }: SecurityHeadersOptions,
): void {
  const { status, headers } = c.res;
  for (const [name, value] of EVERYWHERE) headers.set(name, value);
  // Never over plain HTTP (RFC 6797 section 7.2).
  if (c.req.url.startsWith("https:")) {
    headers.set("Strict-Transport-Security", hstsIncludesSubdomains ? `${HSTS}; includeSubDomains` : HSTS);
  }
  // A 304 must not replace the policy that belongs to the stored document's nonce.
  if (status !== 304 && !headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
}
