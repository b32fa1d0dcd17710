/**
 * Cookies between browsers and an operator's own backend: only those that the operator names (`API_COOKIES`), and only under
 * `/api/`, so that no page depends on one.
 */

/** The cookies in a browser's `Cookie` field that the backend gets; null if there are none. */
export function cookiesForBackend(cookie: string | null, names: readonly string[]): string | null {
  const kept = (cookie ?? "")
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => names.includes(nameOf(pair)));
  return kept.length > 0 ? kept.join("; ") : null;
}

/** Attributes that may stay; `Domain`, `Path` and unknown ones are dropped (RFC 6265 section 4.1). */
const KEPT_ATTRIBUTE = /^(?:expires=[\w ,:-]+|max-age=-?\d+|httponly)$/i;

const STRICT = /^samesite=strict$/i;

/**
 * The backend's `Set-Cookie` fields that browsers get, bound to the site's host, to `/api/`, to HTTPS and to requests of the
 * site's own pages: `SameSite` is always set, since not all browsers default to `Lax`.
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
