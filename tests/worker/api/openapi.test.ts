/** The OpenAPI document and the embedded API have the same operations, and no response departs from the document. */
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { CreatedInvite } from "#shared/contracts/accounts.ts";
import { CreatedIngestKey } from "#shared/contracts/ingest-keys.ts";
import { MemberSessionList } from "#shared/contracts/profile.ts";
import { Signal } from "#shared/contracts/signals.ts";
import { PushSubscriptionEntry } from "#shared/contracts/push.ts";
import { WebhookDelivery, WebhookSecret } from "#shared/contracts/webhooks.ts";
import { createApi } from "#worker/api/api.ts";
import { declaredOperations } from "#worker/build/openapi/operations.ts";
import type { Judgement } from "#tests/support/openapi-judge.ts";
import { holdToContract, judgeAnswer } from "./held-to-contract.ts";
import { createBrowser } from "#tests/support/push-browser.ts";
import { createMemberWorld, PASSCODE, type SignedIn } from "./member-world.ts";
import { keepSomeCheckpoint } from "./transparency-log/some-checkpoint.ts";
import { createAuthenticator } from "./passkeys/authenticator.ts";
import { withPasskeys } from "./passkeys/passkey-world.ts";
import { addSomeTrader, createRecord, MINUTE_MS, signalSentBy } from "./signals/record.ts";
import { EVIDENCE } from "#tests/support/chained.ts";

const OPERATIONS = await declaredOperations();

describe("the OpenAPI document", () => {
  it("has an operation for every route of the API", () => {
    const inDocument = (path: string) => path.replaceAll(/:(\w+)(?:\{[^/]*\})?/g, "{$1}");
    const calls = createMemberWorld().api.routes.filter(({ method }) => method !== "ALL");
    const served = new Set(calls.map(({ method, path }) => `${method} ${inDocument(path)}`));
    const described = OPERATIONS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(described.toSorted()).toEqual([...served].toSorted());
  });
});

/** A world whose API also tells which answers it gave. */
function createWatchedWorld() {
  const met = new Set<string>();
  const world = createMemberWorld({ isLocal: true, signUp: "open" });
  const tell = ({ operationId, status }: Judgement) => met.add(`${operationId} ${status}`);
  holdToContract(world.api, tell);
  return { ...world, met, api: world.api };
}

