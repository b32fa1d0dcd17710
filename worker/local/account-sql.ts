/**
 * `npm run -s account -- --id ID [--role staff|member] [--name NAME]`: prints the SQL that adds an account, for `wrangler d1
 * execute`. The first staff account of a deployment is made this way; all others in the admin area.
 *
 * Takes the pepper from `PASSCODE_PEPPER`; a staff account gets a new passcode, printed once on standard error.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { AccountName } from "#shared/contracts/profile.ts";
import { PocketoptionId, ROLES, type Role } from "#shared/contracts/session.ts";
import { hashPasscode } from "#worker/api/session/passcode.ts";

export interface NewAccount {
  readonly id: string;
  readonly role: Role;
  readonly name: string;
  /** Null for a member who signs in by the id alone. */
  readonly passcode: string | null;
}

/** One INSERT statement, which fails if the id exists in any case. Rejects if the pepper is shorter than 32 bytes. */
export async function accountSql(
  { id, role, name, passcode }: NewAccount,
  passcodePepper: string,
  nowMs: number,
): Promise<string> {
  const hash = passcode === null ? null : await hashPasscode({ passcodePepper }, passcode);
  // An id with the same spelling violates the unique index, whose error says so.
  const uniqueId = `coalesce((SELECT pocketoption_id FROM accounts WHERE pocketoption_id = ${quote(id)} COLLATE NOCASE), ${quote(id)})`;
  const idAlone = Number(passcode === null);
  const values = [crypto.randomUUID(), null, name, role, hash].map(quote).with(1, uniqueId);
  return `INSERT INTO accounts (id, pocketoption_id, name, role, passcode_hash, id_alone, created_at) VALUES (${[...values, idAlone, nowMs].join(", ")});`;
}

export function createStaffPasscode(): string {
  return randomBytes(12).toString("base64url");
}

function quote(value: string | null): string {
  return value === null ? "NULL" : `'${value.replaceAll("'", "''")}'`;
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      id: { type: "string" },
      role: { type: "string", default: "staff" },
      name: { type: "string", default: "" },
    },
  });
  const id = v.parse(PocketoptionId, values.id, { message: "--id takes a trading-platform account id" });
  const role = v.parse(v.picklist(ROLES), values.role, { message: "--role takes staff or member" });
  const name = v.parse(AccountName, values.name, { message: "--name takes up to 80 visible characters" });
  const passcode = role === "staff" ? createStaffPasscode() : null;
  const sql = await accountSql(
    { id, role, name, passcode },
    process.env["PASSCODE_PEPPER"] ?? "",
    Date.now(),
  );
  if (passcode) console.error(`Passcode of ${id}: ${passcode}`);
  console.log(sql);
}

if (import.meta.main) {
  await run().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
}
