import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { CreatedIngestKey, IngestKeyList } from "#shared/contracts/ingest-keys.ts";
import { retireTrader } from "#worker/api/traders/index.ts";
import { auditTrail } from "#tests/worker/api/admin/audit-trail.ts";
import { createMemberWorld, PASSCODE, refusalOf, type SignedIn } from "#tests/worker/api/member-world.ts";
import { addSomeTrader, createRecord } from "#tests/worker/api/signals/record.ts";

const KEYS = "/api/admin/ingest-keys/";
const CONFIRMED = { current_passcode: PASSCODE };

async function createKey() {
  const world = createMemberWorld();
  const trader = await addSomeTrader(createRecord());
  const staff = await world.signInStaff();
  const answer = await staff.ask("POST", KEYS, { trader, label: "Desk", payout: 0.9, ...CONFIRMED });
  const made = v.parse(CreatedIngestKey, await answer.json());
  return { world, trader, staff, made };
}

async function listed({ ask }: SignedIn) {
  return v.parse(IngestKeyList, await (await ask("GET", KEYS)).json()).results;
}

describe("ingest keys", () => {
  it("are shown once, stored as a hash, and recorded in the audit log", async () => {
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

  it("have the widest limits by default, or those that staff set", async () => {
    const { world, trader, staff, made } = await createKey();
    expect(made).toMatchObject({
      min_payout: 0.0001,
      max_payout: 1,
      min_life_seconds: 1,
      max_life_seconds: 31_622_400,
      assets: [],
      takes_confidence: false,
    });
    const bounds = {
      min_payout: 0.5,
      max_payout: 1,
      min_life_seconds: 30,
      max_life_seconds: 86_400,
      assets: ["EUR/USD", "EURUSD_otc"],
      takes_confidence: true,
    };
    world.pass(1);
    const answer = await staff.ask("POST", KEYS, { trader, label: "Narrow", ...bounds, ...CONFIRMED });
    expect(v.parse(CreatedIngestKey, await answer.json())).toMatchObject(bounds);
    // The newest first.
    expect((await listed(staff))[0]).toMatchObject({ label: "Narrow", ...bounds });
    const refused = await staff.ask("POST", KEYS, { trader, label: "Narrow", ...bounds, payout: 0.4 });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: "invalid", payout: ["must be from min_payout to max_payout"] }),
    ]);
  });

  it("are revoked permanently, and a repeated revocation is recorded once", async () => {
    const { staff, made } = await createKey();
    for (let time = 0; time < 2; time += 1) {
      expect((await staff.ask("DELETE", `${KEYS}${made.id}/`)).status).toBe(204);
    }
    expect((await listed(staff)).find(({ id }) => id === made.id)?.revoked_at).not.toBeNull();
    expect(await auditTrail("target", made.id)).toMatchObject([
      { action: "ingest_key_created" },
      { action: "ingest_key_revoked" },
    ]);
    expect(await refusalOf(await staff.ask("DELETE", `${KEYS}nothing/`))).toEqual({
      status: 404,
      code: "not_found",
    });
  });

  it("are created only for an active trader, and with valid settings", async () => {
    const record = createRecord();
    const trader = await addSomeTrader(record);
    await retireTrader(record.deps, trader);
    const staff = await createMemberWorld().signInStaff();
    const late = { trader, label: "x", ...CONFIRMED };
    expect(await refusalOf(await staff.ask("POST", KEYS, late))).toEqual({
      status: 409,
      code: "trader_retired",
    });
    for (const body of [
      { trader: "nobody-at-all", label: "x", ...CONFIRMED },
      { trader, label: "" },
    ]) {
      expect(await refusalOf(await staff.ask("POST", KEYS, body))).toEqual({ status: 400, code: "invalid" });
    }
    expect(await auditTrail("actor_id", staff.account.id)).toEqual([]);
  });
});
