/** A row of `accounts`, and what the account's owner sees of it. */
import * as v from "valibot";
import { ROLES, type User } from "#shared/contracts/session.ts";
import { LANGUAGES } from "#shared/languages.ts";

export const Account = v.object({
  id: v.string(),
  pocketoption_id: v.string(),
  name: v.string(),
  role: v.picklist(ROLES),
  language: v.nullable(v.picklist(LANGUAGES)),
  time_zone: v.nullable(v.string()),
  passcode_hash: v.nullable(v.string()),
  is_active: v.pipe(
    v.picklist([0, 1]),
    v.transform((flag) => flag === 1),
  ),
  created_at: v.number(),
});
export type Account = v.InferOutput<typeof Account>;

/** Answer of `GET /api/auth/me/`. */
export function describeUser(account: Account): User {
  return {
    id: account.id,
    pocketoption_id: account.pocketoption_id,
    name: account.name,
    role: account.role,
    language: account.language,
    time_zone: account.time_zone,
    has_passcode: account.passcode_hash !== null,
    may_change: account.passcode_hash !== null,
    created_at: new Date(account.created_at).toISOString(),
  };
}
