/** Middleware that admits only signed-in members, only those who proved that the account is theirs, or only staff. */
import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Role } from "#shared/contracts/session.ts";
import type { Actor } from "../audit-log.ts";
import { type Caller, declare, type Refusals } from "#worker/api/declare.ts";
import type { ApiEnv, BaseDependencies } from "#worker/api/dependencies.ts";
import type { CallerDependencies } from "./dependencies.ts";
import { type Account, isHeld, lacksPasskey } from "./account.ts";
import { authenticate } from "./authenticate.ts";
import { clientNetwork } from "./client-address.ts";
import { refusePasscodeNotSet, refusePermission, refuseWithoutPasskey } from "./session-refusals.ts";

/** The signed-in member, as read from the database for this request. */
export interface Member {
  readonly accountId: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** Context after the middleware below. */
export interface MemberEnv<Needs extends CallerDependencies = CallerDependencies> {
  readonly Variables: ApiEnv<Needs>["Variables"] & { readonly member: Member; readonly account: Account };
}

/** Who sent a request: staff, or a member who acts on their own account. */
export function actorOf(
  c: Pick<Context<MemberEnv>, "req" | "var">,
  { now }: Pick<BaseDependencies, "now">,
): Actor {
  return {
    actorId: c.var.member.accountId,
    atMs: now(),
    network: clientNetwork(c.req.raw.headers),
    requestId: c.var.requestId,
  };
}

const FOR_MEMBERS: Refusals = {
  401: [
    "not_authenticated",
    "bad_authorization_header",
    "token_not_valid",
    "user_not_found",
    "user_inactive",
  ],
  503: ["sign_in_not_configured"],
};

/** Sets `member` and `account`, or answers 401 as SimpleJWT does; 503 if sign-in is not configured. */
export const requireMember = requireAccount("member", FOR_MEMBERS, () => null);

/**
 * As `requireMember`; 403 `passcode_not_set` if the account has neither passcode nor passkey, so that the id alone signs in.
 * Ids are not secret, so this could be anybody: such a member may read and follow, but not do what would affect the
 * account's owner.
 */
export const requireHolder = requireAccount(
  "holder",
  { ...FOR_MEMBERS, 403: ["passcode_not_set"] },
  async (account, { db }) => ((await isHeld(db, account)) ? null : refusePasscodeNotSet()),
);

/**
 * As `requireMember`; a member who is not staff gets 403 `permission_denied`, and staff without a passkey, if the operator
 * requires one, 403 `passkey_required`.
 */
export const requireStaff = requireAccount(
  "staff",
  { ...FOR_MEMBERS, 403: ["permission_denied", "passkey_required"] },
  async (account, deps) => {
    if (account.role !== "staff") return refusePermission();
    return (await lacksPasskey(deps, account)) ? refuseWithoutPasskey() : null;
  },
);

function requireAccount(
  caller: Caller,
  refusals: Refusals,
  refusalOf: (account: Account, deps: CallerDependencies) => Response | null | Promise<Response | null>,
) {
  const middleware = createMiddleware<MemberEnv>(async (c, next) => {
    const authentication = await authenticate(c.var.deps, c.req.raw.headers);
    if (!authentication.ok) return authentication.refusal;
    const { account, sessionId } = authentication;
    const refusal = await refusalOf(account, c.var.deps);
    if (refusal) return refusal;
    c.set("member", { accountId: account.id, role: account.role, sessionId });
    c.set("account", account);
    return next();
  });
  return declare(middleware, { security: [{ bearer: [caller] }], "x-refusals": [refusals] });
}