describe("every success response in the OpenAPI document", () => {
  it("is given by the API, and matches its description", async () => {
    const world = createWatchedWorld();
    const { met, visitor } = world;
    const record = createRecord(world.deps.now());
    const trader = await addSomeTrader(record);
    const staff = await world.signInStaff();
    const member = await world.signInHolder();
    const ok = async (asked: Promise<Response>, status = 200): Promise<Response> => {
      const response = await asked;
      expect(response.status).toBe(status);
      return response;
    };

    // Staff write on the record.
    const signal = signalSentBy(trader, record);
    const publish = async () =>
      v.parse(Signal, await (await ok(staff.ask("POST", "/api/admin/signals/", signal), 201)).json());
    const [published, second] = [await publish(), await publish()];
    const named = { Authorization: `Bearer ${staff.tokens.access}`, "Idempotency-Key": "once" };
    await ok(world.post("/api/admin/signals/", signal, named), 201);
    await ok(world.post("/api/admin/signals/", signal, named));
    await ok(staff.ask("POST", `/api/admin/signals/${second.id}/void/`, { reason: "No price" }));
    await ok(staff.ask("POST", "/api/admin/traders/", { handle: "new-moon", name: "New Moon" }), 201);
    await ok(staff.ask("PATCH", "/api/admin/traders/new-moon/", { name: "Newer Moon" }));
    await ok(staff.ask("POST", "/api/admin/traders/new-moon/retire/"));

    // Machines.
    const confirmed = { current_passcode: PASSCODE };
    const made = await ok(
      staff.ask("POST", "/api/admin/ingest-keys/", { trader, label: "Test", ...confirmed }),
      201,
    );
    const { id: keyId, path } = v.parse(CreatedIngestKey, await made.json());
    const send = async (text: string, to = path) =>
      world.api.request(to, { method: "POST", headers: { "Content-Type": "text/plain" }, body: text });
    await send("EURUSD buy 5m");
    await send("EURUSD buy 5m");
    await send("gibberish");
    await ok(send("EURUSD buy 5m", `${path}dry-run/`));
    await ok(staff.ask("DELETE", `/api/admin/ingest-keys/${keyId}/`), 204);

    await askOfWebhooks(staff, ok);
    await askOfNotifications(member, ok);

    // Everyone reads.
    const feed = await ok(visitor("GET", "/api/feeds/de/signals.json"));
    const known = { headers: { "If-None-Match": feed.headers.get("ETag") ?? "" } };
    await ok(Promise.resolve(world.api.request("/api/feeds/de/signals.json", known)), 304);
    await keepSomeCheckpoint();
    for (const read of [
      "signals/?limit=1",
      `signals/${published.id}/`,
      `signals/${published.id}/prices/`,
      "signals/export.csv",
      "feeds/de/signals.atom",
      "traders/?sort=handle",
      `traders/${trader}/`,
      `traders/${trader}/slices/?by=asset`,
      "search/?q=a",
      "search/assets/",
      "summary/",
      "ledger/",
      "ledger/head/",
      "ledger/export.ndjson",
      "log/checkpoint/",
      "log/key/",
      "log/tile/?level=0&index=0&width=1",
      "log/entries/?index=0&width=1",
      "log/checkpoints/",
      "log/witnesses/",
      "live/events/?after=0",
    ])
      await ok(visitor("GET", `/api/${read}`));
    const { webSocket } = await ok(
      Promise.resolve(world.api.request("/api/live/", { headers: { Upgrade: "websocket" } })),
      101,
    );
    webSocket?.accept();
    webSocket?.close();

    await ok(world.post("/api/vitals/", { page: "home", lcp: 900 }), 204);

    // A member's own account.
    await ok(member.ask("GET", "/api/auth/me/"));
    await ok(
      member.ask("PATCH", "/api/auth/me/", { name: "Ada", language: "de", time_zone: "Europe/Berlin" }),
    );
    await ok(member.ask("POST", "/api/auth/me/passcode/", { passcode: PASSCODE, ...confirmed }));
    await ok(member.ask("PUT", `/api/profile/follows/${trader}/`));
    await ok(member.ask("GET", "/api/profile/follows/"));
    await ok(member.ask("GET", "/api/profile/feed/"));
    await ok(member.ask("DELETE", `/api/profile/follows/${trader}/`));
    await ok(member.ask("POST", "/api/profile/export/", confirmed));
    await ok(member.ask("GET", "/api/profile/acts/"));
    await world.signInAgain(member);
    await ok(member.ask("POST", "/api/profile/sessions/end-others/"));
    const other = await world.signInAgain(member);
    const listed = await ok(other.ask("GET", "/api/profile/sessions/"));
    const { results: sessions } = v.parse(MemberSessionList, await listed.json());
    const current = sessions.find(({ is_current: isCurrent }) => isCurrent);
    await ok(member.ask("DELETE", `/api/profile/sessions/${current?.id}/`), 204);
    await ok(world.refresh(member.tokens.refresh));
    const passkeys = withPasskeys(world);
    const holder = await world.signInAgain(member);
    const phone = await createAuthenticator();
    const here = { origin: "http://localhost", rpId: "localhost" };
    const { id: passkeyId } = await passkeys.registered(holder, phone, here);
    await ok(holder.ask("GET", "/api/profile/passkeys/"));
    await ok(passkeys.signInBy(phone, holder, here));
    await ok(passkeys.confirmBy(phone, holder, here), 204);
    await ok(holder.ask("DELETE", `/api/profile/passkeys/${passkeyId}/`, confirmed), 204);
    const newcomer = { pocketoption_id: "PO-BY-PASSKEY" };
    await ok(passkeys.signUpBy(await createAuthenticator(), newcomer, here).then(({ answer }) => answer));

    // Staff look after the record and accounts.
    for (const read of [
      "ingest-keys/",
      "ingest-messages/",
      "log-witnesses/",
      "vitals/",
      "accounts/?q=PO-",
      "signals/open/",
      "signals/correctable/",
      "signals/leads/",
      "signals/prices/?asset=EUR/USD",
      "invites/",
      "audit/",
      "audit/export.csv",
    ])
      await ok(staff.ask("GET", `/api/admin/${read}`));
    await ok(staff.ask("POST", "/api/admin/accounts/", { pocketoption_id: "PO-OPENAPI", ...confirmed }), 201);
    const { id: account_id } = await world.createAccount();
    const invited = await ok(staff.ask("POST", "/api/admin/invites/", { account_id, ...confirmed }), 201);
    const { id: inviteId } = v.parse(CreatedInvite, await invited.json());
    await ok(staff.ask("DELETE", `/api/admin/invites/${inviteId}/`), 204);
    await ok(
      staff.ask("PATCH", `/api/admin/accounts/${member.account.id}/`, { is_active: true, ...confirmed }),
    );
    const leaving = await world.signInAgain(member);
    const signedOut = await world.signInAgain(member);
    await ok(world.post("/api/auth/logout/", { refresh: signedOut.tokens.refresh }), 204);
    const deletion = { confirm: member.account.pocketoptionId, ...confirmed };
    await ok(leaving.ask("DELETE", "/api/profile/", deletion), 204);
    await ok(staff.ask("POST", `/api/admin/accounts/${staff.account.id}/end-sessions/`));

    // Time passes.
    world.pass(10 * MINUTE_MS);
    const later = await world.signInAgain(staff);
    await ok(
      later.ask("POST", `/api/admin/signals/${published.id}/settle/`, { outcome: "won", evidence: EVIDENCE }),
    );
    const correction = { from: "won", outcome: "lost", reason: "Price misread" };
    await ok(later.ask("POST", `/api/admin/signals/${published.id}/correct/`, correction));

    const described = OPERATIONS.flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    );
    // It is given where a message takes long: tests/worker/api/ingest/receive-alert.test.ts.
    expect(described.filter((answer) => !met.has(answer))).toEqual(["receiveAlert 202"]);
  });
});

