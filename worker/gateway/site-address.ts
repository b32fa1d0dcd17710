/** Where a request was sent to: scheme and host as the client names them, which answers and the upstream are told again. */
import { problemResponse } from "#worker/http/problem.ts";

export interface SiteAddress {
  readonly origin: string;
  /** With its port, unless that is the scheme's own. */
  readonly host: string;
  readonly scheme: string;
}

/** A name or an address, perhaps with a port: nothing that could end a header field's quotes or stand for more than a host. */
const PLAIN_ORIGIN = /^https?:\/\/(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i;

/** Requests name the same site one after the other; a URL parser is asked where the name has changed. */
let latest: { readonly named: string; readonly site: SiteAddress | null } = { named: "", site: null };

/** The site that `url`, a request's absolute address, is at; null where it names more than a host and a port. */
export function siteAddress(url: string): SiteAddress | null {
  const pathAt = url.indexOf("/", url.indexOf("//") + 2);
  const named = pathAt < 0 ? url : url.slice(0, pathAt);
  if (named !== latest.named) latest = { named, site: parseSite(named) };
  return latest.site;
}

const OWN_MACHINE = /^(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i;

/** `host` may have a port. A page there counts as secure although it came over HTTP. */
export function isOwnMachine(host: string): boolean {
  return OWN_MACHINE.test(host);
}

/** Origin that a site says it is at, for a request to `url`. */
export type OriginOf = (url: string) => string;

/** `own` is the operator's, whatever host a request names; null where there is none, and the request's own stands. */
export function createOriginOf(own: string | null): OriginOf {
  return (url) => own ?? new URL(url).origin;
}

/** Said to programs alone, whatever they ask for: whoever reads pages has a browser, which names a host. */
export function refuseHost(): Response {
  const detail = "The host that this request names is not one a site can have.";
  return problemResponse(400, { detail, code: "bad_host" });
}

function parseSite(named: string): SiteAddress | null {
  if (!PLAIN_ORIGIN.test(named) || !URL.canParse(named)) return null;
  const { origin, host, protocol } = new URL(named);
  return { origin, host, scheme: protocol.slice(0, -1) };
}
