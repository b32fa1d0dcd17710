/**
 * Tells a page of browsers of a signal. At least once: if it breaks off, the page is sent again, with the same `Topic` and
 * `tag`, so that a browser shows each message once.
 */
import { eq, sql } from "drizzle-orm";
import pLimit from "p-limit";
import type { Database } from "#worker/api/database.ts";
import type { VapidKeys } from "./vapid.ts";
import type { BaseDependencies, Delivery } from "#worker/api/dependencies.ts";
import { signalFields, toSignal } from "#worker/api/signals/index.ts";
import { signals } from "#worker/api/tables/signals.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { plainWords } from "#worker/http/fetch-bounded.ts";
import type { Log } from "#worker/http/logger.ts";
import { selectRecipients } from "./select-recipients.ts";
import { type Outcome, sendPush } from "./send-push.ts";
import { removeGone } from "./subscriptions.ts";
import { pushPages } from "#worker/api/tables/push.ts";
import { createWriter } from "./write-message.ts";
import { PUSHES_AT_ONCE } from "#shared/limits/push.ts";

export interface SendingDependencies extends BaseDependencies {
  readonly deliveries: Queue<Delivery>;
  readonly isLocal: boolean;
  readonly vapidKeys: VapidKeys;
}

function selectPage(db: Database, seq: number) {
  return db
    .select({ ...signalFields, attempts: pushPages.attempts })
    .from(pushPages)
    .innerJoin(signals, eq(signals.id, pushPages.signal_id))
    .innerJoin(traders, eq(traders.id, signals.trader_id))
    .where(eq(pushPages.seq, seq));
}

/** Does nothing if the page was sent. Browsers that have to wait get pages of their own, which are enqueued for later. */
export async function sendPage(deps: SendingDependencies, seq: number): Promise<void> {
  const { db, now, log } = deps;
  const vapid = await deps.vapidKeys();
  if (vapid === null) return;
  const [[page], recipients] = await db.batch([
    selectPage(db, seq),
    selectRecipients(db, seq, vapid.publicKey),
  ]);
  if (!page) return;
  const isPage = eq(pushPages.seq, seq);
  if (page.outcome !== "open") return void (await db.delete(pushPages).where(isPage));
  const signal = toSignal(page);
  const news = { signalId: signal.id, entryAtMs: Date.parse(signal.entry_at), write: createWriter(signal) };
  const limit = pLimit(PUSHES_AT_ONCE);
  const told = await Promise.all(
    recipients.map((recipient) =>
      limit(async () => ({
        id: recipient.id,
        ...(await sendPush({ ...deps, vapid }, news, recipient, page.attempts).catch(failure)),
      })),
    ),
  );
  report(log, told);
  const waits = told.filter((outcome) => outcome.state === "waits");
  const later = [...Map.groupBy(waits, ({ attempts, seconds }) => `${attempts} ${seconds}`).values()];
  const gone = told.filter(({ state }) => state === "gone").map(({ id }) => id);
  const [, , ...made] = await db.batch([
    db.delete(pushPages).where(isPage),
    removeGone(db, gone),
    ...later.map((group) => insertLater(db, signal.id, group, now())),
  ]);
  for (const { seq: push, delaySeconds } of made.flat())
    await deps.deliveries.send({ push }, { delaySeconds });
}

type Waiting = Extract<Outcome, { readonly state: "waits" }> & { readonly id: string };

/** Statement that creates a page of browsers that wait equally long. */
function insertLater(db: Database, signalId: string, group: readonly Waiting[], nowMs: number) {
  const { attempts, seconds } = group[0] ?? { attempts: 0, seconds: 0 };
  const subscriptions = group.map(({ id }) => id);
  return db
    .insert(pushPages)
    .values({ signal_id: signalId, subscriptions, attempts, next_at: nowMs + seconds * 1000 })
    .returning({ seq: pushPages.seq, delaySeconds: sql<number>`${seconds}`.as("delay_seconds") });
}

function report(log: Log, told: readonly Outcome[]): void {
  if (told.length === 0) return;
  const refused = told.filter((outcome) => outcome.state === "refused");
  const [first] = refused;
  const counts = [...Map.groupBy(told, ({ state }) => state)].map(([state, of]) => [state, of.length]);
  log({
    level: first ? "warn" : "info",
    event: "push_sent",
    ...Object.fromEntries(counts),
    ...(first && { status: first.status, words: [...new Set(refused.map(({ words }) => words))].join("; ") }),
  });
}

/** A message that cannot be written or encrypted for one browser does not affect the others. */
function failure(error: unknown): Outcome {
  return { state: "refused", status: null, words: plainWords(String(error)) };
}
