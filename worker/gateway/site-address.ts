/** The address that a request was sent to: scheme and host as the client names them, for answers and for the upstream. */
import { problemResponse } from "#worker/http/problem-answer.ts";

export interface SiteAddress {
  readonly origin: string;
  /** With its port, unless that is the scheme's default. */
  readonly host: string;
  readonly scheme: string;
}

/** A name or an address, optionally with a port: nothing that could end a header field's quotes or stand for more than a host. */
const PLAIN_ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/** Consecutive requests usually name the same site; the URL is parsed only if the name has changed. */
let latest: { readonly named: string; readonly site: SiteAddress | null } = { named: "", site: null };

/** The site of `url`, a request's absolute address; null if it has more than a host and a port. */
export function siteAddress(url: string): SiteAddress | null {
  const pathAt = url.indexOf("/", url.indexOf("//") + 2);
  const named = pathAt < 0 ? url : url.slice(0, pathAt);
  if (named !== latest.named) latest = { named, site: parseSite(named) };
  return latest.site;
}

/** The site's origin for a request to `url`. */
export type OriginOf = (url: string) => string;

/** `own` is the operator's, used whatever the request's host; null if there is none, and the request's own is used. */
export function createOriginOf(own: string | null): OriginOf {
  return (url) => own ?? new URL(url).origin;
}

/** Always JSON, whatever was asked for: only programs send an invalid host, since browsers send the host of the address. */
export function refuseHost(): Response {
  const detail = "The host of this request is not a valid host of a site.";
  return problemResponse(400, { detail, code: "bad_host" });
}

function parseSite(named: string): SiteAddress | null {
  if (!PLAIN_ORIGIN.test(named) || !URL.canParse(named)) return null;
  const { origin, host, protocol } = new URL(named);
  return { origin, host, scheme: protocol.slice(0, -1) };
}
