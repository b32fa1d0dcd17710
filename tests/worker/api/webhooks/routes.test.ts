/** How staff manage webhooks. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { WebhookDelivery, WebhookSecret } from "#shared/contracts/webhooks.ts";
import { publishSignal } from "#worker/api/signals/index.ts";
import { sendWebhook } from "#worker/api/webhooks/send-webhook.ts";
import { auditTrail } from "../admin/audit-trail.ts";
import { CONFIRMED, createMemberWorld, NOT_FOUND, refusalOf } from "../member-world.ts";
import { signalBy } from "../signals/record.ts";
import { createWebhookWorld, DELIVERIES, NEW, WEBHOOKS } from "./webhook.ts";
import { MAX_WEBHOOKS } from "#shared/limits/webhooks.ts";

describe("webhooks", () => {
  it("have a secret that is shown once, not stored and not logged", async () => {
    const { made, id, staff, trader, listed } = await createWebhookWorld();
    const { url, description, events } = NEW;
    const fresh = { traders: [], off: null, old_secret_until: null, pending: 0 };
    expect(made.webhook).toMatchObject({ url, description, events, ...fresh });
    expect(await listed()).toEqual([made.webhook]);
    const { results } = await env.DB.prepare("SELECT * FROM webhooks").all();
    const secret = made.secret.slice("whsec_".length);
    expect(JSON.stringify(results)).not.toContain(secret);
    const trail = await auditTrail("target", id);
    expect(trail).toMatchObject([
      { action: "webhook_created", detail: { host: "127.0.0.1:9", description: "Telegram", traders: "" } },
    ]);
    expect(JSON.stringify(trail)).not.toMatch(
      new RegExp(`t0p|${secret.slice(0, 20).replaceAll("+", "\\+")}`),
    );
    const narrow = { ...NEW, events: ["signal.published", "signal.published"], traders: [trader] };
    const other = v.parse(WebhookSecret, await (await staff.ask("POST", WEBHOOKS, narrow)).json());
    expect(other.webhook).toMatchObject({ events: ["signal.published"], traders: [trader] });
    expect(other.secret).not.toBe(made.secret);
  });

  it.each([
    [{ url: "https://hooks.example.com/" }, "url"],
    [{ url: "http://10.0.0.1/" }, "url"],
    [{ url: "nonsense" }, "url"],
    [{ url: `http://127.0.0.1/${"a".repeat(500)}` }, "url"],
    [{ description: "" }, "description"],
    [{ events: [] }, "events"],
    [{ events: ["webhook.test"] }, "events.0"],
    [{ traders: ["nobody-at-all"] }, "traders"],
  ])("cannot have %j", async (changes, field) => {
    const { staff } = await createWebhookWorld();
    const refused = await staff.ask("POST", WEBHOOKS, { ...NEW, ...changes });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      expect.objectContaining({ code: "invalid", [field]: [expect.any(String)] }),
    ]);
  });

  it("must have public addresses on a deployed site", async () => {
    const staff = await createMemberWorld().signInStaff();
    const refused = await staff.ask("POST", WEBHOOKS, NEW);
    expect(await refused.json()).toMatchObject({
      code: "invalid",
      url: ["The address must begin with https://."],
    });
    const made = await staff.ask("POST", WEBHOOKS, { ...NEW, url: "https://hooks.example.com/" });
    expect(made.status).toBe(201);
  });

  it("are limited in number, even if two are created at once", async () => {
    const { staff, listed } = await createWebhookWorld();
    for (let made = 1; made < MAX_WEBHOOKS - 1; made += 1) await staff.ask("POST", WEBHOOKS, NEW);
    const last = await Promise.all([1, 2].map(() => staff.ask("POST", WEBHOOKS, NEW)));
    expect(last.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    expect(await listed()).toHaveLength(MAX_WEBHOOKS);
    expect(await refusalOf(await staff.ask("POST", WEBHOOKS, NEW))).toEqual({
      status: 409,
      code: "too_many_webhooks",
    });
  });

  it("can be changed, and only the sent fields change", async () => {
    const { staff, id, trader, made } = await createWebhookWorld();
    const path = `${WEBHOOKS}${id}/`;
    const changed = await staff.ask("PATCH", path, { events: ["signal.settled"], traders: [trader] });
    const expected = { ...made.webhook, events: ["signal.settled"], traders: [trader] };
    expect(await changed.json()).toEqual(expected);
    expect(await (await staff.ask("PATCH", path, {})).json()).toEqual(expected);
    expect(await auditTrail("target", id)).toMatchObject([
      { action: "webhook_created" },
      { action: "webhook_changed", detail: { events: "signal.settled", traders: trader } },
    ]);
    expect((await staff.ask("PATCH", path, { traders: ["nobody-at-all"] })).status).toBe(400);
    const nobody = await staff.ask("PATCH", `${WEBHOOKS}nothing/`, { is_on: false });
    expect(await refusalOf(nobody)).toEqual(NOT_FOUND);
  });

  it("can be disabled, which cancels pending deliveries, and enabled again from the next event on", async () => {
    const { staff, id, trader, record, make, deliveries, world } = await createWebhookWorld();
    const path = `${WEBHOOKS}${id}/`;
    await publishSignal(record.deps, signalBy(trader, record));
    await make();
    expect((await deliveries()).results).toMatchObject([{ state: "pending", attempts: 0 }]);
    const off = { since: new Date(world.deps.now()).toISOString(), reason: "staff" };
    const disable = async () => (await staff.ask("PATCH", path, { is_on: false })).json();
    expect(await disable()).toMatchObject({ off, pending: 0 });
    world.pass(1_000);
    expect(await disable()).toMatchObject({ off });
    expect((await deliveries()).results).toMatchObject([{ state: "failed", next_at: null }]);
    await publishSignal(record.deps, signalBy(trader, record));
    expect(await make()).toEqual({ due: [], isBehind: false });
    for (const act of [`${path}test/`, `${DELIVERIES}${(await deliveries()).results[0]?.id}/send-again/`])
      expect(await refusalOf(await staff.ask("POST", act))).toEqual({ status: 409, code: "webhook_off" });
    expect(await (await staff.ask("PATCH", path, { is_on: true })).json()).toMatchObject({ off: null });
    await make();
    expect((await deliveries()).results).toHaveLength(1);
    const { id: third } = await publishSignal(record.deps, signalBy(trader, record));
    expect(await make()).toMatchObject({ due: [{ signal_id: third }], isBehind: false });
  });

  it("can get a new secret, and show how long the old one is still used", async () => {
    const { staff, id, made, world } = await createWebhookWorld();
    const answer = await staff.ask("POST", `${WEBHOOKS}${id}/rotate/`, CONFIRMED);
    const { webhook, secret } = v.parse(WebhookSecret, await answer.json());
    expect(secret).not.toBe(made.secret);
    const dayMs = 24 * 60 * 60 * 1000;
    expect(webhook.old_secret_until).toBe(new Date(world.deps.now() + dayMs).toISOString());
    expect(await auditTrail("target", id)).toMatchObject([
      { action: "webhook_created" },
      { action: "webhook_secret_rotated", detail: {} },
    ]);
    const nobody = await staff.ask("POST", `${WEBHOOKS}nothing/rotate/`, CONFIRMED);
    expect(nobody.status).toBe(404);
    world.pass(dayMs);
    const later = await world.signInAgain(staff);
    expect(await (await later.ask("GET", WEBHOOKS)).json()).toMatchObject({
      results: [{ id, old_secret_until: null }],
    });
  });

  it("are deleted together with their deliveries", async () => {
    const { staff, id, trader, record, make, deliveries, listed } = await createWebhookWorld();
    await publishSignal(record.deps, signalBy(trader, record));
    await make();
    expect((await staff.ask("DELETE", `${WEBHOOKS}${id}/`)).status).toBe(204);
    expect(await listed()).toEqual([]);
    expect((await deliveries()).results).toEqual([]);
    expect((await staff.ask("DELETE", `${WEBHOOKS}${id}/`)).status).toBe(404);
    expect((await auditTrail("target", id)).at(-1)).toMatchObject({ action: "webhook_deleted" });
  });
});

describe("a webhook delivery", () => {
  it("can be sent again or as a test, immediately, and both are logged", async () => {
    const { staff, id, given, deliveries, world } = await createWebhookWorld();
    const asked = await staff.ask("POST", `${WEBHOOKS}${id}/test/`);
    expect(asked.status).toBe(202);
    const test = v.parse(WebhookDelivery, await asked.json());
    expect(test).toMatchObject({
      type: "webhook.test",
      message_id: `${id}_test_${test.id}`,
      state: "pending",
      attempts: 0,
    });
    expect(given).toEqual([{ body: { webhook: id } }]);
    await sendWebhook(world.deps, id);
    // Nobody listens there.
    const words: unknown = expect.stringContaining("the request failed");
    expect((await deliveries()).results).toMatchObject([
      { id: test.id, state: "pending", attempts: 1, status: null, words },
    ]);
    world.pass(1_000);
    const again = await staff.ask("POST", `${DELIVERIES}${test.id}/send-again/`);
    expect(again.status).toBe(202);
    expect(v.parse(WebhookDelivery, await again.json())).toMatchObject({
      message_id: test.message_id,
      attempts: 0,
      next_at: new Date(world.deps.now()).toISOString(),
    });
    expect(given.at(-1)).toEqual({ body: { webhook: id } });
    await sendWebhook(world.deps, id);
    expect((await deliveries()).results).toMatchObject([{ attempts: 1 }]);
    expect(await auditTrail("target", id)).toMatchObject([
      { action: "webhook_created" },
      { action: "webhook_tested" },
      { action: "webhook_sent_again", detail: { message_id: test.message_id } },
    ]);
    for (const path of [
      `${WEBHOOKS}nothing/test/`,
      ...["999", "x"].map((of) => `${DELIVERIES}${of}/send-again/`),
    ])
      expect(await refusalOf(await staff.ask("POST", path))).toEqual(NOT_FOUND);
  });
});
