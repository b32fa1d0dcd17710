/** Passes new signals to the push senders of their followers: after each commit, and each minute those that failed before. */
import { and, asc, eq, gt, lt, max, sql } from "drizzle-orm";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import type { Database } from "#worker/api/database.ts";
import { signals } from "#worker/api/signals/tables.ts";
import { describeError } from "#worker/http/logger.ts";
import type { PushSender } from "./push-sender.ts";
import { selectPrefixes } from "./select-recipients.ts";
import { pushProgress } from "./tables.ts";
import { MAX_ANNOUNCED_SIGNALS } from "#shared/limits/push.ts";

type Dependencies = Pick<ApiDependencies, "db" | "now" | "log" | "pushSenders" | "vapidKeys">;

/** Statement for signals that the senders do not have and whose entry is still to come. */
export function selectNewSignals(db: Database, nowMs: number) {
  return db
    .select({
      seq: signals.published_seq,
      id: signals.id,
      trader_id: signals.trader_id,
      entry_at: signals.entry_at,
    })
    .from(signals)
    .where(
      and(
        gt(signals.published_seq, sql`(SELECT ${pushProgress.seq} FROM ${pushProgress})`),
        gt(signals.entry_at, nowMs),
        eq(signals.outcome, "open"),
      ),
    )
    .orderBy(asc(signals.published_seq))
    .limit(MAX_ANNOUNCED_SIGNALS);
}

/** Overlapping runs do no harm: a sender accepts each signal once. */
export async function announceSignals(deps: Dependencies): Promise<void> {
  const { db, now } = deps;
  const vapid = await deps.vapidKeys();
  if (vapid === null) return;
  const [news, [head]] = await db.batch([
    selectNewSignals(db, now()),
    db.select({ seq: max(signals.published_seq) }).from(signals),
  ]);
  let knownSeq = news.length < MAX_ANNOUNCED_SIGNALS ? (head?.seq ?? 0) : (news.at(-1)?.seq ?? 0);
  for (const signal of news) {
    const prefixes = await selectPrefixes(db, signal.trader_id, vapid.publicKey);
    // The signals after it are passed on too; from it on, all are passed on again at the next run.
    if (!(await giveToSenders(deps, signal, prefixes))) knownSeq = Math.min(knownSeq, signal.seq - 1);
  }
  await db.update(pushProgress).set({ seq: knownSeq }).where(lt(pushProgress.seq, knownSeq));
}

/** False if a sender did not accept it; this is logged. */
async function giveToSenders(
  { pushSenders, log }: Dependencies,
  { id: signalId, entry_at: entryAtMs }: { readonly id: string; readonly entry_at: number },
  prefixes: readonly { readonly prefix: string }[],
): Promise<boolean> {
  const senders = senderNamespace(pushSenders);
  const taken = await Promise.allSettled(
    prefixes.map(({ prefix }) => senders.getByName(prefix).take({ signalId, prefix, entryAtMs })),
  );
  const failed = taken.find((result) => result.status === "rejected");
  if (failed)
    log({ level: "error", event: "push_not_announced", signalId, error: describeError(failed.reason) });
  return failed === undefined;
}

/** wrangler.toml declares the binding's class, which types cannot see: PUSH_SENDER is PushSender. */
function senderNamespace(namespace: DurableObjectNamespace): DurableObjectNamespace<PushSender> {
  return namespace as DurableObjectNamespace<PushSender>;
}
