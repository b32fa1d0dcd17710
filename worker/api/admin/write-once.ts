/** A write on a signal that staff send with an `Idempotency-Key` takes effect once, however often it is sent. */
import { eq, lte, sql } from "drizzle-orm";
import type { Context } from "hono";
import * as v from "valibot";
import { canonicalJson, type JsonValue } from "#shared/encoding/canonical-json.ts";
import type { NewTrader } from "#shared/contracts/traders.ts";
import type { Database } from "#worker/api/database.ts";
import { invalidInputResponse } from "#worker/api/field-errors.ts";
import type { PublishingDependencies } from "#worker/api/signals/index.ts";
import type { MemberEnv } from "#worker/api/session/index.ts";
import { showSignal } from "#worker/api/signals/index.ts";
import { causeOf, describeError } from "#worker/http/logger.ts";
import { sha256 } from "#worker/http/digests.ts";
import { idempotencyKeys } from "#worker/api/tables/admin.ts";
import { IDEMPOTENCY_KEY_DAYS, MAX_IDEMPOTENCY_KEY_CHARACTERS } from "#shared/limits/requests.ts";
import { DAY_MS } from "#shared/time/time-units.ts";

/** The header in a route's description. */
export const IDEMPOTENCY_KEY = {
  "Idempotency-Key": {
    description:
      `Names the write, in at most ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters of the caller's own: a repeat with the same body is ` +
      "answered 200 with the first answer, and one with another body is refused.",
  },
};

export type Once<Answer> =
  | { readonly outcome: "written" | "repeated"; readonly answer: Answer }
  | { readonly outcome: "refused"; readonly refusal: Response };

interface Write<Answer> {
  /** Schema of the answer. */
  readonly schema: v.GenericSchema<unknown, Answer>;
  /**
   * Receives dependencies that store the key in the transaction of the ledger entry, and the key's hash if there is a key;
   * returns the answer.
   */
  readonly write: (deps: PublishingDependencies, keyHash?: string) => Promise<Answer>;
}

/**
 * Writes once; a repeat gets the first answer. Two requests are the same if their paths and bodies are equal. Rejects as
 * `write` does.
 */
export async function writeOnce<Answer>(
  c: Context<MemberEnv>,
  deps: PublishingDependencies,
  { schema, write }: Write<Answer>,
): Promise<Once<Answer>> {
  const key = c.req.header("Idempotency-Key") ?? "";
  if (key === "") return { outcome: "written", answer: await write(deps) };
  if (key.length > MAX_IDEMPOTENCY_KEY_CHARACTERS)
    return refuseKey(`At most ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters.`);
  const asked = canonicalJson(await c.req.json<JsonValue>());
  const keyHash = await sha256(`publish\n${c.var.member.accountId}\n${key}`);
  const request = { keyHash, requestHash: await sha256(`${c.req.path}\n${asked}`) };
  const earlier = await findEarlier(deps, request, schema);
  if (earlier) return earlier;
  try {
    const answer = await write(remembering(deps, request), keyHash);
    await keepAnswer(deps, keyHash, answer);
    return { outcome: "written", answer };
  } catch (error) {
    // Another copy may have been written between the look-up and the write.
    const first = await findEarlier(deps, request, schema);
    if (first) return first;
    // The key was used so long ago that it is deleted, so nothing is known about its first request.
    if (isPublished(error)) return refuseKey(USED_BEFORE);
    throw error;
  }
}

/** The write has succeeded: if its answer cannot be stored, a repeat gets the signal as it is at that time. */
async function keepAnswer(
  { db, log }: PublishingDependencies,
  keyHash: string,
  answer: unknown,
): Promise<void> {
  try {
    await db.update(idempotencyKeys).set({ answer }).where(eq(idempotencyKeys.key_hash, keyHash));
  } catch (error) {
    log({ level: "warn", event: "answer_not_kept", error: describeError(error) });
  }
}

/** Statement that renames a trader in the stored first answers. */
export function renameInAnswers(db: Database, { handle, name }: Pick<NewTrader, "handle" | "name">) {
  return db
    .update(idempotencyKeys)
    .set({ answer: sql`json_set(${idempotencyKeys.answer}, '$.trader.name', ${name})` })
    .where(sql`${idempotencyKeys.answer} ->> '$.trader.handle' = ${handle}`);
}

interface KeyedRequest {
  readonly keyHash: string;
  readonly requestHash: string;
}

async function findEarlier<Answer>(
  { db }: PublishingDependencies,
  { keyHash, requestHash }: KeyedRequest,
  schema: v.GenericSchema<unknown, Answer>,
): Promise<Once<Answer> | null> {
  const stored = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key_hash, keyHash)).get();
  if (!stored) return null;
  if (stored.request_hash !== requestHash) return refuseKey(USED_BEFORE);
  const answer = stored.answer ?? (await showSignal(db, stored.signal_id));
  return answer === null ? null : { outcome: "repeated", answer: v.parse(schema, answer) };
}

const USED_BEFORE = "This key was used for another request.";

/** Matches the error of the trigger `signals_are_published_once`. */
function isPublished(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && cause.message.includes("signal exists");
}

/** Id of the signal that a request with this key publishes: the record takes no id twice, even after the key was deleted. */
export function signalIdOf(keyHash: string): string {
  return keyHash.slice(0, 20);
}

function remembering(
  deps: PublishingDependencies,
  { keyHash, requestHash }: KeyedRequest,
): PublishingDependencies {
  const { db, now, alsoWrite = () => [] } = deps;
  return {
    ...deps,
    alsoWrite: (entries) => [
      ...alsoWrite(entries),
      db.insert(idempotencyKeys).values({
        key_hash: keyHash,
        request_hash: requestHash,
        signal_id: entries[0]?.signal_id ?? "",
        written_at: now(),
      }),
    ],
  };
}

function refuseKey(message: string): Once<never> {
  return { outcome: "refused", refusal: invalidInputResponse({ "Idempotency-Key": [message] }) };
}

/** Deletes expired keys; for the scheduled handler. */
export async function purgeOldKeys({ db, now }: Pick<PublishingDependencies, "db" | "now">): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.written_at, now() - IDEMPOTENCY_KEY_DAYS * DAY_MS));
}
