/** The site's origin, as the gateway passes it to the API. */

/** The gateway sets both headers and drops those of clients. Without them, the origin of the request itself. */
export function siteOrigin({ url, headers }: Request): string {
  const host = headers.get("X-Forwarded-Host");
  if (host === null) return new URL(url).origin;
  return `${headers.get("X-Forwarded-Proto") === "https" ? "https" : "http"}://${host}`;
}