async function askOfNotifications(
  member: SignedIn,
  ok: (asked: Promise<Response>, status?: number) => Promise<Response>,
): Promise<void> {
  const { endpoint, ...browser } = await createBrowser();
  const register = () =>
    ok(member.ask("POST", "/api/profile/push-subscriptions/", { endpoint, ...browser }), 201);
  await register();
  await ok(member.ask("GET", "/api/profile/notifications/"));
  await ok(member.ask("PATCH", "/api/profile/notifications/", { push: true }));
  await ok(member.ask("DELETE", "/api/profile/push-subscriptions/", { endpoint }), 204);
  const { id } = v.parse(PushSubscriptionEntry, await (await register()).json());
  await ok(member.ask("DELETE", `/api/profile/push-subscriptions/${id}/`), 204);
}

async function askOfWebhooks(
  staff: SignedIn,
  ok: (asked: Promise<Response>, status?: number) => Promise<Response>,
): Promise<void> {
  const confirmed = { current_passcode: PASSCODE };
  const webhook = {
    url: "http://127.0.0.1:9/",
    description: "Test",
    events: ["signal.published"],
    ...confirmed,
  };
  const made = await ok(staff.ask("POST", "/api/admin/webhooks/", webhook), 201);
  const { id } = v.parse(WebhookSecret, await made.json()).webhook;
  await ok(staff.ask("GET", "/api/admin/webhooks/"));
  const test = await ok(staff.ask("POST", `/api/admin/webhooks/${id}/test/`), 202);
  const { id: delivery } = v.parse(WebhookDelivery, await test.json());
  await ok(staff.ask("POST", `/api/admin/webhook-deliveries/${delivery}/send-again/`), 202);
  await ok(staff.ask("GET", "/api/admin/webhook-deliveries/"));
  await ok(staff.ask("POST", `/api/admin/webhooks/${id}/rotate/`, confirmed));
  await ok(staff.ask("PATCH", `/api/admin/webhooks/${id}/`, { is_on: false }));
  await ok(staff.ask("DELETE", `/api/admin/webhooks/${id}/`), 204);
}

describe("the contract check", () => {
  const head = { seq: 1, at: null, hash: "0".repeat(64) };

  it.each([
    ["a field too many", Response.json({ ...head, secret: "x" })],
    ["a field too few", Response.json({ seq: 1, at: null })],
    ["a field of another type", Response.json({ ...head, seq: "1" })],
    ["a value out of bounds", Response.json({ ...head, hash: "none" })],
    ["another type of body", new Response("seq 1", { headers: { "Content-Type": "text/plain" } })],
    ["a status that is not described", Response.json(head, { status: 206 })],
    ["a code that is not described", Response.json({ detail: "x", code: "odd" }, { status: 500 })],
    ["an error without its code", Response.json({ detail: "x" }, { status: 500 })],
    ["an error without Retry-After", Response.json({ detail: "x", code: "throttled" }, { status: 429 })],
  ])("detects %s", async (_fault, response) => {
    const { departure } = await judgeAnswer({ method: "GET", path: "/api/ledger/head/", response });
    expect(departure).toMatch(/^readLedgerHead answers/);
  });

  it("fails the test that asked for what the document does not have", async () => {
    const api = createApi(createMemberWorld().deps);
    api.get("/api/unheard-of/", (c) => c.json({}));
    await expect(Promise.resolve(holdToContract(api).request("/api/unheard-of/"))).rejects.toThrow(
      "is not in the document",
    );
  });
});
