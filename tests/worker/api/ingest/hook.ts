/** A key to post to, and what became of its messages. */
import { env } from "cloudflare:workers";
import type { Hono } from "hono";
import * as v from "valibot";
import { AlertReceipt } from "#shared/contracts/ingest-messages.ts";
import { CreatedIngestKey } from "#shared/contracts/ingest-keys.ts";
import { HOOK_ANSWER_MS, MAX_ALERTS_PER_MINUTE } from "#shared/limits/ingest.ts";
import { type ApiDependencies, createApi } from "#worker/api/api.ts";
import type { ApiEnv } from "#worker/api/dependencies.ts";
import { holdToContract } from "#tests/worker/api/held-to-contract.ts";
import { createPublishingWorld, PASSCODE } from "#tests/worker/api/member-world.ts";
import { addSomeTrader, createRecord } from "#tests/worker/api/signals/record.ts";

/** The API where the answer to a hook waits as the test says; whatever else waits does so as in `deps`. */
export function createHooksApp(
  deps: ApiDependencies,
  wait: (milliseconds: number) => Promise<void>,
): Hono<ApiEnv> {
  const sleep = (ms: number) => (ms === HOOK_ANSWER_MS ? wait(ms) : deps.sleep(ms));
  return holdToContract(createApi({ ...deps, sleep }));
}

/** A key of a trader of its own; the clock starts behind everything on the ledger. */
export async function createHook(
  changes: Record<string, unknown> = {},
  overrides: Partial<ApiDependencies> = {},
) {
  const world = await createPublishingWorld(overrides);
  const record = createRecord(world.deps.now());
  const trader = await addSomeTrader(record);
  const staff = await world.signInStaff();
  const made = await staff.ask("POST", "/api/admin/ingest-keys/", {
    trader,
    label: "Test",
    current_passcode: PASSCODE,
    ...changes,
  });
  const { path, key, id } = v.parse(CreatedIngestKey, await made.json());
  const send = async (body: string, headers: Record<string, string> = {}) =>
    world.api.request(path, {
      method: "POST",
      headers: { "Content-Type": "text/plain", ...headers },
      body,
    });
  return { world, record, trader, staff, path, key, id, send };
}

export async function receiptOf(response: Response) {
  return v.parse(AlertReceipt, await response.json());
}

const Row = v.object({
  state: v.string(),
  body: v.string(),
  signal_id: v.nullable(v.string()),
  code: v.nullable(v.string()),
  attempts: v.number(),
});

/** What the inbox holds of a key, the oldest first. */
export async function messagesOf(keyId: string): Promise<v.InferOutput<typeof Row>[]> {
  const kept = env.DB.prepare("SELECT * FROM ingest_messages WHERE key_id = ? ORDER BY seq").bind(keyId);
  return v.parse(v.array(Row), (await kept.all()).results);
}

/** The codes of what was refused. */
export async function refusalsOf(keyId: string): Promise<unknown[]> {
  return (await messagesOf(keyId)).filter(({ state }) => state === "refused").map(({ code }) => code);
}

export async function signalsOf(trader: string): Promise<number | null> {
  return env.DB.prepare(
    "SELECT count(*) AS n FROM signals WHERE trader_id = (SELECT id FROM traders WHERE handle = ?)",
  )
    .bind(trader)
    .first<number>("n");
}

/** As if the key had published at that moment all it may, save `left`. */
export async function exhaust(keyId: string, atMs: number, left = 0): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO ingest_events (key_id, idempotency_key, signal_id, received_at) SELECT ?1, i, '', ?3 FROM n`,
  )
    .bind(keyId, MAX_ALERTS_PER_MINUTE - left, atMs)
    .run();
}
