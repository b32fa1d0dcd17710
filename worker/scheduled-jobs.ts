/** What the embedded API does without a request: once a minute, once a night, and after each commit. */
import { purgeOldKeys } from "./api/admin/write-once.ts";
import type { BaseDependencies } from "./api/dependencies.ts";
import type { IngestDependencies } from "./api/ingest/dependencies.ts";
import type { LiveDependencies } from "./api/live/routes.ts";
import type { LogDependencies } from "./api/transparency-log/log-config.ts";
import { catchUpLog } from "./api/ledger/index.ts";
import { announceToRooms } from "./api/live/index.ts";
import { purgeSpentChallenges } from "./api/passkeys/index.ts";
import { purgeExpiredSessions } from "./api/session/index.ts";
import { settleOverdue } from "./api/signals/index.ts";
import { purgeOldVitals } from "./api/vitals/histogram.ts";
import { purgeOldDeliveries } from "./api/webhooks/deliveries.ts";
import { enqueueDeliveries } from "./delivery-queue.ts";
import { describeError, type Log } from "./http/logger.ts";

type OutsideDependencies = LogDependencies & Parameters<typeof enqueueDeliveries>[0];
type MinuteDependencies = OutsideDependencies & IngestDependencies & Pick<LiveDependencies, "signalRoom">;

/**
 * Settles expired signals by prices, and ends signals that nobody settled before their deadline; publishes or refuses
 * messages that are still in the inbox; deletes sessions, challenges, measurements, keys and messages that are over; adds
 * missing entries to the log; sends live readers what a failed announcement has missed; and finally notifies outside
 * services, so that nothing else waits for them. Never rejects.
 */
export async function runMinuteJobs(deps: MinuteDependencies): Promise<void> {
  const told = tellOutside(deps);
  await runAll(deps, [
    settleExpired(deps),
    purgeExpiredSessions(deps),
    purgeSpentChallenges(deps),
    purgeOldVitals(deps),
    purgeOldKeys(deps),
    tendInbox(deps),
    purgeOldDeliveries(deps),
    catchUpLog(deps),
  ]);
  await announceToRooms(deps);
  await told;
}

/** After a commit: tells followers, witnesses and webhooks. */
export async function tellOutside(deps: OutsideDependencies): Promise<void> {
  await runAll(deps, [enqueueDeliveries(deps), showToWitnesses(deps)]);
}

/** A rejection is logged and does not stop the others. */
async function runAll(
  { log }: Pick<BaseDependencies, "log">,
  jobs: readonly Promise<unknown>[],
): Promise<void> {
  for (const result of await Promise.allSettled(jobs))
    if (result.status === "rejected") logFailedJob(log, result.reason);
}

/** Checks the next entries of the record. */
export async function runNightlyJobs(deps: BaseDependencies): Promise<void> {
  const { checkRecordNightly } = await import("./api/ledger/nightly-check.ts");
  await checkRecordNightly(deps).catch((error: unknown) => logFailedJob(deps.log, error));
}

function logFailedJob(log: Log, error: unknown): void {
  log({ level: "error", event: "scheduled_job_failed", error: describeError(error) });
}

async function showToWitnesses(deps: LogDependencies): Promise<void> {
  if (deps.logConfig.witnesses.length > 0)
    await (await import("./api/transparency-log/show-to-witnesses.ts")).showToWitnesses(deps);
}

/** By prices first: a signal that they settle late is then not ended by its deadline. */
async function settleExpired(deps: IngestDependencies): Promise<void> {
  const { settleByPrices } = await import("./api/prices/settle-by-prices.ts");
  await settleByPrices(deps).catch((error: unknown) => logFailedJob(deps.log, error));
  await settleOverdue(deps);
}

/** Its code is loaded at the first run: an isolate that only answers requests never loads it. */
async function tendInbox(deps: IngestDependencies): Promise<void> {
  const { drainInbox, purgePublishedMessages } = await import("./api/ingest/drain-inbox.ts");
  await drainInbox(deps);
  await purgePublishedMessages(deps);
}
