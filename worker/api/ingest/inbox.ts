/**
 * The inbox: a message with a usable key is stored by the query that finds the key, and decided on afterwards. A copy of a
 * message that is on the record leaves no row, and neither does a message beyond its key's limit.
 */
import { and, desc, eq, exists, inArray, isNull, lte, not, type SQL, sql } from "drizzle-orm";
import { MAX_REFUSED_MESSAGES } from "#shared/limits/ingest.ts";
import { type Database, insertIf } from "#worker/api/database.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { sha256 } from "#worker/http/digests.ts";
import type { AlertProblem } from "./alert.ts";
import type { ParsedAlert } from "./parse-alert.ts";
import type { Message } from "./read-message.ts";
import { ingestKeys, ingestMessages } from "#worker/api/tables/ingest.ts";
import {
  type HashedKeys,
  isExhausted,
  selectKnownSignal,
  selectUsableKey,
  toUsableKey,
  type UsableKey,
} from "./usable-key.ts";

/** A message that has its row. */
export interface KeptMessage extends Message {
  readonly seq: number;
  readonly keyId: string;
  /** As in its `ParsedAlert`. */
  readonly kept: string;
}

/** Statement that stores a message, refused at once if it could not be parsed, unless its key is not usable. */
export function insertMessage(db: Database, { isKey, keys, message, parsed }: Arrival) {
  const { body, givenId, receivedAtMs, requestId } = message;
  const usable = db
    .select({ id: ingestKeys.id })
    .from(ingestKeys)
    .where(
      and(
        isKey,
        isNull(ingestKeys.revoked_at),
        not(exists(selectKnownSignal(db, keys))),
        not(isExhausted(db, receivedAtMs)),
      ),
    );
  const content = parsed.ok
    ? { state: "received" as const, body, given_id: givenId }
    : {
        state: "refused" as const,
        body: parsed.kept,
        code: parsed.problem.code,
        detail: parsed.problem.message,
      };
  const row = { key_id: sql`${usable}`, received_at: receivedAtMs, request_id: requestId, ...content };
  return insertIf(db, ingestMessages, row, exists(usable)).returning({ seq: ingestMessages.seq });
}

interface Arrival {
  readonly isKey: SQL;
  readonly keys: HashedKeys;
  readonly message: Message;
  readonly parsed: ParsedAlert;
}

/** Statement that deletes a key's oldest refused messages beyond `MAX_REFUSED_MESSAGES`. */
function dropOldestRefused(db: Database, isOfKey: SQL) {
  const isRefused = and(isOfKey, eq(ingestMessages.state, "refused"));
  const newestBeyond = db
    .select({ seq: ingestMessages.seq })
    .from(ingestMessages)
    .where(isRefused)
    .orderBy(desc(ingestMessages.seq))
    .limit(1)
    .offset(MAX_REFUSED_MESSAGES);
  return db.delete(ingestMessages).where(and(isRefused, lte(ingestMessages.seq, newestBeyond)));
}

export interface Admission {
  /** Null if no key has this name, or if it was revoked. */
  readonly key: UsableKey | null;
  /** The seq of the message's row; null if it has none. */
  readonly seq: number | null;
}

/** Finds the key by its secret and stores the message, in one round trip. */
export async function admitMessage(
  db: Database,
  secret: string,
  arrival: Omit<Arrival, "isKey">,
): Promise<Admission> {
  const isKey = eq(ingestKeys.key_hash, await sha256(secret));
  const ofKey = inArray(
    ingestMessages.key_id,
    db.select({ id: ingestKeys.id }).from(ingestKeys).where(isKey),
  );
  const [[row], [written]] = await db.batch([
    selectUsableKey(db, isKey, arrival.keys),
    insertMessage(db, { ...arrival, isKey }),
    ...(arrival.parsed.ok ? [] : [dropOldestRefused(db, ofKey)]),
  ]);
  return { key: row ? toUsableKey(row) : null, seq: written?.seq ?? null };
}

/** Statement that marks a message as published, whatever its row says. */
export function markPublished(db: Database, { seq, kept }: KeptMessage, signalId: string) {
  return db
    .update(ingestMessages)
    .set({
      state: "published",
      signal_id: signalId,
      body: kept,
      given_id: null,
      code: null,
      detail: null,
    })
    .where(eq(ingestMessages.seq, seq));
}

/** Does nothing to a message that was decided on meanwhile. */
export async function refuseMessage(
  { db, log }: Pick<IngestDependencies, "db" | "log">,
  { seq, keyId, kept, requestId }: KeptMessage,
  { code, message: detail }: AlertProblem,
): Promise<void> {
  const isUndecided = and(eq(ingestMessages.seq, seq), eq(ingestMessages.state, "received"));
  await db.batch([
    db
      .update(ingestMessages)
      .set({ state: "refused", code, detail, body: kept, given_id: null })
      .where(isUndecided),
    dropOldestRefused(db, eq(ingestMessages.key_id, keyId)),
  ]);
  log({ level: "info", event: "alert_refused", requestId, keyId, code });
}

/** Deletes the row of a message whose copy is on the record. */
export async function forgetMessage(db: Database, { seq }: KeptMessage): Promise<void> {
  await db
    .delete(ingestMessages)
    .where(and(eq(ingestMessages.seq, seq), eq(ingestMessages.state, "received")));
}
