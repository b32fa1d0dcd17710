/** The inbox as staff see it, and how it is queried. */
import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { IngestMessagePage } from "#shared/contracts/ingest-messages.ts";
import { MAX_REFUSED_MESSAGES } from "#shared/limits/ingest.ts";
import { deletePublished, selectUndecided } from "#worker/api/ingest/drain-inbox.ts";
import { insertMessage } from "#worker/api/ingest/inbox.ts";
import { selectNewestKeys } from "#worker/api/ingest/ingest-keys.ts";
import { selectMessages } from "#worker/api/ingest/list-messages.ts";
import { ingestKeys } from "#worker/api/tables/ingest.ts";
import { parseAlert } from "#worker/api/ingest/parse-alert.ts";
import { selectUsableKey } from "#worker/api/ingest/usable-key.ts";
import type { SignedIn } from "#tests/worker/api/member-world.ts";
import { planOf } from "#tests/worker/api/plan-of.ts";
import { createHook, messagesOf, receiptOf, refusalsOf } from "./hook.ts";

const MESSAGES = "/api/admin/ingest-messages/";
const db = drizzle(env.DB);

async function pageOf({ ask }: SignedIn, query: string): Promise<IngestMessagePage> {
  return v.parse(IngestMessagePage, await (await ask("GET", `${MESSAGES}?${query}`)).json());
}

describe("received messages", () => {
  it("are listed with their result, newest first, page by page", async () => {
    const { staff, trader, id, send } = await createHook();
    await send("EURUSD buy 14:35");
    const { signal_id } = await receiptOf(await send('{ "ticker": "EURUSD",\n  "action": "buy" }'));
    const first = await pageOf(staff, `key=${id}&limit=1`);
    expect(first.results).toMatchObject([
      {
        key: { id, label: "Test", trader },
        state: "published",
        signal_id,
        text: '{ "ticker": "EURUSD",\n  "action": "buy" }',
        code: null,
        detail: null,
      },
    ]);
    const rest = await pageOf(staff, `key=${id}&limit=1&cursor=${first.next}`);
    expect(rest).toMatchObject({
      results: [{ state: "refused", code: "zone_missing", text: "EURUSD buy 14:35", signal_id: null }],
      next: null,
    });
  });

  it("can be listed by state", async () => {
    const { staff, id, send } = await createHook();
    await send("EURUSD buy 14:35");
    await send("EURUSD buy 5m");
    await env.DB.prepare(
      "INSERT INTO ingest_messages (key_id, received_at, request_id, state, body) VALUES (?, 0, '', 'received', 'token=hunter2')",
    )
      .bind(id)
      .run();
    for (const state of ["received", "published", "refused"]) {
      const { results } = await pageOf(staff, `key=${id}&state=${state}`);
      expect(results.map((message) => message.state)).toEqual([state]);
      const ofAll = await pageOf(staff, `state=${state}&limit=1`);
      expect(ofAll.results).toEqual(results);
    }
    expect((await pageOf(staff, `key=${id}&state=received`)).results[0]?.text).toBe("token=…");
  });

  it("that are refused show the reason, without secrets", async () => {
    const { staff, id, send } = await createHook();
    const code = "unknown_word";
    const detail = '"secret=…" is not understood: send words as in EURUSD buy 5m 85%, or JSON.';
    expect(await (await send("EURUSD buy 5m secret=hunter2")).json()).toEqual({ code, detail });
    const { results } = await pageOf(staff, `key=${id}`);
    expect(results).toMatchObject([{ code, detail, text: "EURUSD buy 5m secret=…" }]);
    expect(JSON.stringify([results, await messagesOf(id)])).not.toContain("hunter2");
  });

  it("that are published are stored without their secrets", async () => {
    const { id, send } = await createHook();
    const body = '{"ticker":"EURUSD","action":"buy","secret":"hunter2"}';
    expect((await send(body, { "Webhook-Id": "m-1" })).status).toBe(201);
    const kept = env.DB.prepare("SELECT body, given_id FROM ingest_messages WHERE key_id = ?").bind(id);
    expect(await kept.first()).toEqual({ body: body.replace("hunter2", "…"), given_id: null });
  });

  it(`that are refused are limited to the newest ${MAX_REFUSED_MESSAGES} of a key`, async () => {
    const { id, send } = await createHook();
    expect((await send("EURUSD buy")).status).toBe(201);
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO ingest_messages (key_id, received_at, request_id, state, body, code, detail)
       SELECT ?1, i, '', 'refused', '', 'empty', '' FROM n`,
    )
      .bind(id, MAX_REFUSED_MESSAGES + 5)
      .run();
    const understood = JSON.stringify({ ticker: "EURUSD", action: "buy", trader: "somebody-else" });
    for (const body of ["nonsense", understood]) {
      await send(body);
      expect(await refusalsOf(id)).toHaveLength(MAX_REFUSED_MESSAGES);
    }
    expect(await messagesOf(id)).toHaveLength(MAX_REFUSED_MESSAGES + 1);
  });
});

const KEYS = { own: "a", all: ["a", "b", "c"], sinceMs: 1, untilMs: 2 };
const IS_KEY = eq(ingestKeys.key_hash, "a");
const MESSAGE = { body: "", givenId: null, receivedAtMs: 1, requestId: "" };

it.each([
  ["messages of a key", selectMessages(db, { key: "a", limit: 1 })],
  ["messages of a state", selectMessages(db, { state: "refused", limit: 1 })],
  ["messages of a key and a state", selectMessages(db, { key: "a", state: "refused", limit: 1 })],
  ["all messages", selectMessages(db, { limit: 1 })],
  ["what is not decided on", selectUndecided(db, 1)],
  ["the key of a message", selectUsableKey(db, IS_KEY, KEYS)],
  [
    "the key of a message that is written down",
    insertMessage(db, { isKey: IS_KEY, keys: KEYS, message: MESSAGE, parsed: parseAlert("EURUSD buy") }),
  ],
  ["old messages", deletePublished(db, 1)],
  ["all keys", selectNewestKeys(db)],
])("a query uses an index for %s", async (_, statement) => {
  const plan = await planOf(statement);
  // Walked as far as its limit: the list of keys along its index, what a key has sent in a minute, and the oldest.
  const allowed =
    /SCAN ingest_keys USING INDEX ingest_keys_by_time|SCAN (?:recent|undecided|oldest)|SCAN CONSTANT ROW/;
  expect(plan.filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step) && !allowed.test(step))).toEqual([]);
});

it("the trigger that limits a key's messages counts them with an index", async () => {
  const trigger = "SELECT sql FROM sqlite_master WHERE name = 'ingest_keys_publish_so_many'";
  const sql = await env.DB.prepare(trigger).first<string>("sql");
  const [, count = ""] = /WHEN \(\s*(SELECT.*?)\s*\) >= 60/s.exec(sql ?? "") ?? [];
  const plan = env.DB.prepare(`EXPLAIN QUERY PLAN ${count.replaceAll(/NEW\.\w+/g, "1")}`);
  expect((await plan.all()).results.map(({ detail }) => detail)).toEqual([
    "SEARCH ingest_events USING COVERING INDEX ingest_events_by_time (key_id=? AND received_at>? AND received_at<?)",
  ]);
});
