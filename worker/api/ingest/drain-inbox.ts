/** The scheduled job for the inbox. */
import { and, asc, eq, inArray, lt, lte } from "drizzle-orm";
import {
  MAX_MESSAGE_ATTEMPTS,
  PUBLISHED_MESSAGE_DAYS,
  DRAIN_BATCH,
  IN_FLIGHT_MS,
  MESSAGE_PURGE_BATCH,
} from "#shared/limits/ingest.ts";
import type { Database } from "#worker/api/database.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { describeError } from "#worker/http/logger.ts";
import { AlertProblem } from "./alert.ts";
import { forgetMessage, refuseMessage } from "./inbox.ts";
import { parseAlert } from "./parse-alert.ts";
import { publishAlert } from "./publish-alert.ts";
import { ingestMessages } from "#worker/api/tables/ingest.ts";
import { findKeyAgain, hashedKeysOf } from "./usable-key.ts";
import { DAY_MS } from "#shared/time/time-units.ts";

const NOT_PROCESSED = new AlertProblem(
  "not_processed",
  `It could not be published in ${MAX_MESSAGE_ATTEMPTS} attempts.`,
);

const REVOKED = new AlertProblem("not_found", "The key was revoked before the message could be published.");

/** Statement for undecided messages received until `untilMs`, oldest first. */
export function selectUndecided(db: Database, untilMs: number) {
  return db
    .select()
    .from(ingestMessages)
    .where(and(eq(ingestMessages.state, "received"), lte(ingestMessages.received_at, untilMs)))
    .orderBy(asc(ingestMessages.seq))
    .limit(DRAIN_BATCH);
}

/**
 * Publishes or refuses undecided messages, at most `DRAIN_BATCH` per call. A message that fails is tried again at the next call, and
 * refused after `MAX_MESSAGE_ATTEMPTS` failures. Rejects if the database accepts no writes.
 */
export async function drainInbox(deps: IngestDependencies): Promise<void> {
  const { db, now, log } = deps;
  for (const row of await selectUndecided(db, now() - IN_FLIGHT_MS)) {
    const { seq, attempts } = row;
    // Counted before the attempt, because the attempt may end this run.
    await db
      .update(ingestMessages)
      .set({ attempts: attempts + 1 })
      .where(eq(ingestMessages.seq, seq));
    try {
      await decide(deps, row);
    } catch (error) {
      const { request_id: requestId } = row;
      log({ level: "error", event: "alert_undecided", requestId, error: describeError(error) });
    }
  }
}

/** The time of receipt counts; a message whose entry has passed meanwhile is published as late, or refused. */
async function decide(deps: IngestDependencies, row: typeof ingestMessages.$inferSelect): Promise<void> {
  const {
    seq,
    body,
    key_id: keyId,
    request_id: requestId,
    received_at: receivedAtMs,
    given_id: givenId,
  } = row;
  const parsed = parseAlert(body);
  const message = { seq, keyId, requestId, receivedAtMs, body, givenId, kept: parsed.kept };
  if (row.attempts >= MAX_MESSAGE_ATTEMPTS) return refuseMessage(deps, message, NOT_PROCESSED);
  if (!parsed.ok) return refuseMessage(deps, message, parsed.problem);
  const { alert } = parsed;
  const keys = await hashedKeysOf(alert, message);
  const key = await findKeyAgain(deps.db, keyId, keys);
  if (key === null) return refuseMessage(deps, message, REVOKED);
  if (key.knownSignalId !== null) return forgetMessage(deps.db, message);
  await publishAlert(deps, { message, alert, key, keys });
}

/** Statement that deletes messages published before `untilMs`. */
export function deletePublished(db: Database, untilMs: number) {
  const oldest = db
    .select({ seq: ingestMessages.seq, received_at: ingestMessages.received_at })
    .from(ingestMessages)
    .where(eq(ingestMessages.state, "published"))
    .orderBy(asc(ingestMessages.seq))
    .limit(MESSAGE_PURGE_BATCH)
    .as("oldest");
  const old = db.select({ seq: oldest.seq }).from(oldest).where(lt(oldest.received_at, untilMs));
  return db.delete(ingestMessages).where(inArray(ingestMessages.seq, old));
}

/** Deletes published messages that are older than their retention time. */
export async function purgePublishedMessages({
  db,
  now,
}: Pick<IngestDependencies, "db" | "now">): Promise<void> {
  await deletePublished(db, now() - PUBLISHED_MESSAGE_DAYS * DAY_MS);
}
