/** Acts that a stolen session must not be able to do: every declared call that writes confirms, or stands here with the reason. */
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { declaredOperations } from "#worker/build/openapi/operations.ts";
import { createMemberWorld, refusalOf } from "./member-world.ts";

const OPERATIONS = (await declaredOperations())
  .filter(({ security }) => security.length > 0)
  .map((operation) =>
    Object.assign(operation, { call: `${operation.method.toUpperCase()} ${operation.path}` }),
  );

const TAKES_AWAY = "it takes something away and gives nothing";
const ON_THE_RECORD = "it is on the public record in the name of who did it, and no way in";
const NEWS = "it shows public news alone, and whoever is signed in may follow";
const SETTING = "it changes nothing about who may come in";

/** The calls that need no confirmation, with the reason. */
const UNCONFIRMED: Readonly<Record<string, string>> = {
  "PATCH /api/auth/me/": SETTING,
  "DELETE /api/profile/follows/{handle}/": NEWS,
  "PUT /api/profile/follows/{handle}/": NEWS,
  "PATCH /api/profile/notifications/": SETTING,
  // It ends with its session, unless that merely expires; then it still shows nothing that is not public.
  "POST /api/profile/push-subscriptions/": NEWS,
  "DELETE /api/profile/push-subscriptions/": TAKES_AWAY,
  "DELETE /api/profile/push-subscriptions/{id}/": TAKES_AWAY,
  "DELETE /api/profile/sessions/{id}/": TAKES_AWAY,
  "POST /api/profile/sessions/end-others/": TAKES_AWAY,
  "POST /api/profile/passkeys/": "its challenge comes from the options, which were confirmed",
  "POST /api/profile/passkeys/confirmation/options/": "it is the confirmation",
  "POST /api/profile/passkeys/confirmation/": "it is the confirmation",
  "POST /api/admin/accounts/{id}/end-sessions/": TAKES_AWAY,
  "DELETE /api/admin/invites/{id}/": TAKES_AWAY,
  "DELETE /api/admin/ingest-keys/{id}/": TAKES_AWAY,
  "DELETE /api/admin/webhooks/{id}/": TAKES_AWAY,
  "PATCH /api/admin/webhooks/{id}/": "its address and its secret stay",
  "POST /api/admin/webhooks/{id}/test/": "it is sent where a confirmed act said",
  "POST /api/admin/webhook-deliveries/{id}/send-again/": "it is sent where a confirmed act said",
  "POST /api/admin/traders/": ON_THE_RECORD,
  "PATCH /api/admin/traders/{handle}/": ON_THE_RECORD,
  "POST /api/admin/traders/{handle}/retire/": ON_THE_RECORD,
  "POST /api/admin/signals/": ON_THE_RECORD,
  "POST /api/admin/signals/{id}/settle/": ON_THE_RECORD,
  "POST /api/admin/signals/{id}/void/": ON_THE_RECORD,
  "POST /api/admin/signals/{id}/correct/": ON_THE_RECORD,
};

const Fields = v.object({ entries: v.record(v.string(), v.unknown()) });
const fieldsOf = (content: (typeof OPERATIONS)[number]["requestBody"]) =>
  Object.values(content?.content ?? {}).flatMap(({ schema }) =>
    v.is(Fields, schema) ? Object.keys(schema.entries) : [],
  );

describe("a confirmation", () => {
  it("is declared by every call of members and staff that writes, or the call is listed with the reason", () => {
    const writes = OPERATIONS.filter(({ method }) => method !== "get");
    const unconfirmed = writes.filter((operation) => !operation["x-confirmation"]);
    expect(unconfirmed.map(({ call }) => call).toSorted()).toEqual(Object.keys(UNCONFIRMED).toSorted());
  });

  it("is declared by every call of members and staff whose answer has a secret", () => {
    const showing = OPERATIONS.filter(({ responses }) =>
      Object.values(responses).some(({ content }) =>
        fieldsOf({ required: true, content: content ?? {} }).some((name) =>
          /^(?:key|secret|token|path)$/.test(name),
        ),
      ),
    );
    expect(showing.length).toBeGreaterThan(0);
    for (const { call, "x-confirmation": isConfirmed } of showing) expect(isConfirmed, call).toBe(true);
  });

  const confirmed = OPERATIONS.filter((operation) => operation["x-confirmation"]);

  it.each(confirmed)("is a field of the body of $call", ({ requestBody }) => {
    expect(fieldsOf(requestBody)).toContain("current_passcode");
  });

  it.each(confirmed)("is demanded by $call, which changes nothing without it", async ({ method, path }) => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const target = await world.signInStaff();
    const kept = async () => {
      const tables = ["accounts", "sessions", "invites", "ingest_keys", "webhooks", "passkeys", "audit_log"];
      const rows = await env.DB.batch(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)));
      return rows.map(({ results }) => results);
    };
    const before = await kept();
    const body = {
      confirm: staff.account.pocketoptionId,
      pocketoption_id: `new-${crypto.randomUUID()}`,
      role: "member",
      is_active: false,
      trader: "somebody",
      label: "Desk",
      url: "https://receiver.example/",
      description: "Desk",
      events: ["signal.published"],
      ...(path.endsWith("/passcode/") && { passcode: "another horse staple" }),
    };
    for (const wrong of [{}, { current_passcode: "wrong horse" }]) {
      const answer = await staff.ask(method.toUpperCase(), path.replace("{id}", target.account.id), {
        ...body,
        ...wrong,
      });
      expect(await refusalOf(answer)).toEqual({
        status: 400,
        code: "current_passcode" in wrong ? "wrong_passcode" : "passcode_missing",
      });
    }
    expect(await kept()).toEqual(before);
  });
});
