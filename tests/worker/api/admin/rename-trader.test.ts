/** Changing and erasing a trader's display name, which is never in the ledger. */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import * as v from "valibot";
import { TraderDetail } from "#shared/contracts/traders.ts";
import { renameTrader } from "#worker/api/traders/index.ts";
import { beforeBatches } from "../before-batches.ts";
import { createPublishingWorld, refusalOf } from "../member-world.ts";
import { addSomeTrader, createRecord, signalSentBy } from "../signals/record.ts";
import { auditTrail } from "./audit-trail.ts";

const SIGNALS = "/api/admin/signals/";
const TRADERS = "/api/admin/traders/";

it("a trader can be renamed and the name erased, after which the handle is shown, and no log or stored response has a name", async () => {
  const world = await createPublishingWorld();
  const record = createRecord(world.deps.now());
  const staff = await world.signInStaff();
  const [handle, other] = ["renamed", "beside"].map((word) => `${word}-${crypto.randomUUID().slice(0, 8)}`);
  await staff.ask("POST", TRADERS, { handle, name: `First of ${handle}` });
  await staff.ask("POST", TRADERS, { handle: other, name: `Name of ${other}` });
  const path = `${TRADERS}${handle}/`;
  const headers = { Authorization: `Bearer ${staff.tokens.access}`, "Idempotency-Key": `key of ${handle}` };
  const sent = await world.post(SIGNALS, signalSentBy(handle ?? "", record), headers);
  expect(sent.status).toBe(201);
  const renamed = await staff.ask("PATCH", path, { name: `Second of ${handle}` });
  expect(v.parse(TraderDetail, await renamed.json())).toMatchObject({
    handle,
    name: `Second of ${handle}`,
    former_names: [{ name: `First of ${handle}`, until: new Date(world.deps.now()).toISOString() }],
  });
  const change = env.DB.prepare("UPDATE former_trader_names SET name = 'Another'");
  await expect(change.run()).rejects.toThrow("former names stay");
  await expect(env.DB.prepare("DELETE FROM former_trader_names").run()).rejects.toThrow("former names stay");
  const taken = await staff.ask("PATCH", path, { name: `NAME OF ${other}` });
  expect(await refusalOf(taken)).toEqual({ status: 409, code: "trader_name_taken" });
  const erased = await staff.ask("PATCH", path, { name: null });
  expect(v.parse(TraderDetail, await erased.json())).toMatchObject({
    handle,
    name: handle,
    former_names: [{ name: null }, { name: null }],
  });
  const trail = await auditTrail("target", handle ?? "");
  expect(trail.slice(1)).toMatchObject([
    { action: "trader_renamed", detail: { erased: false } },
    { action: "trader_renamed", detail: { erased: true } },
  ]);
  expect(JSON.stringify(trail)).not.toMatch(/First|Second/);
  const { results: answers } = await env.DB.prepare("SELECT answer FROM idempotency_keys").all();
  expect(JSON.stringify(answers)).not.toMatch(/(?:First|Second) of renamed/);
  const nobody = await staff.ask("PATCH", `${TRADERS}nobody-here/`, { name: "N" });
  expect(await refusalOf(nobody)).toEqual({ status: 404, code: "not_found" });
  expect((await staff.ask("PATCH", path, { name: "" })).status).toBe(400);
});

it("a name that is erased while the trader is renamed is gone", async () => {
  const record = createRecord(Date.now());
  const handle = await addSomeTrader(record);
  const erased = beforeBatches(async () => renameTrader(record.deps, handle, { name: null }, []));
  await renameTrader({ ...record.deps, db: erased }, handle, { name: `New of ${handle}` }, []);
  const trader = v.parse(TraderDetail, await (await record.ask(`/api/traders/${handle}/`)).json());
  expect(trader).toMatchObject({
    name: `New of ${handle}`,
    former_names: [{ name: handle }, { name: null }],
  });
});
