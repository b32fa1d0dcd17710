/** The queue of one sender, in its own storage: each signal it was given, and each message that waits for another attempt. */

/** A signal, and the part of its followers that this sender has. */
export interface Job {
  readonly signalId: string;
  /** Beginning of the ids of their accounts. */
  readonly prefix: string;
  /** Nothing is sent from then on. */
  readonly entryAtMs: number;
}

/** The recipient up to which a signal has been sent. */
export interface Place {
  readonly account_id: string;
  readonly id: string;
}

/** A message that waits for another attempt. */
export interface Wait {
  readonly id: string;
  readonly attempts: number;
  readonly nextAtMs: number;
}

export class SendQueue {
  private readonly sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.sql = sql;
    sql.exec(
      `CREATE TABLE IF NOT EXISTS jobs (signal_id TEXT PRIMARY KEY, prefix TEXT NOT NULL, entry_at INTEGER NOT NULL,
         after_account TEXT, after_id TEXT, is_done INTEGER NOT NULL DEFAULT 0) STRICT;
       CREATE TABLE IF NOT EXISTS waits (signal_id TEXT NOT NULL, subscription_id TEXT NOT NULL, attempts INTEGER NOT NULL,
         next_at INTEGER NOT NULL, PRIMARY KEY (signal_id, subscription_id)) STRICT`,
    );
  }

  /** Idempotent until the signal's entry. */
  add({ signalId, prefix, entryAtMs }: Job): void {
    this.sql.exec(
      "INSERT INTO jobs (signal_id, prefix, entry_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
      signalId,
      prefix,
      entryAtMs,
    );
  }

  /** The signal with the earliest entry that still has recipients to be read; null if there is none. */
  nextJob(): { readonly job: Job; readonly after: Place | null } | null {
    const [row] = this.sql
      .exec<{
        signal_id: string;
        prefix: string;
        entry_at: number;
        after_account: string | null;
        after_id: string | null;
      }>("SELECT * FROM jobs WHERE is_done = 0 ORDER BY entry_at LIMIT 1")
      .toArray();
    if (!row) return null;
    const { after_account: accountId, after_id: id } = row;
    return {
      job: { signalId: row.signal_id, prefix: row.prefix, entryAtMs: row.entry_at },
      after: accountId === null || id === null ? null : { account_id: accountId, id },
    };
  }

  /** Due messages of one signal; null if there is none. */
  nextWaits(
    nowMs: number,
    limit: number,
  ): { readonly signalId: string; readonly waits: readonly Wait[] } | null {
    const rows = this.sql
      .exec<{ signal_id: string; subscription_id: string; attempts: number; next_at: number }>(
        `SELECT * FROM waits WHERE next_at <= ?1
           AND signal_id = (SELECT signal_id FROM waits WHERE next_at <= ?1 ORDER BY next_at LIMIT 1) LIMIT ?2`,
        nowMs,
        limit,
      )
      .toArray();
    const [first] = rows;
    if (!first) return null;
    const waits = rows.map(({ subscription_id: id, attempts, next_at: nextAtMs }) => ({
      id,
      attempts,
      nextAtMs,
    }));
    return { signalId: first.signal_id, waits };
  }

  /** Stores that a page was sent; `place` is null if it was the last. */
  advance(signalId: string, place: Place | null, waits: readonly Wait[]): void {
    if (place)
      this.sql.exec(
        "UPDATE jobs SET after_account = ?, after_id = ? WHERE signal_id = ?",
        place.account_id,
        place.id,
        signalId,
      );
    else this.sql.exec("UPDATE jobs SET is_done = 1 WHERE signal_id = ?", signalId);
    this.wait(signalId, waits);
  }

  /** Stores that waiting messages were sent; `waits` are those that wait again. */
  settle(signalId: string, sent: readonly Wait[], waits: readonly Wait[]): void {
    for (const { id } of sent)
      this.sql.exec("DELETE FROM waits WHERE signal_id = ? AND subscription_id = ?", signalId, id);
    this.wait(signalId, waits);
  }

  /** Ends a signal: nothing more is sent. */
  end(signalId: string): void {
    this.sql.exec("UPDATE jobs SET is_done = 1 WHERE signal_id = ?", signalId);
    this.sql.exec("DELETE FROM waits WHERE signal_id = ?", signalId);
  }

  /** Deletes signals whose entry has come. */
  purge(nowMs: number): void {
    this.sql.exec(
      "DELETE FROM waits WHERE signal_id IN (SELECT signal_id FROM jobs WHERE entry_at <= ?)",
      nowMs,
    );
    this.sql.exec("DELETE FROM jobs WHERE entry_at <= ?", nowMs);
  }

  /** When there is something to do next; null if there is nothing. */
  nextAtMs(nowMs: number): number | null {
    if (this.nextJob()) return nowMs;
    return this.sql
      .exec<{ at: number | null }>(
        "SELECT min(at) AS at FROM (SELECT min(next_at) AS at FROM waits UNION ALL SELECT min(entry_at) FROM jobs)",
      )
      .one().at;
  }

  private wait(signalId: string, waits: readonly Wait[]): void {
    for (const { id, attempts, nextAtMs } of waits)
      this.sql.exec("INSERT OR REPLACE INTO waits VALUES (?, ?, ?, ?)", signalId, id, attempts, nextAtMs);
  }
}
