/** Security headers by kind of answer (OWASP Secure Headers). Deny by default. */
import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { toBase64 } from "#shared/encoding/base64.ts";
import { utf8 } from "#shared/encoding/utf8.ts";
import { HSTS_SECONDS } from "#shared/limits/requests.ts";
import { sha256OfBytes } from "#worker/http/digests.ts";

/** Sources of the inline elements that every document has, as `'sha256-…'`. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly style: string;
}

/**
 * A document's policy: allows the site's own scripts, and the build's inline elements by their hashes, so that a document
 * has the same bytes for everybody. A nonce is for the scripts by which React inserts late parts. Created with the document,
 * not by Hono's middleware, because it is cached with it.
 */
export function contentSecurityPolicy(
  { scripts, style }: InlineHashes,
  { nonce, hasTurnstile }: PolicyOptions = {},
): string {
  const inline = nonce === undefined ? scripts : [...scripts, `'nonce-${nonce}'`];
  const sources = hasTurnstile ? [...inline, TURNSTILE] : inline;
  const rest = hasTurnstile ? `frame-src ${TURNSTILE}; ${REST}` : `${REST}; ${TRUSTED_TYPES}`;
  return `default-src 'self'; script-src 'self' ${sources.join(" ")}; style-src 'self' ${style}; ${rest}`;
}

interface PolicyOptions {
  readonly nonce?: string | undefined;
  /** Its script writes elements without trusted types, so these are not required with it. */
  readonly hasTurnstile?: boolean;
}

/** https://developers.cloudflare.com/turnstile/reference/content-security-policy/ */
const TURNSTILE = "https://challenges.cloudflare.com";

/** 128 random bits in base64; each belongs to one response. */
export function createNonce(): string {
  return toBase64(crypto.getRandomValues(new Uint8Array(16)));
}

/** Source expression for an inline element with this text (CSP level 3, section 2.3.1). */
export async function inlineHash(text: string): Promise<string> {
  return `'sha256-${toBase64(await sha256OfBytes(utf8(text)))}'`;
}

const REST = [
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const TRUSTED_TYPES = "require-trusted-types-for 'script'; trusted-types app";

export interface SecurityHeadersOptions {
  /** True if every host below the site's own serves HTTPS as well. */
  readonly hstsIncludesSubdomains: boolean;
  /** True if browsers may preload that rule; only together with the one above. */
  readonly hstsPreload: boolean;
}

/** Keeps headers that a handler has set: pages have a Content-Security-Policy of their own; any other answer may load nothing. */
export function securityHeaders({
  hstsIncludesSubdomains,
  hstsPreload,
}: SecurityHeadersOptions): MiddlewareHandler {
  const below = `${hstsIncludesSubdomains ? "; includeSubDomains" : ""}${hstsPreload ? "; preload" : ""}`;
  const hsts = `max-age=${HSTS_SECONDS}${below}`;
  const overHttps = secureHeaders({ ...EVERYWHERE, strictTransportSecurity: hsts });
  // RFC 6797 section 7.2.
  const overHttp = secureHeaders({ ...EVERYWHERE, strictTransportSecurity: false });
  return (c, next) => (c.req.url.startsWith("https:") ? overHttps : overHttp)(c, next);
}

const EVERYWHERE = {
  overwrite: false,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  referrerPolicy: "strict-origin-when-cross-origin",
  permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [], usb: [] },
  // The policy above covers these, browsers do it by default, or no longer support it.
  xFrameOptions: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
  originAgentCluster: false,
} satisfies Parameters<typeof secureHeaders>[0];
