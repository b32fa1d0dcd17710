/** What a passkey is bound to: the site, by the host of its pages. */
import { siteOrigin } from "#worker/api/site-origin.ts";

export interface OriginDependencies {
  /** Set by the operator; null if the site uses the host of each request. */
  readonly origin: string | null;
}

export interface RelyingParty {
  /** The origin of the page that asks for a passkey. */
  readonly origin: string;
  /** The host alone. */
  readonly id: string;
}

/** The operator's origin if one is set; otherwise the host of the request. */
export function relyingPartyOf({ origin }: OriginDependencies, request: Request): RelyingParty {
  const named = origin ?? siteOrigin(request);
  return { origin: named, id: new URL(named).hostname };
}
