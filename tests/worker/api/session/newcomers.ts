/** What tests of sign-up share, by passcode and by passkey. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import * as v from "valibot";
import { CreatedInvite } from "#shared/contracts/accounts.ts";
import { type MemberWorld, PASSCODE } from "../member-world.ts";

/** The token of a new invite, for the account where one is named. */
export async function invite(world: MemberWorld, accountId?: string): Promise<string> {
  const staff = await world.signInStaff();
  const body = { account_id: accountId, current_passcode: PASSCODE };
  const answer = await staff.ask("POST", "/api/admin/invites/", body);
  expect(answer.status).toBe(201);
  return v.parse(CreatedInvite, await answer.json()).path.split("#invite=")[1] ?? "";
}

/** How many counters are asked since the last look. */
export function watchLimiter() {
  let count = 0;
  const signInLimiter = new Proxy(env.SIGN_IN_LIMITER, {
    get(target, name) {
      if (name === "getByName") count += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const takeCount = () => {
    const taken = count;
    count = 0;
    return taken;
  };
  return { signInLimiter, takeCount };
}
