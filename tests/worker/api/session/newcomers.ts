/** What tests of sign-up share, by passcode and by passkey. */
import { env } from "cloudflare:workers";
import { expect } from "vitest";
import * as v from "valibot";
import { CreatedInvite } from "#shared/contracts/accounts.ts";
import { CONFIRMED, type MemberWorld } from "../member-world.ts";
import { watchDatabase } from "../watched-database.ts";
import { describeAnswer } from "./session-world.ts";

export const newId = () => `new-${crypto.randomUUID()}`;

/** The token of a new invite, for the account where one is named. */
export async function invite(world: MemberWorld, accountId?: string): Promise<string> {
  const staff = await world.signInStaff();
  const answer = await staff.ask("POST", "/api/admin/invites/", { account_id: accountId, ...CONFIRMED });
  expect(answer.status).toBe(201);
  return v.parse(CreatedInvite, await answer.json()).path.split("#invite=")[1] ?? "";
}

/** What makes the invite for an account useless. */
export const CHANGES_OF_INVITED = [
  ["switched off", "UPDATE accounts SET is_active = 0 WHERE id = ?"],
  [
    "given a passcode",
    "UPDATE accounts SET passcode_hash = '$pbkdf2-sha256$i=1$AAAAAAAAAAAAAAAAAAAAAA$' || printf('%.*c', 43, 'A') WHERE id = ?",
  ],
  ["made staff", "UPDATE accounts SET role = 'staff' WHERE id = ?"],
  ["deleted", "DELETE FROM accounts WHERE id = ?"],
] as const;

/** Notes which answers there are, and at which costs: statements, and counters that were asked. */
export function watchRefusals() {
  const { db, takeLog } = watchDatabase();
  let counters = 0;
  const signInLimiter = new Proxy(env.SIGN_IN_LIMITER, {
    get(target, name) {
      if (name === "getByName") counters += 1;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const answers = new Set<string>();
  const costs = new Set<string>();
  async function note(kind: string, ask: () => Promise<Response>): Promise<void> {
    takeLog();
    counters = 0;
    answers.add(JSON.stringify(await describeAnswer(await ask())));
    const statements = takeLog().statements.map(({ sql }) => sql);
    costs.add(`${kind}: ${counters} counters, ${statements.join()}`);
  }
  return { db, signInLimiter, answers, costs, note };
}
