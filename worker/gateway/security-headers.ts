/** Security headers by kind of answer (OWASP Secure Headers). Deny by default. */
import type { Context } from "hono";
import type { GatewayEnv } from "./context.ts";

/** Sources of the inline elements that every document has, as `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly style: string;
}

/**
 * A document's policy: the site's own scripts, and the inline elements of the build by their hashes, so that a document is the
 * same bytes for everybody. A nonce is for the scripts by which React puts late parts in their places.
 */
export function contentSecurityPolicy({ scripts, style }: InlineHashes, nonce?: string): string {
  const inline = nonce === undefined ? scripts : [...scripts, `'nonce-${nonce}'`];
  return `default-src 'self'; script-src 'self' ${inline.join(" ")}; style-src ${style}; ${REST}`;
}

/** 128 random bits in base64; each belongs to one response. */
export function createNonce(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
}

/** Source expression for an inline element with this text (CSP level 3, section 2.3.1). */
export async function inlineHash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`;
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
  const { headers } = c.res;
  for (const [name, value] of EVERYWHERE) headers.set(name, value);
  // Never over plain HTTP (RFC 6797 section 7.2).
  if (c.req.url.startsWith("https:")) {
    headers.set("Strict-Transport-Security", hstsIncludesSubdomains ? `${HSTS}; includeSubDomains` : HSTS);
  }
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
  }
}
