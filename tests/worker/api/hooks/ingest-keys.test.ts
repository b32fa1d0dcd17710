import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import {
  CreatedIngestKey,
  IngestFailurePage,
  IngestKeyList,
  MAX_INGEST_FAILURES,
} from "#shared/contracts/hooks.ts";
import { selectFailures } from "#worker/api/hooks/ingest-failures.ts";
import { selectNewestKeys, selectUsableKey } from "#worker/api/hooks/ingest-keys.ts";
import { retireTrader } from "#worker/api/traders/index.ts";
import { auditTrail } from "../admin/audit-trail.ts";
import { createMemberWorld, NOT_SIGNED_IN, refusalOf } from "../member-world.ts";
import { planOf } from "../plan-of.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";

const db = drizzle(env.DB);
const KEYS = "/api/admin/ingest-keys/";
const FAILURES = "/api/admin/ingest-failures/";

async function createKey() {
  const world = createMemberWorld();
  const trader = await addSomeTrader(createRecord());
  const staff = await world.signInStaff();
  const answer = await staff.ask("POST", KEYS, { trader, label: "Desk", payout: 0.9 });
  const made = v.parse(CreatedIngestKey, await answer.json());
  const send = async (body: string) => world.api.request(made.path, { method: "POST", body });
  return { world, trader, staff, made, send };
}

describe("ingest keys", () => {
  it("are shown once, stored as a hash, and logged", async () => {
    const { trader, staff, made } = await createKey();
    expect(made).toMatchObject({
      trader,
      label: "Desk",
      payout: 0.9,
      entry_delay_seconds: 30,
      life_seconds: 300,
    });
    expect(made.key).toMatch(/^tmk_[\w-]{43}$/);
    expect(made.path).toBe(`/api/hooks/${made.key}/`);
    const list = await (await staff.ask("GET", KEYS)).text();
    expect(v.parse(IngestKeyList, JSON.parse(list)).results.map(({ id }) => id)).toContain(made.id);
    expect(list).not.toContain(made.key);
    const { results } = await env.DB.prepare("SELECT * FROM ingest_keys").all();
    expect(JSON.stringify(results)).not.toContain(made.key);
    const trail = await auditTrail("target", made.id);
    expect(trail).toMatchObject([{ action: "ingest_key_created", detail: { trader, label: "Desk" } }]);
    expect(JSON.stringify(trail)).not.toContain(made.key);
  });

  it("are listed, the newest first", async () => {
    const { world, trader, staff } = await createKey();
    world.pass(1);
    const newer = v.parse(
      CreatedIngestKey,
      await (await staff.ask("POST", KEYS, { trader, label: "Newer" })).json(),
    );
    const { results } = v.parse(IngestKeyList, await (await staff.ask("GET", KEYS)).json());
    expect(results[0]?.id).toBe(newer.id);
  });

  it("are revoked for good, once and again, logged once", async () => {
    const { staff, made } = await createKey();
    for (let time = 0; time < 2; time += 1) {
      expect((await staff.ask("DELETE", `${KEYS}${made.id}/`)).status).toBe(204);
    }
    const { results } = v.parse(IngestKeyList, await (await staff.ask("GET", KEYS)).json());
    expect(results.find(({ id }) => id === made.id)?.revoked_at).not.toBeNull();
    expect(await auditTrail("target", made.id)).toMatchObject([
      { action: "ingest_key_created" },
      { action: "ingest_key_revoked" },
    ]);
    expect(await refusalOf(await staff.ask("DELETE", `${KEYS}nothing/`))).toEqual({
      status: 404,
      code: "not_found",
    });
  });

  it("are made for a trader who publishes", async () => {
    const record = createRecord();
    const trader = await addSomeTrader(record);
    await retireTrader(record.deps, trader);
    const staff = await createMemberWorld().signInStaff();
    expect(await refusalOf(await staff.ask("POST", KEYS, { trader, label: "x" }))).toEqual({
      status: 409,
      code: "trader_retired",
    });
    for (const body of [
      { trader: "nobody-at-all", label: "x" },
      { trader, label: "" },
      { trader, label: "a\u202eb" },
      { trader, label: "\u200b" },
      { trader, label: "x", payout: 11 },
      { trader, label: "x", entry_delay_seconds: 0 },
      { trader, label: "x", life_seconds: 1.5 },
    ]) {
      expect(await refusalOf(await staff.ask("POST", KEYS, body))).toEqual({ status: 400, code: "invalid" });
    }
    expect(await auditTrail("actor_id", staff.account.id)).toEqual([]);
  });

  it.each([
    ["GET", KEYS],
    ["POST", KEYS],
    ["DELETE", `${KEYS}some-id/`],
    ["GET", FAILURES],
  ])("are for staff only: %s %s", async (method, path) => {
    const world = createMemberWorld();
    expect(await refusalOf(await world.visitor(method, path))).toEqual(NOT_SIGNED_IN);
    expect((await (await world.signInMember()).ask(method, path)).status).toBe(403);
  });
});

