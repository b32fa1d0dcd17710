/** Counts sign-in attempts on one key, for all isolates: one Durable Object per account id and per address. */
import { DurableObject } from "cloudflare:workers";

/** At most `maxAttempts` within any span of `windowMs`. */
export interface AttemptLimit {
  readonly maxAttempts: number;
  readonly windowMs: number;
}

/** `retryAfterSeconds` is at least 1: the time until the oldest attempt leaves the window. */
export type Admission =
  | { readonly admitted: true; readonly attemptId: number }
  | { readonly admitted: false; readonly retryAfterSeconds: number };

/**
 * A sliding log, as in Django REST's SimpleRateThrottle. An attempt counts from its admission, before its outcome is known,
 * so that simultaneous attempts cannot pass together; a successful one is given back. Deletes its data once a whole window
 * has passed without an attempt.
 */
export class SignInLimiter extends DurableObject {
  /** Counts an attempt at `nowMs`, or returns how long to wait; a refused attempt does not count. `account` is a digest. */
  async admit(limit: AttemptLimit, account: string, nowMs: number): Promise<Admission> {
    const retryAfterSeconds = this.waitFor(limit, nowMs);
    if (retryAfterSeconds !== null) return { admitted: false, retryAfterSeconds };
    const { windowMs } = limit;
    const sql = this.attempts();
    sql.exec("DELETE FROM account_attempts WHERE at_ms <= ?", nowMs - windowMs);
    const { id } = sql
      .exec<{ id: number }>(
        "INSERT INTO account_attempts (account, at_ms) VALUES (?, ?) RETURNING id",
        account,
        nowMs,
      )
      .one();
    // By the platform's clock, not the caller's: only the clean-up depends on it.
    await this.ctx.storage.setAlarm(Date.now() + windowMs);
    return { admitted: true, attemptId: id };
  }

  /** How many seconds an attempt at `nowMs` would have to wait; null if it would be admitted. Writes nothing. */
  waitFor({ maxAttempts, windowMs }: AttemptLimit, nowMs: number): number | null {
    const { sql } = this.ctx.storage;
    // Does not create the table: its rows would stay until an alarm, and only an attempt sets one.
    if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'account_attempts'").toArray().length === 0)
      return null;
    const { count, oldest } = sql
      .exec<{ count: number; oldest: number | null }>(
        "SELECT count(*) AS count, min(at_ms) AS oldest FROM account_attempts WHERE at_ms > ?",
        nowMs - windowMs,
      )
      .one();
    if (oldest === null || count < maxAttempts) return null;
    return Math.max(1, Math.ceil((oldest + windowMs - nowMs) / 1000));
  }

  /** Removes one attempt from the count. */
  giveBack(attemptId: number): void {
    this.attempts().exec("DELETE FROM account_attempts WHERE id = ?", attemptId);
  }

  /** Removes every attempt on one account from the count. */
  giveBackAll(account: string): void {
    this.attempts().exec("DELETE FROM account_attempts WHERE account = ?", account);
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }

  private attempts(): SqlStorage {
    const { sql } = this.ctx.storage;
    // Here and not in the constructor, because the alarm drops the table while the object stays in memory.
    sql.exec(
      `CREATE TABLE IF NOT EXISTS account_attempts
         (id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT`,
    );
    return sql;
  }
}
