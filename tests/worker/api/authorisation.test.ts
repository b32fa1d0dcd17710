import { beforeAll, describe, expect, it } from "vitest";
import { createMemberWorld, type MemberWorld, type SignedIn } from "./member-world.ts";

/** Who may call what. A route of the API that is not in this table fails the first test. */
const ACCESS = {
  "POST /api/auth/login/": "everyone",
  "POST /api/auth/refresh/": "everyone",
  "POST /api/auth/logout/": "everyone",
  "GET /api/auth/me/": "member",
  "PATCH /api/auth/me/": "holder",
  "POST /api/auth/me/passcode/": "holder",
  "DELETE /api/auth/me/passcode/": "holder",
  "DELETE /api/profile/": "holder",
  "POST /api/profile/export/": "holder",
  "GET /api/profile/acts/": "member",
  "GET /api/profile/sessions/": "member",
  "DELETE /api/profile/sessions/:id/": "holder",
  "POST /api/profile/sessions/end-others/": "holder",
  "GET /api/profile/follows/": "member",
  "PUT /api/profile/follows/:handle/": "member",
  "DELETE /api/profile/follows/:handle/": "member",
  "GET /api/profile/feed/": "member",
  "GET /api/live/": "everyone",
  "GET /api/live/events/": "everyone",
  "POST /api/admin/signals/": "staff",
  "POST /api/admin/signals/:id/settle/": "staff",
  "POST /api/admin/signals/:id/void/": "staff",
  "POST /api/admin/signals/:id/correct/": "staff",
  "POST /api/admin/traders/": "staff",
  "POST /api/admin/traders/:handle/retire/": "staff",
  "GET /api/admin/accounts/": "staff",
  "POST /api/admin/accounts/": "staff",
  "PATCH /api/admin/accounts/:id/": "staff",
  "POST /api/admin/accounts/:id/end-sessions/": "staff",
  "GET /api/admin/audit/": "staff",
  "GET /api/admin/audit/export.csv/": "staff",
  "GET /api/admin/ingest-keys/": "staff",
  "POST /api/admin/ingest-keys/": "staff",
  "DELETE /api/admin/ingest-keys/:id/": "staff",
  "GET /api/admin/ingest-failures/": "staff",
  // Whoever has a key; an unknown one is 404 to everyone.
  "POST /api/hooks/:key/": "everyone",
  "POST /api/vitals/": "everyone",
  "GET /api/admin/vitals/": "staff",
  "GET /api/signals/": "everyone",
  "GET /api/signals/export.csv/": "everyone",
  "GET /api/signals/:id/": "everyone",
  "GET /api/feeds/:language/:file{signals\\.(?:atom|json)}/": "everyone",
  "GET /api/traders/": "everyone",
  "GET /api/traders/:handle/": "everyone",
  "GET /api/summary/": "everyone",
  "GET /api/ledger/": "everyone",
  "GET /api/ledger/head/": "everyone",
  "GET /api/ledger/export.ndjson/": "everyone",
} as const satisfies Readonly<Record<string, Access>>;

/** A holder is a member whose account has a passcode: an id alone reads and follows. */
type Access = "everyone" | "member" | "holder" | "staff";

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

describe("who may call what", () => {
  let callers: Record<Caller, Call>;

  beforeAll(async () => {
    callers = await createCallers(createMemberWorld());
  });

  it("is decided for every route of the API", () => {
    const routes = createMemberWorld()
      .api.routes.filter(({ method }) => method !== "ALL")
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(routes)].sort((a, b) => a.localeCompare(b))).toEqual(
      Object.keys(ACCESS).sort((a, b) => a.localeCompare(b)),
    );
  });

  describe.each(CALLERS)("by a %s", (caller) => {
    it.each(Object.entries(ACCESS))("%s, open to %s", async (route, access) => {
      const [method = "", pattern = ""] = route.split(" ");
      const path = pattern
        .replace(/:file\{[^}]*\}/, "signals.json")
        .replace(":language", "en")
        .replace(/:\w+/, "nothing-like-it");
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
