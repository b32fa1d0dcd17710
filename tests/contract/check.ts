/** What the contract suite is made of: checks, what they find, and the API they ask. */
import type { SitePart } from "#shared/site/site-parts.ts";
import type { ContractApi } from "./contract-api.ts";
import type { TestMember } from "./test-member.ts";

/**
 * Where the suite stands. `backend`: where the gateway stands, before an operator's own API, whose dialect the gateway
 * translates. `site`: where browsers stand, before the gateway, where one dialect is left.
 */
export type Vantage = "backend" | "site";

export type Verdict =
  /** `remark`: what was found out beside it. */
  | { readonly kind: "ok"; readonly remark?: string }
  | { readonly kind: "misses"; readonly expected: string; readonly got: string }
  /** The API has no such call, which it need not have; `without` says what the site is then. */
  | { readonly kind: "notThere"; readonly without: string }
  /** The same, of a call whose absence another check tells of. */
  | { readonly kind: "absent" }
  | { readonly kind: "notChecked"; readonly because: string };

export interface CheckWorld {
  readonly vantage: Vantage;
  readonly api: ContractApi;
  /** The same without the gateway's secret; null where there is none. */
  readonly stranger: ContractApi | null;
  readonly member: TestMember;
  /** Origin of the public site, for calls forwarded as the gateway forwards them; null where it was not told. */
  readonly siteOrigin: string | null;
}

export interface Check {
  /** One sentence without a full stop that an API which satisfies the contract makes true. */
  readonly claim: string;
  /** Without it members notice; the rest is advice. */
  readonly isRequired: boolean;
  /** Where it can be seen; both unless told. */
  readonly vantage?: Vantage;
  /** The part that the API lacks where the verdict is `notThere`. */
  readonly part?: SitePart | undefined;
  /** The part that its call belongs to, where another check finds out whether that part is there. */
  readonly within?: SitePart | undefined;
  /** May throw `NotCheckedError` and `NoAnswerError`. */
  readonly run: (world: CheckWorld) => Promise<Verdict>;
}

/** A check could not be made; the message ends the sentence "not checked because …". */
export class NotCheckedError extends Error {
  override readonly name = "NotCheckedError";
}

export const OK: Verdict = { kind: "ok" };

export const ABSENT: Verdict = { kind: "absent" };

export function okWith(remark: string): Verdict {
  return { kind: "ok", remark };
}

export function notThere(without: string): Verdict {
  return { kind: "notThere", without };
}

export function misses(expected: string, got: string): Verdict {
  return { kind: "misses", expected, got };
}
