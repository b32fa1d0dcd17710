import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import type { Caller as Asked } from "#worker/api/declare.ts";
import { declaredOperations } from "#worker/build/openapi/operations.ts";
import { createMemberWorld, type MemberWorld, type SignedIn } from "./member-world.ts";

type Access = "everyone" | Asked;

/** Who may call what, as the routes declare it: every one of them is asked below by everybody. */
const CALLS = (await declaredOperations()).map(
  ({ method, path, security }): { readonly call: string; readonly access: Access } => ({
    call: `${method.toUpperCase()} ${path}`,
    access: security[0]?.bearer[0] ?? "everyone",
  }),
);

/** Written down by hand, so that a call which is opened to everyone by mistake is noticed. */
const OPEN_TO_EVERYONE = [
  "GET /api/feeds/{language}/{file}",
  "GET /api/ledger/",
  "GET /api/ledger/export.ndjson",
  "GET /api/ledger/head/",
  "GET /api/live/",
  "GET /api/live/events/",
  "GET /api/log/checkpoint/",
  "GET /api/log/checkpoints/",
  "GET /api/log/entries/",
  "GET /api/log/key/",
  "GET /api/log/tile/",
  "GET /api/log/witnesses/",
  "GET /api/search/",
  "GET /api/search/assets/",
  "GET /api/signals/",
  "GET /api/signals/export.csv",
  "GET /api/signals/{id}/",
  "GET /api/signals/{id}/prices/",
  "GET /api/summary/",
  "GET /api/traders/",
  "GET /api/traders/{handle}/",
  "GET /api/traders/{handle}/slices/",
  "POST /api/auth/login/",
  "POST /api/auth/logout/",
  "POST /api/auth/passkeys/login/",
  "POST /api/auth/passkeys/options/",
  "POST /api/auth/passkeys/sign-up/",
  "POST /api/auth/passkeys/sign-up/options/",
  "POST /api/auth/refresh/",
  // Whoever has a key; an unknown one is 404 to everyone.
  "POST /api/hooks/{key}/",
  "POST /api/hooks/{key}/dry-run/",
  "POST /api/vitals/",
];

/**
 * What a session may do that was opened by the id alone, which could be anybody's: it reads what it follows, and its own browser
 * may be told of it. Everything else below /profile/ shows or changes what is the owner's.
 */
const BY_ID_ALONE: Readonly<Record<string, string>> = {
  "DELETE /api/profile/follows/{handle}/": "follows of the account",
  "DELETE /api/profile/push-subscriptions/": "what this session has added",
  "GET /api/auth/me/": "whose session it is",
  "GET /api/profile/feed/": "public signals",
  "GET /api/profile/follows/": "follows of the account",
  "GET /api/profile/notifications/": "the browser of this session",
  "POST /api/profile/push-subscriptions/": "in place of what this session has added",
  "PUT /api/profile/follows/{handle}/": "follows of the account",
};

const CALLERS = ["visitor", "member", "holder", "staff", "revoked"] as const;
type Caller = (typeof CALLERS)[number];
type Call = SignedIn["ask"];

async function createCallers(world: MemberWorld): Promise<Record<Caller, Call>> {
  const revoked = await world.signInStaff();
  await world.post("/api/auth/logout/", { refresh: revoked.tokens.refresh });
  return {
    visitor: world.visitor,
    member: (await world.signInMember()).ask,
    holder: (await world.signInHolder()).ask,
    staff: (await world.signInStaff()).ask,
    revoked: revoked.ask,
  };
}

/** Status that a caller must meet; null where the route itself decides. */
function refusalFor(caller: Caller, access: Access): 401 | 403 | null {
  if (access === "everyone") return null;
  if (caller === "visitor" || caller === "revoked") return 401;
  if (caller === "member" && access === "holder") return 403;
  return caller !== "staff" && access === "staff" ? 403 : null;
}

