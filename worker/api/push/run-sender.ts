/**
 * One run of a sender: sends its signals to its part of their followers, a page at a time. At least once: if a run breaks
 * off, its current page is sent again, with the same `Topic` and `tag`, so that a browser shows each message once.
 */
import { eq } from "drizzle-orm";
import pLimit from "p-limit";
import type { Signal } from "#shared/contracts/signals.ts";
import type { Database } from "#worker/api/database.ts";
import { signalFields, toSignal } from "#worker/api/signals/index.ts";
import { signals } from "#worker/api/signals/tables.ts";
import { traders } from "#worker/api/traders/tables.ts";
import { plainWords } from "#worker/http/fetch-bounded.ts";
import type { Log } from "#worker/http/logger.ts";
import { type Recipient, selectPage, selectStill } from "./select-recipients.ts";
import type { SendQueue, Wait } from "./send-queue.ts";
import { type News, type Outcome, type Run, sendPush } from "./send-push.ts";
import { removeGone } from "./subscriptions.ts";
import type { Vapid } from "./vapid.ts";
import { createWriter, type Write } from "./write-message.ts";
import { PUSHES_AT_ONCE, PUSH_PAGE, PUSH_RUN } from "#shared/limits/push.ts";

export interface SenderDependencies {
  readonly db: Database;
  readonly queue: SendQueue;
  readonly vapid: Vapid;
  readonly isLocal: boolean;
  readonly now: () => number;
  readonly log: Log;
}

/** Does what is due, within the limits of one run. */
export async function runSender(deps: SenderDependencies): Promise<void> {
  const { queue, now } = deps;
  const sender = new Sender(deps);
  const untilMs = now() + PUSH_RUN.maxMs;
  while (sender.messages < PUSH_RUN.messages && now() < untilMs) {
    queue.purge(now());
    const next = queue.nextJob();
    const waiting = next ? null : queue.nextWaits(now(), PUSH_PAGE);
    if (next) await sender.sendPage(next);
    else if (waiting) await sender.sendAgain(waiting);
    else break;
  }
  sender.report();
}

class Sender {
  messages = 0;
  private readonly deps: SenderDependencies;
  private readonly run: Run;
  private readonly limit = pLimit(PUSHES_AT_ONCE);
  private readonly writers = new Map<string, Write>();
  private readonly counts: Partial<Record<Outcome["state"], number>> = {};
  private refusal: { readonly status: number | null; readonly words: string | null } | null = null;

  constructor(deps: SenderDependencies) {
    this.deps = deps;
    const { vapid, isLocal, now } = deps;
    this.run = { vapid, isLocal, now, authorizations: new Map(), failures: new Map(), pauses: new Map() };
  }

  async sendPage({ job: { signalId, prefix }, after }: NonNullable<ReturnType<SendQueue["nextJob"]>>) {
    const { db, queue, vapid } = this.deps;
    const selection = { signalId, serverKey: vapid.publicKey, prefix, after, limit: PUSH_PAGE };
    const [[signal], page] = await db.batch([selectSignal(db, signalId), selectPage(db, selection)]);
    if (signal?.outcome !== "open") return queue.end(signalId);
    const { waits, gone } = await this.sendAll(
      this.newsOf(toSignal(signal)),
      page.map((recipient) => [recipient, 0]),
    );
    const last = page.at(-1);
    queue.advance(signalId, page.length < PUSH_PAGE || !last ? null : last, waits);
    if (gone.length > 0) await removeGone(db, gone);
  }

  /** Recipients that have unfollowed or are deleted are dropped from the queue. */
  async sendAgain({ signalId, waits: due }: NonNullable<ReturnType<SendQueue["nextWaits"]>>) {
    const { db, queue, vapid } = this.deps;
    const attempts = new Map(due.map((wait) => [wait.id, wait.attempts]));
    const still = selectStill(db, signalId, vapid.publicKey, [...attempts.keys()]);
    const [[signal], recipients] = await db.batch([selectSignal(db, signalId), still]);
    if (signal?.outcome !== "open") return queue.end(signalId);
    const { waits, gone } = await this.sendAll(
      this.newsOf(toSignal(signal)),
      recipients.map((recipient) => [recipient, attempts.get(recipient.id) ?? 0]),
    );
    queue.settle(signalId, due, waits);
    if (gone.length > 0) await removeGone(db, gone);
  }

  report(): void {
    if (this.messages === 0) return;
    const { refusal } = this;
    this.deps.log({
      level: refusal ? "warn" : "info",
      event: "push_sent",
      ...this.counts,
      ...(refusal && { status: refusal.status, words: refusal.words }),
    });
  }

  private newsOf(signal: Signal): News {
    const write = this.writers.get(signal.id) ?? createWriter(signal);
    this.writers.set(signal.id, write);
    return { signalId: signal.id, entryAtMs: Date.parse(signal.entry_at), write };
  }

  private async sendAll(
    news: News,
    recipients: readonly (readonly [recipient: Recipient, attempts: number])[],
  ) {
    const waits: Wait[] = [];
    const gone: string[] = [];
    this.messages += recipients.length;
    await Promise.all(
      recipients.map(([recipient, attempts]) =>
        this.limit(async () => {
          const outcome = await sendPush(this.run, news, recipient, attempts).catch(failure);
          const { state } = outcome;
          this.counts[state] = (this.counts[state] ?? 0) + 1;
          if (state === "gone") gone.push(recipient.id);
          if (state === "refused") this.refusal ??= outcome;
          if (state === "waits")
            waits.push({ id: recipient.id, attempts: outcome.attempts, nextAtMs: outcome.nextAtMs });
        }),
      ),
    );
    return { waits, gone };
  }
}

/** A message that cannot be written or encrypted for one browser does not affect the others. */
function failure(error: unknown): Outcome {
  return { state: "refused", status: null, words: plainWords(String(error)) };
}

function selectSignal(db: Database, signalId: string) {
  return db
    .select(signalFields)
    .from(signals)
    .innerJoin(traders, eq(traders.id, signals.trader_id))
    .where(eq(signals.id, signalId));
}
