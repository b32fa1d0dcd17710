import type { User } from "#shared/contracts/session.ts";
import type { SitePart } from "#shared/site/site-parts.ts";

/**
 * True if the account's id alone signs in, as far as the site can know: an operator's own backend without passcodes of ours may
 * forbid changes for reasons of its own.
 */
export function signsInByIdAlone(user: User, absent: readonly SitePart[]): boolean {
  return !user.may_change && !user.has_passcode && !user.has_passkey && !absent.includes("passcode");
}
