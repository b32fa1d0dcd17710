/** Whether the local database fits the migrations, read from its file: wrangler takes seconds to open it. */
import { globSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { missingMigrations } from "#worker/commands/check-schema.ts";

const STATE_FOLDER = ".wrangler/state";
const DATABASE_FILES = `${STATE_FOLDER}/v3/d1/*/*.sqlite`;

/** The migrations that it lacks; `none` if there is no database, `other` if another version of the migrations created it. */
export function readLocalSchema(): readonly string[] | "none" | "other" {
  const [schema = "none"] = globSync(DATABASE_FILES).flatMap((file) => schemaIn(file) ?? []);
  return schema;
}

/** Null for Miniflare's own files. */
function schemaIn(file: string): [readonly string[] | "other"] | null {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const tables = db.prepare("SELECT 1 FROM sqlite_schema WHERE name IN ('d1_migrations', 'ledger')").all();
    return tables.length < 2 ? null : [missingMigrations(db) ?? "other"];
  } finally {
    db.close();
  }
}

/** With everything else that wrangler keeps locally. Must not run while `wrangler dev` runs. */
function deleteLocalState(): void {
  rmSync(STATE_FOLDER, { recursive: true, force: true });
}

/** Deletes the local database if `isWanted`. If it does not fit, says so and asks first; exits unless the answer is yes. */
export async function requireFittingDatabase(isWanted: boolean): Promise<void> {
  if (isWanted) return deleteLocalState();
  if (readLocalSchema() !== "other") return;
  console.error(`The local database in ${STATE_FOLDER} has other tables than this version.`);
  if (await isAllowed()) return deleteLocalState();
  console.error("`npm start -- --new` deletes it and starts over.");
  process.exit(1);
}

async function isAllowed(): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const { ask, closeQuestions } = await import("#worker/commands/ask.ts");
  const question = "Delete it and start over? yes or no";
  const problemOf = (answer: string) => (/^(yes|no)$/.test(answer) ? null : "Please answer yes or no.");
  const answer = await ask({ question, problemOf }, "no");
  closeQuestions();
  return answer === "yes";
}
