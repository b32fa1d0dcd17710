/** Middleware that lets only the signed in pass, or only staff. */
import { createMiddleware } from "hono/factory";
import type { Role } from "#shared/contracts/session.ts";
import type { ApiDependencies, ApiEnv } from "../dependencies.ts";
import { authenticate } from "./authenticate.ts";
import { refusePermission } from "./refusals.ts";

/** Who is signed in, as the database says at this request. */
export interface Member {
  readonly accountId: string;
  readonly role: Role;
  readonly sessionId: string;
}

/** Context behind `requireMember` and `requireStaff`. */
export interface MemberEnv {
  readonly Variables: ApiEnv["Variables"] & { readonly member: Member };
}

/** Sets `member`, or answers 401 as SimpleJWT does; 503 where sign-in is not configured. */
export function requireMember(deps: ApiDependencies) {
  return requireRole(deps, ["member", "staff"]);
}

/** As `requireMember`; a member who is not staff gets 403 `permission_denied`. */
export function requireStaff(deps: ApiDependencies) {
  return requireRole(deps, ["staff"]);
}

function requireRole(deps: ApiDependencies, roles: readonly Role[]) {
  return createMiddleware<MemberEnv>(async (c, next) => {
    const authentication = await authenticate(deps, c.req.raw.headers);
    if (!authentication.ok) return authentication.refusal;
    const { account, sessionId } = authentication;
    if (!roles.includes(account.role)) return refusePermission();
    c.set("member", { accountId: account.id, role: account.role, sessionId });
    return next();
  });
}
