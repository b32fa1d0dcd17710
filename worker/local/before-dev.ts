/**
 * The last part of wrangler's custom build (`[build]` in wrangler.toml). When `npx wrangler dev` runs for the first time
 * without `npm start`, it creates the local data before wrangler reads the secrets and opens the database. Later it only
 * checks whether there is a record: the build also runs for each changed file, while the database is in use.
 */
import { readLocalSchema } from "./local-schema.ts";
import { ensureLocalSecrets } from "#worker/commands/secrets.ts";

// Wrangler states the command that it builds for: only this one reads the local data.
if (process.env["WRANGLER_COMMAND"] === "dev") await ensureLocalData();

async function ensureLocalData(): Promise<void> {
  const schema = readLocalSchema();
  if (schema === "none") return makeMissingData();
  ensureLocalSecrets();
  if (schema === "other") {
    console.log("The local database has other tables than this version. Stop wrangler and run npm start.");
  } else if (schema.length > 0) {
    const remedy = "Stop wrangler and run npm start, or npx wrangler d1 migrations apply DB --local.";
    console.log(`The local database lacks ${schema.join(", ")}. ${remedy}`);
  }
}

/** Its imports are loaded late: loading them takes longer than running the rest. */
async function makeMissingData(): Promise<void> {
  const { readVariable } = await import("#worker/commands/wrangler.ts");
  if (readVariable("API_BASE_URL", process.env) !== "") return;
  const { makeLocalData } = await import("./local-data.ts");
  const { DEMO_ACCOUNTS } = await import("./demo-data/demo-accounts.ts");
  const { DEMO_STAFF_PASSCODE } = await makeLocalData();
  const { member, staff } = DEMO_ACCOUNTS;
  console.log(
    `The demo record is created. Sign in as ${member}, or ${staff} with passcode ${DEMO_STAFF_PASSCODE}.`,
  );
}
