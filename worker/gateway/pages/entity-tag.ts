/**
 * Weak entity tags of a page's content and build (RFC 9110 section 8.8.3).
 *
 * Not by hono/etag: to make a tag, it reads every answer without one to its end, which holds back a page that is streamed
 * while its data arrives.
 */

import { cancelBody } from "#worker/http/cancel-body.ts";
import type { Context } from "hono";

/** Must be given everything that a rendering depends on; the same input gives the same tag in every isolate. */
export function entityTag(...content: readonly unknown[]): string {
  return `W/"${contentHash(...content)}"`;
}

/** 24 hexadecimal digits; the same for the same content in every isolate. */
export function contentHash(...content: readonly unknown[]): string {
  const text = JSON.stringify(content);
  return [0x811c9dc5, 0x9747b28c, 0x3c6ef372].map((seed) => hash32(text, seed)).join("");
}

/**
 * MurmurHash3's mixing over UTF-16 units. A tag is compared only with tags of the same address, so it has to distinguish
 * versions of one page, not to withstand an adversary; a cryptographic digest took longer than all routing.
 */
function hash32(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index += 1) {
    const unit = Math.imul(text.charCodeAt(index), 0xcc9e2d51);
    hash ^= Math.imul((unit << 15) | (unit >>> 17), 0x1b873593);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(8, "0");
}

/** The answer, or 304 instead if the reader has the version of its `ETag`. */
export function conditional(c: Context, response: Response): Response {
  const tag = response.headers.get("ETag");
  if (tag === null || !isNotModified(c.req.header("If-None-Match"), tag)) return response;
  cancelBody(response);
  return new Response(null, { status: 304, headers: response.headers });
}

/** RFC 9110 section 13.1.2: weak comparison against each member, or `*`. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  if (ifNoneMatch === tag) return true;
  const opaque = tag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((member) => {
    const candidate = member.trim();
    return candidate === "*" || candidate.replace(/^W\//, "") === opaque;
  });
}

/** Tells caches what they may store: the version with this tag, or nothing. */
export function nameVersion(headers: Headers, tag: string | null): void {
  headers.set("Cache-Control", tag === null ? "no-store" : "public, max-age=0, must-revalidate");
  if (tag === null) headers.delete("ETag");
  else headers.set("ETag", tag);
}
