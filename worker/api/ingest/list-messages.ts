/** What staff see of the inbox. */
import { and, desc, eq, lt } from "drizzle-orm";
import type { InferOutput } from "valibot";
import type {
  IngestMessage,
  IngestMessagePage,
  IngestMessageQuery,
} from "#shared/contracts/ingest-messages.ts";
import type { Database } from "#worker/api/database.ts";
import { traders } from "#worker/api/tables/traders.ts";
import { keptText } from "./redact.ts";
import { ingestKeys, ingestMessages } from "#worker/api/tables/ingest.ts";

type MessageSelection = InferOutput<typeof IngestMessageQuery>;

/** Statement for messages before `cursor`, newest first. */
export function selectMessages(
  db: Database,
  { key, state, cursor = Number.MAX_SAFE_INTEGER, limit }: MessageSelection,
) {
  return db
    .select({
      seq: ingestMessages.seq,
      key_id: ingestMessages.key_id,
      received_at: ingestMessages.received_at,
      request_id: ingestMessages.request_id,
      state: ingestMessages.state,
      body: ingestMessages.body,
      signal_id: ingestMessages.signal_id,
      code: ingestMessages.code,
      detail: ingestMessages.detail,
      label: ingestKeys.label,
      handle: traders.handle,
    })
    .from(ingestMessages)
    .crossJoin(ingestKeys)
    .crossJoin(traders)
    .where(
      and(
        lt(ingestMessages.seq, cursor),
        key === undefined ? undefined : eq(ingestMessages.key_id, key),
        state === undefined ? undefined : eq(ingestMessages.state, state),
        eq(ingestKeys.id, ingestMessages.key_id),
        eq(traders.id, ingestKeys.trader_id),
      ),
    )
    .orderBy(desc(ingestMessages.seq))
    .limit(limit);
}

export async function listMessages(db: Database, selection: MessageSelection): Promise<IngestMessagePage> {
  const { limit } = selection;
  const rows = await selectMessages(db, { ...selection, limit: limit + 1 });
  const messages = rows.slice(0, limit).map(toMessage);
  const last = messages.at(-1);
  return { results: messages, next: rows.length > limit && last ? String(last.id) : null };
}

function toMessage({
  seq,
  key_id,
  label,
  handle,
  received_at,
  body,
  state,
  ...message
}: Awaited<ReturnType<typeof selectMessages>>[number]): IngestMessage {
  return {
    id: seq,
    key: { id: key_id, label, trader: handle },
    received_at: new Date(received_at).toISOString(),
    state,
    text: state === "received" ? keptText(body) : body,
    ...message,
  };
}
