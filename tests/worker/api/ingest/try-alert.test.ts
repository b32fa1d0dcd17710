/** The dry run of a message. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { AlertTrial } from "#shared/contracts/ingest-messages.ts";
import { MAX_ALERT_BYTES } from "#shared/limits/ingest.ts";
import { retireTrader } from "#worker/api/traders/index.ts";
import { refusalOf } from "#tests/worker/api/member-world.ts";
import { createHook, exhaust, messagesOf, receiptOf, signalsOf } from "./hook.ts";

async function createTrial(changes: Record<string, unknown> = {}) {
  const hook = await createHook(changes);
  const dryRun = (body: string, path = hook.path) =>
    hook.world.api.request(`${path}dry-run/`, { method: "POST", body });
  const trialOf = async (body: string) => v.parse(AlertTrial, await (await dryRun(body)).json());
  return { ...hook, dryRun, trialOf };
}

describe("POST /api/hooks/{key}/dry-run/", () => {
  it("answers what the ledger gets if the message is sent, and what is ignored", async () => {
    const { record, trader, send, trialOf } = await createTrial();
    const body = '{"ticker":"EURUSD","action":"buy","price":"1.08510","mood":"good"}';
    const trial = await trialOf(body);
    expect(trial).toMatchObject({
      status: "dry_run",
      signal: { trader, asset: "EUR/USD", direction: "up", payout: 0.85, stated_price: "1.08510" },
      duplicate_of: null,
      not_understood: ["mood"],
      warning: null,
    });
    const { signal_id } = await receiptOf(await send(body));
    const { entries } = await record.signalOf(signal_id ?? "");
    expect(entries.map(({ payload }) => payload)).toEqual([trial.signal]);
    expect(await trialOf(body)).toMatchObject({ duplicate_of: signal_id });
  });

  it("writes nothing, whatever the answer", async () => {
    const { world, trader, id, dryRun } = await createTrial();
    const tables = ["ledger", "signals", "ingest_messages", "ingest_events"];
    const count = () =>
      env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT count(*) AS n FROM ${table}`))).then(
        (answers) => answers.map(({ results }) => results),
      );
    const before = await count();
    expect([(await dryRun("EURUSD buy")).status, (await dryRun("nonsense")).status]).toEqual([200, 400]);
    expect(await count()).toEqual(before);
    expect([await signalsOf(trader), await messagesOf(id), world.logged]).toEqual([0, [], []]);
    const key = env.DB.prepare("SELECT last_used_at FROM ingest_keys WHERE id = ?").bind(id);
    expect(await key.first("last_used_at")).toBeNull();
  });

  it.each([
    ["", 400],
    ["nonsense", 400],
    ['{"ticker":"{{ticker}}"}', 400],
    ["EURUSD buy 95%", 400],
    ["ticker=EURUSD action=buy entry_at=2020-01-01T00:00:00Z", 400],
    ["x".repeat(MAX_ALERT_BYTES + 1), 413],
  ])("refuses %.60j as a real message, with the same words", async (body, status) => {
    const { send, dryRun } = await createTrial({ max_payout: 0.9 });
    const [tried, real] = [await dryRun(body), await send(body)];
    expect([tried.status, real.status]).toEqual([status, status]);
    expect(await tried.json()).toEqual(await real.json());
  });

  it("refuses an unknown key, a revoked one and that of a trader who has retired, as does a real message", async () => {
    const { world, record, trader, staff, id, send, dryRun } = await createTrial();
    const refusals = async (path?: string) => [
      await refusalOf(await dryRun("EURUSD buy", path)),
      await refusalOf(await (path ? world.api.request(path, { method: "POST" }) : send("EURUSD buy"))),
    ];
    const twice = (status: number, code: string) => [
      { status, code },
      { status, code },
    ];
    expect(await refusals("/api/hooks/tmk_guess/")).toEqual(twice(404, "not_found"));
    await retireTrader(record.deps, trader);
    expect(await refusals()).toEqual(twice(409, "trader_retired"));
    const before = await messagesOf(id);
    await staff.ask("DELETE", `/api/admin/ingest-keys/${id}/`);
    expect(await refusals()).toEqual(twice(404, "not_found"));
    expect(await messagesOf(id)).toEqual(before);
  });

  it("is throttled where a real message would be", async () => {
    const { world, id, dryRun } = await createTrial();
    await exhaust(id, world.deps.now());
    expect((await dryRun("EURUSD buy")).status).toBe(429);
  });
});
