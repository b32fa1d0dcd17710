/**
 * Makes a signal of a message. First its key is found and the message stored, so that it may be answered; then the signal is
 * published together with a row that a second copy would collide with. A message is therefore published once, whatever fails
 * in between.
 */
import { eq, exists, sql } from "drizzle-orm";
import { canonicalAsset } from "#shared/assets/asset.ts";
import { type AlertProblemCode } from "#shared/contracts/ingest-messages.ts";
import { MAX_ALERTS_PER_MINUTE, MAX_NAMES_NOT_UNDERSTOOD } from "#shared/limits/ingest.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { RecordError } from "#worker/api/ledger/index.ts";
import { publishSignal, readLead } from "#worker/api/signals/index.ts";
import { type Alert, AlertProblem } from "./alert.ts";
import {
  admitMessage,
  forgetMessage,
  type KeptMessage,
  markPublished,
  type Message,
  refuseMessage,
} from "./inbox.ts";
import { parseAlert } from "./parse-alert.ts";
import { entryOf, placeAlert } from "./place-alert.ts";
import { ingestEvents, ingestKeys } from "#worker/api/tables/ingest.ts";
import {
  findKeyAgain,
  type HashedKeys,
  hashedKeysOf,
  selectKnownSignal,
  type UsableKey,
} from "./usable-key.ts";

export interface NewMessage extends Message {
  /** The secret part of the address. */
  readonly secret: string;
  /** Why it is refused, whatever its content; null if it is to be parsed. */
  readonly problem: AlertProblem | null;
}

export type Reception =
  | {
      readonly status: "published" | "duplicate";
      readonly signalId: string;
      /** Names of the fields that were ignored. */
      readonly notUnderstood: readonly string[];
    }
  | { readonly status: "refused"; readonly code: AlertProblemCode; readonly detail: string };

/** A message that may be answered: it is stored, or needs no storing. */
export interface Receiving {
  /** The outcome. Rejects if the database fails: the message is then still in the inbox. */
  readonly decided: Promise<Reception>;
  /** What its sender should know, whatever is decided; null for nothing. */
  readonly warning: string | null;
}

/** Rejects if the message could not be stored: it was then not accepted. */
export async function receiveAlert(deps: IngestDependencies, message: NewMessage): Promise<Receiving> {
  const parsed = message.problem ? refused(message.problem) : parseAlert(message.body);
  const keys = await hashedKeysOf(parsed.ok ? parsed.alert : null, message);
  const problem = parsed.ok ? null : parsed.problem;
  const asset = parsed.ok ? canonicalAsset(parsed.alert.asset) : null;
  const [{ key, seq }, lead] = await Promise.all([
    admitMessage(deps.db, message.secret, { keys, message, problem }),
    asset === null ? null : readLead(deps.db, deps.priceConfig, asset),
  ]);
  const decided = (reception: Reception): Receiving => ({
    decided: Promise.resolve(reception),
    warning: null,
  });
  if (key === null) return decided(UNKNOWN_KEY);
  if (parsed.ok && key.knownSignalId !== null)
    return decided(duplicateOf(key.knownSignalId, parsed.alert, key));
  if (seq === null) return decided(receptionOf(THROTTLED));
  const kept = { ...message, seq, keyId: key.id };
  if (parsed.ok) {
    const { alert } = parsed;
    return {
      decided: publishMessage(deps, { message: kept, alert, key, keys }),
      warning: warningOf(entryOf(alert, key.terms, message.receivedAtMs) - message.receivedAtMs, lead, asset),
    };
  }
  logRefusal(deps, kept, parsed.problem);
  return decided(receptionOf(parsed.problem));
}

function warningOf(untilEntryMs: number, lead: number | null, asset: string | null): string | null {
  if (lead === null || untilEntryMs >= lead * 1000) return null;
  const seconds = Math.floor(untilEntryMs / 1000);
  return `The entry is ${seconds} s after the message. Below ${lead} s the price of ${asset} at entry may be made already: then the signal is late.`;
}

