/** Reads the header fields that describe a body. */

/** `type/subtype` in lower case, empty if the field is absent. */
export function mediaType(contentType: string | null): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** `application/json` and every `application/…+json` (RFC 6839 section 3.1). */
export function isJson(contentType: string | null): boolean {
  return /^application\/(?:[^/]+\+)?json$/.test(mediaType(contentType));
}

/** JSON in UTF-8 without content coding, which every reader interprets alike. */
export function isUtf8Json(headers: Headers): boolean {
  const contentType = headers.get("Content-Type") ?? "";
  // The usual form of nearly every client.
  if (contentType === "application/json" && !headers.has("Content-Encoding")) return true;
  const charsets = [...contentType.matchAll(/;\s*charset\s*=\s*"?([^";\s]+)/gi)];
  const coding = headers.get("Content-Encoding") ?? "identity";
  return (
    mediaType(contentType) === "application/json" &&
    charsets.every(([, charset = ""]) => /^utf-?8$/i.test(charset)) &&
    /^identity$/i.test(coding.trim())
  );
}
