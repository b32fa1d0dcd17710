/**
 * Places a stored message and commits its signal, together with a row that a second copy would collide with: a message is
 * published once, whatever fails in between.
 */
import { eq, exists, sql } from "drizzle-orm";
import { MAX_ALERTS_PER_MINUTE, MAX_NAMES_NOT_UNDERSTOOD } from "#shared/limits/ingest.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { RecordError } from "#worker/api/ledger/index.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { type Alert, AlertProblem } from "./alert.ts";
import { forgetMessage, type KeptMessage, markPublished, refuseMessage } from "./inbox.ts";
import { placeAlert } from "./place-alert.ts";
import { ingestEvents, ingestKeys } from "#worker/api/tables/ingest.ts";
import { findKeyAgain, type HashedKeys, selectKnownSignal, type UsableKey } from "./usable-key.ts";

/** What became of a message; an AlertProblem says why it was refused. */
export type Reception = StoredAlert | AlertProblem;

export interface StoredAlert {
  readonly status: "published" | "duplicate";
  readonly signalId: string;
  /** Names of the fields that were ignored. */
  readonly notUnderstood: readonly string[];
}

export interface Publication {
  readonly message: KeptMessage;
  readonly alert: Alert;
  readonly key: UsableKey;
  readonly keys: HashedKeys;
}

/** Publishes a message or refuses it. Rejects if the database fails: the message is then still in the inbox. */
export async function publishAlert(deps: IngestDependencies, publication: Publication): Promise<Reception> {
  try {
    return await commitAlert(deps, publication);
  } catch (error) {
    const problem = problemOf(error);
    // The sender may send it again; otherwise it is still in the inbox.
    if (!isPassing(problem)) await refuseMessage(deps, publication.message, problem);
    return problem;
  }
}

async function commitAlert(
  deps: IngestDependencies,
  { message, alert, key, keys }: Publication,
): Promise<Reception> {
  const { db } = deps;
  const { receivedAtMs } = message;
  const notUnderstood = passedOver(alert, key);
  const names = [...new Set([...notUnderstood, ...key.notUnderstood])].slice(0, MAX_NAMES_NOT_UNDERSTOOD);
  const signal = placeAlert(alert, key.terms, receivedAtMs);
  const alsoWrite: Parameters<typeof publishSignal>[0]["alsoWrite"] = ([entry]) => [
    db.insert(ingestEvents).values({
      key_id: key.id,
      idempotency_key: keys.own,
      // NULL, which the column refuses, if a copy from another window was published meanwhile. That copy is stored under
      // another key.
      signal_id: sql`iif(${exists(selectKnownSignal(db, keys, key.id))}, NULL, ${entry?.signal_id ?? ""})`,
      received_at: receivedAtMs,
    }),
    db
      .update(ingestKeys)
      .set({ last_used_at: receivedAtMs, not_understood: names })
      .where(eq(ingestKeys.id, key.id)),
    markPublished(db, message, entry?.signal_id ?? ""),
  ];
  try {
    const { id } = await publishSignal({ ...deps, alsoWrite }, signal);
    return { status: "published", signalId: id, notUnderstood };
  } catch (error) {
    if (wasThrottled(error)) throw THROTTLED;
    if (!isRepeated(error)) throw error;
    // Another copy was published between the look-up and the write.
    const known = (await findKeyAgain(db, key.id, keys))?.knownSignalId;
    if (!known) throw error;
    await forgetMessage(db, message);
    return duplicateOf(known, alert, key);
  }
}

export function duplicateOf(signalId: string, alert: Alert, key: UsableKey): StoredAlert {
  return { status: "duplicate", signalId, notUnderstood: passedOver(alert, key) };
}

/** Names of the fields of a message that its key ignores. */
export function passedOver(
  { notUnderstood, confidenceNames }: Alert,
  { terms }: UsableKey,
): readonly string[] {
  const names = terms.takesConfidence ? notUnderstood : [...notUnderstood, ...confidenceNames];
  return names.slice(0, MAX_NAMES_NOT_UNDERSTOOD);
}

export const THROTTLED = new AlertProblem(
  "throttled",
  `A key publishes at most ${MAX_ALERTS_PER_MINUTE} signals a minute: send it again in a minute.`,
);

/** Whether the same message may be published later. */
function isPassing({ code }: AlertProblem): boolean {
  return code === "ledger_busy" || code === "clock_wrong";
}

/** The reason to refuse that an error gives; throws the error if it gives none. */
export function problemOf(error: unknown): AlertProblem {
  if (error instanceof AlertProblem) return error;
  if (!(error instanceof RecordError)) throw error;
  const { code, message } = error;
  const isTold =
    code === "trader_retired" ||
    code === "already_expired" ||
    code === "ledger_busy" ||
    code === "clock_wrong";
  return new AlertProblem(isTold ? code : "invalid", message);
}

/** Matches SQLite's errors for the primary key of `ingest_events` and for its `signal_id`. */
function isRepeated(error: unknown): boolean {
  return error instanceof Error && error.message.includes("constraint failed: ingest_events.");
}

/** Matches the error of the trigger `ingest_keys_publish_so_many`. */
function wasThrottled(error: unknown): boolean {
  return error instanceof Error && error.message.includes("ingest key is exhausted");
}
