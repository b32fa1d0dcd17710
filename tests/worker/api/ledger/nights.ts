/** The runs of the nightly check, as the platform makes them. */
import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { apiDetails, apiReadiness } from "#worker/api/readiness.ts";
import type { Database } from "#worker/api/database.ts";
import { checkRecordNightly } from "#worker/api/ledger/nightly-check.ts";
import { createLogKeys } from "#worker/api/transparency-log/index.ts";
import { createSigningKeys } from "#worker/api/session/token-keys.ts";
import type { LogEntry } from "#worker/http/logger.ts";
import { DAY_MS, type TestRecord } from "#tests/worker/api/signals/record.ts";

/** One run; gives the lines of the log. */
export async function runCheck(
  { clock }: Pick<TestRecord, "clock">,
  db: Database = drizzle(env.DB),
): Promise<LogEntry[]> {
  const lines: LogEntry[] = [];
  await checkRecordNightly({ db, now: () => clock.ms, log: (line) => lines.push(line) });
  return lines;
}

/** The runs of the next night, until the work is done. */
export async function checkNextNight({ clock }: Pick<TestRecord, "clock">): Promise<LogEntry[]> {
  clock.ms += DAY_MS;
  const lines: LogEntry[] = [];
  for (let runs = 0; lines.length < 2 && runs < 100; runs += 1) lines.push(...(await runCheck({ clock })));
  return lines;
}

/** Whether `/readyz` is content with what the check has found, and what it says of it. */
export async function readiness({ clock }: Pick<TestRecord, "clock">, afterMs = 0) {
  const deps = {
    db: drizzle(env.DB),
    now: () => clock.ms + afterMs,
    signingKeys: createSigningKeys(env.JWT_SIGNING_KEYS),
    logKeys: createLogKeys(env.LOG_SIGNING_KEY),
    logConfig: { origin: null, witnesses: [] },
    passcodePepper: env.PASSCODE_PEPPER,
  };
  return { holds: await apiReadiness(deps).record(), details: await apiDetails(deps) };
}
