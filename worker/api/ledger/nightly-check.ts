/** Replays the record once a night and compares every stored figure; the result is kept until the next run. */
import { sql } from "drizzle-orm";
import type { Database, Statement } from "#worker/api/database.ts";
import type { ApiDependencies } from "#worker/api/dependencies.ts";
import { sha256, sha256OfBytes } from "#worker/http/sha256.ts";
import { checkStoredRecord, type SelectRows } from "./check-stored-record.ts";
import { selectHead, toHead } from "./ledger-row.ts";
import { recordChecks } from "./tables.ts";
import { MAX_NIGHTLY_ENTRIES } from "#shared/limits/ledger.ts";

/** For the scheduled handler. A record too long for one worker is not checked, and the log says so: see worker/OPERATIONS.md. */
export async function checkRecordNightly({
  db,
  now,
  log,
}: Pick<ApiDependencies, "db" | "now" | "log">): Promise<void> {
  const head = toHead(await selectHead(db).get());
  if (head.seq > MAX_NIGHTLY_ENTRIES) {
    log({ level: "warn", event: "record_not_checked", entries: head.seq, atMost: MAX_NIGHTLY_ENTRIES });
    await db.delete(recordChecks);
    return;
  }
  const verdict = await checkStoredRecord(selectRowsOf(db), sha256, sha256OfBytes);
  const fault = verdict.holds ? null : verdict.fault;
  const seq = verdict.holds ? verdict.head.seq : head.seq;
  const found = { checked_at: now(), seq, fault: fault && JSON.stringify(fault) };
  await db
    .insert(recordChecks)
    .values({ id: 1, ...found })
    .onConflictDoUpdate({ target: recordChecks.id, set: found });
  log(
    fault ? { level: "error", event: "record_broken", fault } : { level: "info", event: "record_holds", seq },
  );
}

function selectRowsOf(db: Database): SelectRows {
  return async (statements) => {
    const [first, ...rest] = statements.map((text): Statement =>
      db.all<Record<string, unknown>>(sql.raw(text)),
    );
    return first ? db.batch([first, ...rest]) : [];
  };
}
