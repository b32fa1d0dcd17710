/** Who becomes a member by signing in, and the account that results. */
import type { SignUp } from "#shared/contracts/session.ts";
import type { Account } from "./account.ts";
import type { Invite } from "./redeem-invite.ts";

/** How somebody who cannot sign in by a passcode becomes a member. */
export type SignUpWay =
  | { readonly to: "new_account"; readonly invite: Invite | null }
  | { readonly to: "first_passcode"; readonly invite: Invite; readonly account: Account };

/** Null if there is none. */
export function signUpWay(
  signUp: SignUp,
  account: Account | undefined,
  invite: Invite | undefined,
): SignUpWay | null {
  if (account) {
    const isOpen = account.is_active && account.role === "member" && account.passcode_hash === null;
    return isOpen && invite?.account_id === account.id ? { to: "first_passcode", invite, account } : null;
  }
  if (signUp !== "closed" && invite?.account_id === null) return { to: "new_account", invite };
  return signUp === "open" ? { to: "new_account", invite: null } : null;
}

/** As it is created, before anybody can sign in to it. */
export function newMember(id: string, pocketoptionId: string, nowMs: number): Account {
  return {
    id,
    pocketoption_id: pocketoptionId,
    name: "",
    role: "member",
    language: null,
    time_zone: null,
    passcode_hash: null,
    id_alone: false,
    is_active: true,
    created_at: nowMs,
  };
}