describe("refused messages", () => {
  it.each([
    ["EURUSD buy 5m secret=hunter2", "unknown_word", '"secret=…" is not a word of the grammar.'],
    ["EURUSD buy {{token=hunter2}}", "placeholder", '"{{token=…" was not filled in.'],
    ['{"ticker":"EURUSD","action":"secret=hunter2"}', "invalid", 'action: "secret=…" is not understood.'],
  ])("give the reason without the secret of %j", async (body, code, detail) => {
    const { staff, made, send } = await createKey();
    expect(await (await send(body)).json()).toEqual({ code, detail });
    const listed = await (await staff.ask("GET", `${FAILURES}?key=${made.id}`)).text();
    expect(v.parse(IngestFailurePage, JSON.parse(listed)).results).toMatchObject([{ code, detail }]);
    expect(listed).not.toContain("hunter2");
  });

  it("are listed with reason and beginning, newest first, page by page, without secrets", async () => {
    const { staff, trader, made, send } = await createKey();
    await send('{"ticker":"{{ticker}}","secret":"hunter2"}');
    await send("EURUSD buy 14:35");
    const first = v.parse(
      IngestFailurePage,
      await (await staff.ask("GET", `${FAILURES}?key=${made.id}&limit=1`)).json(),
    );
    expect(first.results).toMatchObject([
      { code: "zone_missing", excerpt: "EURUSD buy 14:35", key: { id: made.id, label: "Desk", trader } },
    ]);
    const rest = await (await staff.ask("GET", `${FAILURES}?limit=1&cursor=${first.next}`)).text();
    expect(v.parse(IngestFailurePage, JSON.parse(rest)).results[0]?.code).toBe("placeholder");
    expect(rest).not.toContain("hunter2");
  });

  it(`are kept to the newest ${MAX_INGEST_FAILURES} of a key`, async () => {
    const { made, send } = await createKey();
    await env.DB.prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
       INSERT INTO ingest_failures (key_id, received_at, code, detail, excerpt, request_id)
       SELECT ?1, i, 'empty', '', '', '' FROM n`,
    )
      .bind(made.id, MAX_INGEST_FAILURES + 5)
      .run();
    await send("nonsense");
    const kept = env.DB.prepare("SELECT count(*) AS n FROM ingest_failures WHERE key_id = ?").bind(made.id);
    expect(await kept.first("n")).toBe(MAX_INGEST_FAILURES);
  });

  it.each([{ cursor: "x" }, { limit: "1000" }, { nonsense: "1" }])("refuse the query %j", async (query) => {
    const { ask } = await createMemberWorld().signInStaff();
    const answer = await ask("GET", `${FAILURES}?${String(new URLSearchParams(query))}`);
    expect(await refusalOf(answer)).toEqual({ status: 400, code: "invalid_query" });
  });

  it.each([
    ["of a key", selectFailures(db, { key: "a", limit: 1 })],
    ["of all keys", selectFailures(db, { limit: 1 })],
    ["and keys", selectNewestKeys(db)],
    ["and the key of a message", selectUsableKey(db, "a", { own: "a", earlier: "b", sinceMs: 1 }, 1)],
  ])("are read through an index: %s", async (_, statement) => {
    const plan = await planOf(statement);
    // Walked as far as its limit: the list of keys along its index, and the last minute's signals of one key.
    const allowed = /SCAN ingest_keys USING INDEX ingest_keys_by_time|SCAN recent/;
    expect(plan.filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step) && !allowed.test(step))).toEqual([]);
  });

  it("are counted through an index where one more is published", async () => {
    const trigger = "SELECT sql FROM sqlite_master WHERE name = 'ingest_keys_publish_so_many'";
    const sql = await env.DB.prepare(trigger).first<string>("sql");
    const [, count = ""] = /WHEN \(\s*(SELECT.*?)\s*\) >= 60/s.exec(sql ?? "") ?? [];
    const plan = env.DB.prepare(`EXPLAIN QUERY PLAN ${count.replaceAll(/NEW\.\w+/g, "1")}`);
    expect((await plan.all()).results.map(({ detail }) => detail)).toEqual([
      "SEARCH ingest_events USING COVERING INDEX ingest_events_by_time (key_id=? AND received_at>?)",
    ]);
  });
});
