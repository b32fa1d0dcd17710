/** The dry run: what a message would become now, by the same steps as a real one. Nothing is stored. */
import { and, eq } from "drizzle-orm";
import type { AlertTrial } from "#shared/contracts/ingest-messages.ts";
import type { IngestDependencies } from "./dependencies.ts";
import { previewSignal, readLead } from "#worker/api/signals/index.ts";
import { sha256 } from "#worker/http/digests.ts";
import type { AlertProblem } from "./alert.ts";
import { placeAlert } from "./place-alert.ts";
import { passedOver, problemOf, THROTTLED } from "./publish-alert.ts";
import type { SentMessage } from "./read-message.ts";
import { parseMessage, UNKNOWN_KEY, warningOf } from "./receive-alert.ts";
import { ingestKeys } from "#worker/api/tables/ingest.ts";
import { hashedKeysOf, isExhausted, selectUsableKey, toUsableKey } from "./usable-key.ts";

export async function tryAlert(
  deps: IngestDependencies,
  secret: string,
  message: SentMessage,
): Promise<AlertTrial | AlertProblem> {
  const { db, priceConfig } = deps;
  const { receivedAtMs } = message;
  const parsed = parseMessage(message);
  const keys = await hashedKeysOf(parsed.ok ? parsed.alert : null, message);
  const isKey = eq(ingestKeys.key_hash, await sha256(secret));
  const [[row], exhausted] = await db.batch([
    selectUsableKey(db, isKey, keys),
    db
      .select({ id: ingestKeys.id })
      .from(ingestKeys)
      .where(and(isKey, isExhausted(db, receivedAtMs))),
  ]);
  if (!row) return UNKNOWN_KEY;
  if (!parsed.ok) return parsed.problem;
  const { alert } = parsed;
  const key = toUsableKey(row);
  try {
    if (key.knownSignalId === null && exhausted.length > 0) throw THROTTLED;
    const [signal, lead] = await Promise.all([
      previewSignal(deps, placeAlert(alert, key.terms, receivedAtMs)),
      readLead(db, priceConfig, alert.asset),
    ]);
    return {
      status: "dry_run",
      signal,
      duplicate_of: key.knownSignalId,
      received_at: new Date(receivedAtMs).toISOString(),
      not_understood: [...passedOver(alert, key)],
      warning: warningOf(alert, key.terms, lead, receivedAtMs),
    };
  } catch (error) {
    return problemOf(error);
  }
}
