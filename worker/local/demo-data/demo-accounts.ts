/** The two accounts of a new local installation. An operator's deployment starts without any. */
import type { D1Database } from "@cloudflare/workers-types";
import { hashPasscode } from "#worker/api/session/passcode.ts";
import type { LocalSecrets } from "#worker/commands/secrets.ts";

/** Account ids to sign in with. */
export const DEMO_ACCOUNTS = { member: "DEMO-1001", staff: "DEMO-9001" } as const;

/** Adds the demo accounts if the database has no account at all. */
export async function addDemoAccounts(db: D1Database, secrets: LocalSecrets, now: number): Promise<void> {
  if (await db.prepare("SELECT 1 FROM accounts LIMIT 1").first()) return;
  const insert = db.prepare(
    "INSERT INTO accounts (id, pocketoption_id, name, role, passcode_hash, id_alone, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const staffHash = await hashPasscode(
    { passcodePepper: secrets.PASSCODE_PEPPER },
    secrets.DEMO_STAFF_PASSCODE,
  );
  await db.batch([
    insert.bind(crypto.randomUUID(), DEMO_ACCOUNTS.member, "Demo member", "member", null, 1, now),
    insert.bind(crypto.randomUUID(), DEMO_ACCOUNTS.staff, "Demo staff", "staff", staffHash, 0, now),
  ]);
}
