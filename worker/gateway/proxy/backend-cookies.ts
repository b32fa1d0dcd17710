/**
 * Cookies between browsers and an operator's own backend: those alone that the operator names (`API_COOKIES`), and under `/api/`
 * alone, so that no page depends on one.
 */

/** Of `Cookie` as browsers send it, what the backend gets; null where that is nothing. */
export function cookiesForBackend(cookie: string | null, names: readonly string[]): string | null {
  const kept = (cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => names.includes(nameOf(pair)));
  return kept.length > 0 ? kept.join("; ") : null;
}

/** What of an attribute may stay; `Domain`, `Path` and whatever is unknown go (RFC 6265 section 4.1). */
const KEPT_ATTRIBUTE = /^(?:expires=[\w ,:-]+|max-age=-?\d+|httponly)$/i;

const STRICT = /^samesite=strict$/i;

/**
 * The backend's `Set-Cookie` fields that browsers get, bound to the site's host, to `/api/`, to HTTPS and to requests of the site's own
 * pages: not all browsers take a cookie without `SameSite` for `Lax`.
 */
export function cookiesForBrowser(headers: Headers, names: readonly string[]): string[] {
  return headers.getSetCookie().flatMap((field) => {
    const [pair = "", ...attributes] = field.split(";").map((part) => part.trim());
    if (!names.includes(nameOf(pair))) return [];
    const kept = attributes.filter((attribute) => KEPT_ATTRIBUTE.test(attribute));
    const sameSite = attributes.some((attribute) => STRICT.test(attribute)) ? "Strict" : "Lax";
    return [[pair, "Path=/api/", "Secure", `SameSite=${sameSite}`, ...kept].join("; ")];
  });
}

function nameOf(pair: string): string {
  return pair.slice(0, Math.max(0, pair.indexOf("="))).trim();
}
