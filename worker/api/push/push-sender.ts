/**
 * Sends signals to one part of their followers' browsers. There is a Durable Object for each two leading digits of account
 * ids, and the publisher waits for none of them. Works in runs from its alarm; see run-sender.ts.
 */
import { DurableObject } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { type Env, readConfig } from "#worker/config.ts";
import { createReportingLog } from "#worker/errors/reporting-log.ts";
import { describeError, type Log } from "#worker/http/logger.ts";
import { type Job, SendQueue } from "./send-queue.ts";
import { createVapidKeys, type VapidKeys } from "./vapid.ts";
import { PUSH_PAUSE_MS } from "#shared/limits/push.ts";

export class PushSender extends DurableObject<Env> {
  private readonly queue: SendQueue;
  private readonly vapidKeys: VapidKeys;
  private readonly isLocal: boolean;
  private readonly log: Log;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const config = readConfig(env);
    this.log = createReportingLog(config.errorReporting);
    this.queue = new SendQueue(ctx.storage.sql);
    this.vapidKeys = createVapidKeys(config, this.log);
    this.isLocal = config.isLocal;
  }

  /** Idempotent. Returns when the signal is stored: it is sent even if the caller fails afterwards. */
  async take(job: Job): Promise<void> {
    this.queue.add(job);
    await this.ctx.storage.setAlarm(Date.now());
  }

  override async alarm(): Promise<void> {
    let nextAtMs = Date.now() + PUSH_PAUSE_MS;
    try {
      const vapid = await this.vapidKeys();
      if (vapid === null) return;
      const { runSender } = await import("./run-sender.ts");
      await runSender({
        db: drizzle(this.env.DB),
        queue: this.queue,
        vapid,
        isLocal: this.isLocal,
        now: Date.now,
        log: this.log,
      });
      const dueAtMs = this.queue.nextAtMs(Date.now());
      if (dueAtMs === null) return;
      nextAtMs = dueAtMs;
    } catch (error) {
      // If it were rethrown, the alarm would stop after a few attempts.
      this.log({ level: "error", event: "push_not_sent", error: describeError(error) });
      this.queue.purge(Date.now());
      if (this.queue.nextAtMs(Date.now()) === null) return;
    }
    await this.ctx.storage.setAlarm(nextAtMs);
  }
}
