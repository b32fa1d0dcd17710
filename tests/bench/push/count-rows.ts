/** How many rows D1 reads and writes, and charges for, to tell the followers of a signal: the statements of the product, made once more. */
import { drizzle } from "drizzle-orm/d1";
import * as v from "valibot";
import { insertPages } from "#worker/api/push/announce-signals.ts";
import { selectRecipients } from "#worker/api/push/select-recipients.ts";
import type { Database } from "../workerd.ts";

const Page = v.object({ seq: v.number() });

/** Makes the pages of the newest signal again, and deletes them: nothing is sent. */
export async function countRows(db: Database, serverKey: string) {
  const statements = drizzle(db);
  const rows = { read: 0, written: 0 };
  const run = async ({ sql, params }: { sql: string; params: unknown[] }) => {
    const { results, meta } = await db
      .prepare(sql)
      .bind(...params)
      .all();
    rows.read += meta.rows_read;
    rows.written += meta.rows_written;
    return results;
  };
  await db.prepare("UPDATE push_progress SET seq = seq - 1").run();
  const pages = v.parse(v.array(Page), await run(insertPages(statements, serverKey, Date.now()).toSQL()));
  for (const { seq } of pages) {
    await run(selectRecipients(statements, seq, serverKey).toSQL());
    await run({ sql: "DELETE FROM push_pages WHERE seq = ?", params: [seq] });
  }
  return { ...rows, pages: pages.length };
}
