/** What a Content-Type field says, without its parameters. */

/** `type/subtype` in lower case, empty where the field is absent. */
export function mediaType(contentType: string | null): string {
  return (contentType ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** `application/json` and every `application/…+json` (RFC 6839 section 3.1). */
export function isJson(contentType: string | null): boolean {
  return /^application\/(?:[^/]+\+)?json$/.test(mediaType(contentType));
}
