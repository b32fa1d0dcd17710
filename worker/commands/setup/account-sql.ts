/** The SQL that adds an account from outside: the first one of a deployment, or one where all staff are locked out. */
import { randomBytes } from "node:crypto";
import type { Role } from "#shared/contracts/session.ts";
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
