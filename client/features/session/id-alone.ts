import type { User } from "#shared/contracts/session.ts";
import type { SitePart } from "#shared/site/site-parts.ts";

/**
 * True if the account id is enough to sign in, as far as the site can know. A backend without our passcodes may forbid changes
 * for other reasons.
 */
export function signsInByIdAlone(user: User, absent: readonly SitePart[]): boolean {
  return !user.may_change && !user.has_passcode && !user.has_passkey && !absent.includes("passcode");
}
