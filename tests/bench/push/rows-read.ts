/** How many rows D1 reads, and charges for, to tell all followers of a signal: the senders' own statements, made once more. */
import { drizzle } from "drizzle-orm/d1";
import * as v from "valibot";
import { selectPage, selectPrefixes } from "#worker/api/push/select-recipients.ts";
import type { Database } from "../workerd.ts";
import { PUSH_PAGE } from "#shared/limits/push.ts";

const Prefix = v.object({ prefix: v.string() });
const Recipient = v.object({ account_id: v.string(), id: v.string() });

interface Told {
  readonly id: string;
  readonly trader_id: number;
}

export async function rowsReadFor(
  db: Database,
  { id: signalId, trader_id: traderId }: Told,
  serverKey: string,
) {
  const statements = drizzle(db);
  let rowsRead = 0;
  const run = async (statement: { toSQL(): { sql: string; params: unknown[] } }) => {
    const { sql, params } = statement.toSQL();
    const { results, meta } = await db
      .prepare(sql)
      .bind(...params)
      .all();
    rowsRead += meta.rows_read;
    return results;
  };
  const prefixes = await run(selectPrefixes(statements, traderId, serverKey));
  for (const { prefix } of v.parse(v.array(Prefix), prefixes)) {
    for (let after: v.InferOutput<typeof Recipient> | null | undefined = null; after !== undefined;) {
      const selection = { signalId, serverKey, prefix, after, limit: PUSH_PAGE };
      const page: v.InferOutput<typeof Recipient>[] = v.parse(
        v.array(Recipient),
        await run(selectPage(statements, selection)),
      );
      after = page.length < PUSH_PAGE ? undefined : page.at(-1);
    }
  }
  return rowsRead;
}
