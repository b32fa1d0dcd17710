/** What a passkey is bound to: the site, by the host of its pages. */
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { siteOrigin } from "#worker/api/site-origin.ts";

export interface RelyingParty {
  /** Of the page that asks for a passkey. */
  readonly origin: string;
  /** The host alone. */
  readonly id: string;
}

/** The operator's origin if one is set; otherwise the host of the request. */
export function relyingPartyOf({ origin }: Pick<ApiDependencies, "origin">, request: Request): RelyingParty {
  const named = origin ?? siteOrigin(request);
  return { origin: named, id: new URL(named).hostname };
}
