/**
 * A message becomes a signal. One query finds key and duplicate, then the signal is published together with the row that
 * a second copy collides with: whatever happens in between, a message is stored once or not at all.
 */
import { eq } from "drizzle-orm";
import {
  type AlertProblemCode,
  MAX_ALERT_BYTES,
  MAX_ALERTS_PER_MINUTE,
  MAX_NAMES_NOT_UNDERSTOOD,
} from "#shared/contracts/hooks.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { RecordError } from "#worker/api/ledger/index.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { sha256 } from "#worker/http/sha256.ts";
import { type Alert, AlertProblem } from "./alert.ts";
import { idempotencyKeysOf } from "./idempotency-keys.ts";
import { keepFailure } from "./ingest-failures.ts";
import { findUsableKey, type HashedKeys, type UsableKey } from "./ingest-keys.ts";
import { parseAlert } from "./parse-alert.ts";
import { placeAlert } from "./place-alert.ts";
import { ingestEvents, ingestKeys } from "./tables.ts";

export interface Message {
  /** The secret part of the address. */
  readonly key: string;
  /** Null where it was longer than `MAX_ALERT_BYTES`. */
  readonly body: string | null;
  /** The sender's id for the message, of a header. */
  readonly givenId: string | null;
  readonly receivedAtMs: number;
  readonly requestId: string;
}

export type Reception =
  | {
      readonly status: "published" | "duplicate";
      readonly signalId: string;
      /** Names of the fields that were passed over. */
      readonly notUnderstood: readonly string[];
    }
  | RefusedReception;

interface RefusedReception {
  readonly status: "refused";
  readonly code: AlertProblemCode;
  readonly detail: string;
  /** Null where no key is called that. */
  readonly keyId: string | null;
}

/**
 * Refusals are logged and kept for staff, save those of unknown and of exhausted keys: see `keepUntold`. Throws where the
 * database fails.
 */
export async function receiveAlert(deps: ApiDependencies, message: Message): Promise<Reception> {
  const { db } = deps;
  const body = message.body ?? "";
  const parsed = message.body === null ? TOO_LONG : parseAlert(body);
  const keys = await hashedKeys(parsed.ok ? parsed.alert : null, { ...message, body });
  const key = await findUsableKey(db, message, keys);
  if (key === null) return UNKNOWN_KEY;
  const notUnderstood = parsed.ok ? parsed.alert.notUnderstood : [];
  if (key.earlierSignalId !== null)
    return { status: "duplicate", signalId: key.earlierSignalId, notUnderstood };
  if (key.isExhausted) return { ...THROTTLED, keyId: key.id };
  try {
    if (!parsed.ok) throw parsed.problem;
    return await publishAlert(deps, { key, keys, alert: parsed.alert, message });
  } catch (error) {
    const { code, message: detail } = problemOf(error);
    const refused = { status: "refused", code, detail, keyId: key.id } as const;
    await keepRefusal(deps, message, refused);
    return refused;
  }
}

/**
 * For a message whose sender was answered before it was decided on. Who is told in time that the key is unknown or exhausted
 * needs no trace of it; where nobody was told, it is logged and, where the key is known, kept for staff.
 */
export async function keepUntold(
  deps: ApiDependencies,
  message: Message,
  reception: Reception,
): Promise<void> {
  if (reception.status !== "refused") return;
  if (reception.code === "not_found" || reception.code === "throttled") {
    await keepRefusal(deps, message, reception);
  }
}

async function keepRefusal(
  { db, log }: ApiDependencies,
  message: Message,
  { code, detail, keyId }: RefusedReception,
): Promise<void> {
  const { requestId, receivedAtMs, body } = message;
  if (keyId !== null) {
    await keepFailure(db, { keyId, receivedAtMs, requestId, body: body ?? "", code, detail });
  }
  log({ level: "info", event: "alert_refused", requestId, keyId, code });
}

const UNKNOWN_KEY = { status: "refused", code: "not_found", detail: "Not found.", keyId: null } as const;

const TOO_LONG = {
  ok: false,
  problem: new AlertProblem("payload_too_large", `A message has at most ${MAX_ALERT_BYTES} bytes.`),
} as const;

const THROTTLED = {
  status: "refused",
  code: "throttled",
  detail: `A key publishes at most ${MAX_ALERTS_PER_MINUTE} signals a minute.`,
} as const;

interface Publication {
  readonly key: UsableKey;
  readonly keys: HashedKeys;
  readonly alert: Alert;
  readonly message: Message;
}

async function publishAlert(
  deps: ApiDependencies,
  { key, keys, alert, message }: Publication,
): Promise<Reception> {
  const { db } = deps;
  const { receivedAtMs } = message;
  const { notUnderstood } = alert;
  const names = [...new Set([...notUnderstood, ...key.notUnderstood])].slice(0, MAX_NAMES_NOT_UNDERSTOOD);
  const signal = placeAlert(alert, key.defaults, receivedAtMs);
  const alsoWrite: Parameters<typeof publishSignal>[0]["alsoWrite"] = ([entry]) => [
    db.insert(ingestEvents).values({
      key_id: key.id,
      idempotency_key: keys.own,
      signal_id: entry?.signal_id ?? "",
      sent_at: alert.sentAtMs,
      received_at: receivedAtMs,
    }),
    db
      .update(ingestKeys)
      .set({ last_used_at: receivedAtMs, not_understood: names })
      .where(eq(ingestKeys.id, key.id)),
  ];
  try {
    const { id } = await publishSignal({ ...deps, alsoWrite }, signal);
    return { status: "published", signalId: id, notUnderstood };
  } catch (error) {
    if (!isRepeated(error) && !isExhausted(error)) throw error;
    // Its first copy, or as many others as there may be, was published between our look-up and our write.
    const now = await findUsableKey(db, message, keys);
    if (now?.earlierSignalId) return { status: "duplicate", signalId: now.earlierSignalId, notUnderstood };
    if (isExhausted(error)) return { ...THROTTLED, keyId: key.id };
    throw error;
  }
}

/** What cannot be understood is compared with nothing: no message is stored under an empty key. */
async function hashedKeys(
  alert: Alert | null,
  message: Message & { readonly body: string },
): Promise<HashedKeys> {
  if (alert === null) return { own: "", earlier: "", sinceMs: 0 };
  const { own, earlier, sinceMs } = idempotencyKeysOf(alert, message);
  return { own: await sha256(own), earlier: await sha256(earlier), sinceMs };
}

function problemOf(error: unknown): { readonly code: AlertProblemCode; readonly message: string } {
  if (error instanceof AlertProblem) return error;
  if (!(error instanceof RecordError)) throw error;
  const { code, message } = error;
  if (code === "trader_retired" || code === "ledger_busy" || code === "clock_wrong") return { code, message };
  return { code: "invalid", message };
}

/** SQLite's words for the primary key of `ingest_events`. */
function isRepeated(error: unknown): boolean {
  return error instanceof Error && error.message.includes("UNIQUE constraint failed: ingest_events.");
}

/** The words of the trigger `ingest_keys_publish_so_many`. */
function isExhausted(error: unknown): boolean {
  return error instanceof Error && error.message.includes("ingest key is exhausted");
}