/**
 * Decides on a message that is still in the inbox, by the time of its receipt; a message that is late by now is published as
 * late, or refused. Rejects if the database fails, and leaves it in the inbox.
 */
export async function decideAgain(deps: IngestDependencies, message: KeptMessage): Promise<void> {
  const parsed = parseAlert(message.body);
  if (!parsed.ok) return refuse(deps, message, parsed.problem);
  const keys = await hashedKeysOf(parsed.alert, message);
  const key = await findKeyAgain(deps.db, message.keyId, keys);
  if (key === null) return refuse(deps, message, REVOKED);
  if (key.knownSignalId !== null) return forgetMessage(deps.db, message);
  await publishMessage(deps, { message, alert: parsed.alert, key, keys });
}

export async function refuse(
  deps: IngestDependencies,
  message: KeptMessage,
  problem: AlertProblem,
): Promise<void> {
  await refuseMessage(deps.db, message, problem);
  logRefusal(deps, message, problem);
}

function logRefusal(
  { log }: IngestDependencies,
  { requestId, keyId }: KeptMessage,
  { code }: AlertProblem,
): void {
  log({ level: "info", event: "alert_refused", requestId, keyId, code });
}

const UNKNOWN_KEY = { status: "refused", code: "not_found", detail: "Not found." } as const;
const REVOKED = new AlertProblem("not_found", "The key was revoked before the message could be published.");
const THROTTLED = new AlertProblem(
  "throttled",
  `A key publishes at most ${MAX_ALERTS_PER_MINUTE} signals a minute.`,
);

function refused(problem: AlertProblem): { readonly ok: false; readonly problem: AlertProblem } {
  return { ok: false, problem };
}

function receptionOf({ code, message: detail }: AlertProblem): Reception {
  return { status: "refused", code, detail };
}

function duplicateOf(signalId: string, alert: Alert, key: UsableKey): Reception {
  return { status: "duplicate", signalId, notUnderstood: passedOver(alert, key) };
}

/** Names of the fields of a message that its key ignores. */
function passedOver({ notUnderstood, confidenceNames }: Alert, { terms }: UsableKey): readonly string[] {
  const names = terms.takesConfidence ? notUnderstood : [...notUnderstood, ...confidenceNames];
  return names.slice(0, MAX_NAMES_NOT_UNDERSTOOD);
}

interface Publication {
  readonly message: KeptMessage;
  readonly alert: Alert;
  readonly key: UsableKey;
  readonly keys: HashedKeys;
}

async function publishMessage(deps: IngestDependencies, publication: Publication): Promise<Reception> {
  try {
    return await publishAlert(deps, publication);
  } catch (error) {
    const problem = problemOf(error);
    // The sender may send it again; otherwise it is still in the inbox.
    if (!isPassing(problem)) await refuse(deps, publication.message, problem);
    return receptionOf(problem);
  }
}

async function publishAlert(
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
      // Null, which the column refuses, if a copy of another window was published meanwhile: that copy is stored under
      // another key.
      signal_id: sql`iif(${exists(selectKnownSignal(db, keys, key.id))}, NULL, ${entry?.signal_id ?? ""})`,
      sent_at: alert.sentAtMs,
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
    if (isExhausted(error)) throw THROTTLED;
    if (!isRepeated(error)) throw error;
    // Another copy was published between the look-up and the write.
    const known = (await findKeyAgain(db, key.id, keys))?.knownSignalId;
    if (!known) throw error;
    await forgetMessage(db, message);
    return duplicateOf(known, alert, key);
  }
}

/** Whether the same message may be published later. */
function isPassing({ code }: AlertProblem): boolean {
  return code === "ledger_busy" || code === "clock_wrong";
}

function problemOf(error: unknown): AlertProblem {
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
function isExhausted(error: unknown): boolean {
  return error instanceof Error && error.message.includes("ingest key is exhausted");
}
