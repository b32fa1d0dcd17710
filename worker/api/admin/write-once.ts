/** A write on a signal that staff name with an `Idempotency-Key` takes effect once, however often it is sent. */
import { eq, lte } from "drizzle-orm";
import type { Context } from "hono";
import { canonicalJson, type JsonValue } from "#shared/canonical-json.ts";
import type { SignalDetail } from "#shared/contracts/signals.ts";
import { IDEMPOTENCY_KEY_DAYS } from "#shared/limits.ts";
import { invalidInputResponse } from "#worker/api/field-errors.ts";
import type { LedgerDependencies } from "#worker/api/ledger/index.ts";
import type { MemberEnv } from "#worker/api/session/index.ts";
import { showSignal } from "#worker/api/signals/index.ts";
import { causeOf } from "#worker/http/log.ts";
import { sha256 } from "#worker/http/sha256.ts";
import { idempotencyKeys } from "./tables.ts";

export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 200;

/** What a route's description says of the header. */
export const IDEMPOTENCY_KEY = {
  "Idempotency-Key": {
    description:
      `Names the write, in at most ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters of the caller's own: a repeat with the same body is ` +
      "answered 200 with the signal as it stands, and one with another body is refused.",
  },
};

export type Once<Answer> =
  | { readonly outcome: "written"; readonly answer: Answer }
  | { readonly outcome: "repeated"; readonly signal: SignalDetail }
  | { readonly outcome: "refused"; readonly refusal: Response };

/**
 * Writes once. `write` is given dependencies that remember the key in the transaction of the ledger entry, and the key's hash where
 * there is one. A request is the same as an earlier one where path and body are, whatever fields the body has. Rejects as `write`
 * does.
 */
export async function writeOnce<Answer>(
  c: Context<MemberEnv>,
  deps: LedgerDependencies,
  write: (deps: LedgerDependencies, keyHash?: string) => Promise<Answer>,
): Promise<Once<Answer>> {
  const key = c.req.header("Idempotency-Key") ?? "";
  if (key === "") return { outcome: "written", answer: await write(deps) };
  if (key.length > MAX_IDEMPOTENCY_KEY_CHARACTERS)
    return refuseKey(`At most ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters.`);
  const asked = canonicalJson(await c.req.json<JsonValue>());
  const keyHash = await sha256(`publish\n${c.var.member.accountId}\n${key}`);
  const request = { keyHash, requestHash: await sha256(`${c.req.path}\n${asked}`) };
  const earlier = await findEarlier(deps, request);
  if (earlier) return earlier;
  try {
    return { outcome: "written", answer: await write(remembering(deps, request), keyHash) };
  } catch (error) {
    // Its first copy may have been written between our look-up and our write.
    const first = await findEarlier(deps, request);
    if (first) return first;
    // Its key was used before keys were stored, and nobody knows what for.
    if (isPublished(error)) return refuseKey(USED_BEFORE);
    throw error;
  }
}

interface KeyedRequest {
  readonly keyHash: string;
  readonly requestHash: string;
}

async function findEarlier(
  { db }: LedgerDependencies,
  { keyHash, requestHash }: KeyedRequest,
): Promise<Once<never> | null> {
  const stored = await db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key_hash, keyHash)).get();
  if (!stored) return null;
  if (stored.request_hash !== requestHash) return refuseKey(USED_BEFORE);
  const signal = await showSignal(db, stored.signal_id);
  return signal && { outcome: "repeated", signal };
}

const USED_BEFORE = "Used for another request before.";

/** The words of the trigger `signals_are_published_once`. */
function isPublished(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof Error && cause.message.includes("signal exists");
}

/** Id of the signal that a request with this key publishes: the record takes no id twice, whether the key is still stored or not. */
export function signalIdOf(keyHash: string): string {
  return keyHash.slice(0, 20);
}

function remembering(deps: LedgerDependencies, { keyHash, requestHash }: KeyedRequest): LedgerDependencies {
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

const DAY_MS = 24 * 60 * 60 * 1000;

/** Forgets keys whose time is over; for the scheduled handler. */
export async function purgeOldKeys({ db, now }: Pick<LedgerDependencies, "db" | "now">): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lte(idempotencyKeys.written_at, now() - IDEMPOTENCY_KEY_DAYS * DAY_MS));
}