/** Rows of the account and of its sessions, follows, settings and acts. */
async function keptOn(id: string): Promise<unknown> {
  const queries = [
    "SELECT * FROM accounts WHERE id = ?",
    "SELECT * FROM sessions WHERE account_id = ? ORDER BY id",
    "SELECT * FROM follows WHERE account_id = ?",
    "SELECT * FROM notification_settings WHERE account_id = ?",
    "SELECT * FROM audit_log WHERE target = ?",
    "SELECT * FROM invites WHERE account_id = ?",
  ];
  const answers = await env.DB.batch(queries.map((sql) => env.DB.prepare(sql).bind(id)));
  return answers.map(({ results }) => results);
}

describe("access to the API", () => {
  let callers: Record<Caller, Call>;

  beforeAll(async () => {
    callers = await createCallers(createMemberWorld());
  });

  const callsOf = (...wanted: Access[]) =>
    CALLS.flatMap(({ call, access }) => (wanted.includes(access) ? [call] : [])).toSorted();

  it("is open to everyone for exactly these calls", () => {
    expect(callsOf("everyone")).toEqual(OPEN_TO_EVERYONE);
  });

  it("is limited to staff for everything below /api/admin/, and for nothing else", () => {
    const administration = CALLS.filter(({ call }) => call.includes(" /api/admin/")).map(({ call }) => call);
    expect(callsOf("staff")).toEqual(administration.toSorted());
  });

  it("by the id alone allows exactly these calls of members", () => {
    expect(callsOf("member")).toEqual(Object.keys(BY_ID_ALONE));
  });

  it("without a passcode cannot change the account by any other write, even a valid one", async () => {
    const world = createMemberWorld({ signUp: "open" });
    const member = await world.signInMember({ name: "Ada" });
    const { account, ask } = member;
    const other = await world.signInAgain(member);
    const { results: sessions } = await env.DB.prepare("SELECT id FROM sessions WHERE account_id = ?")
      .bind(account.id)
      .all();
    const before = await keptOn(account.id);
    const right = {
      confirm: account.pocketoptionId,
      passcode: "a passcode of mine",
      current_passcode: "",
      name: "Mallory",
      language: "de",
      id_alone: false,
      is_active: false,
      account_id: account.id,
    };
    const writes = CALLS.filter(({ call, access }) => access !== "everyone" && !call.startsWith("GET "));
    for (const { call } of writes.filter(({ call }) => !(call in BY_ID_ALONE))) {
      const [method = "", template = ""] = call.split(" ");
      for (const id of [account.id, ...sessions.map(({ id }) => String(id))])
        expect((await ask(method, template.replace(/\{\w+\}/, id), right)).status, call).toBe(403);
    }
    // Neither does whoever signs in by it once more, with a passcode of their own.
    const chosen = { pocketoption_id: account.pocketoptionId, passcode: right.passcode };
    expect((await world.post("/api/auth/login/", chosen)).status).toBe(401);
    expect(await keptOn(account.id)).toEqual(before);
    expect((await other.ask("GET", "/api/auth/me/")).status).toBe(200);
  });

  describe.each(CALLERS)("access as %s", (caller) => {
    it.each(CALLS)("to $call is as declared: $access", async ({ call, access }) => {
      const [method = "", template = ""] = call.split(" ");
      const path = template
        .replace("{file}", "signals.json")
        .replace("{language}", "en")
        .replace(/\{\w+\}/, "nothing-like-it");
      const answer = await callers[caller](method, path, method === "GET" ? undefined : {});
      const expected = refusalFor(caller, access);
      if (expected === null) {
        expect([401, 403]).not.toContain(answer.status);
        expect(answer.status).toBeLessThan(500);
        return;
      }
      expect(answer.status).toBe(expected);
      // A refusal tells why and nothing of what lies behind the door.
      const problem = await answer.json<Record<string, unknown>>();
      expect(Object.keys(problem).filter((key) => key !== "messages")).toEqual(["detail", "code"]);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    });
  });
});
