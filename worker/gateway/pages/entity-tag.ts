/** Weak entity tags that name a page's content and build, never its nonce (RFC 9110 section 8.8.3). */

/** Everything that a rendering depends on goes in; the same input gives the same tag in every isolate. */
export async function entityTag(...content: readonly unknown[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(content));
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  const hex = Array.from(new Uint8Array(digest, 0, 12), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  return `W/"${hex}"`;
}

/** RFC 9110 section 13.1.2: weak comparison against each member, or `*`. */
export function isNotModified(ifNoneMatch: string | undefined, tag: string): boolean {
  if (!ifNoneMatch) return false;
  const opaque = tag.replace(/^W\//, "");
  return ifNoneMatch.split(",").some((member) => {
    const candidate = member.trim();
    return candidate === "*" || candidate.replace(/^W\//, "") === opaque;
  });
}
