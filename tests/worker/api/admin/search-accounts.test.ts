import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { AdminAccountPage } from "#shared/contracts/accounts.ts";
import { selectAccountCount, selectAccounts } from "#worker/api/admin/search-accounts.ts";
import { planOf } from "../plan-of.ts";
import { createMemberWorld, type SignedIn } from "../member-world.ts";

const PATH = "/api/admin/accounts/";

async function search({ ask }: SignedIn, query: Record<string, string>) {
  return v.parse(
    AdminAccountPage,
    await (await ask("GET", `${PATH}?${String(new URLSearchParams(query))}`)).json(),
  );
}

/** All pages of two, as account ids; stops a cursor that goes in circles. */
async function searchAll(staff: SignedIn, q: string): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | null = "";
  for (let page = 0; cursor !== null && page < 20; page += 1) {
    const { results, next }: AdminAccountPage = await search(staff, { q, limit: "2", cursor });
    found.push(...results.map(({ pocketoption_id }) => pocketoption_id));
    cursor = next;
  }
  return found;
}

describe("searching accounts", () => {
  it("finds the beginnings of ids and names in any case, ids first, each once, page by page", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    for (const [pocketoptionId, name] of [
      ["Zeta-2", "zeta by both"],
      ["zeta-1", ""],
      ["other-1", "Zeta, Anna"],
      ["other-2", "zeta Berta"],
      ["other-3", "zeta Berta"],
      ["other-4", "Not Zeta"],
      ["not-zeta", ""],
    ] as const)
      await world.createAccount({ pocketoptionId, name });
    const found = await searchAll(staff, "zEtA");
    expect(found.slice(0, 2)).toEqual(["zeta-1", "Zeta-2"]);
    expect(found.slice(2).toSorted()).toEqual(["other-1", "other-2", "other-3"]);
    expect(await searchAll(staff, "zeta-2")).toEqual(["Zeta-2"]);
    for (const q of ["nothing-like-it", "%", "_"]) expect(await searchAll(staff, q)).toEqual([]);
    const all = await env.DB.prepare("SELECT count(*) AS n FROM accounts").first("n");
    expect(await searchAll(staff, "")).toHaveLength(Number(all));
  });

  it("returns for each page the total and the number before it, with matches by id before those by name", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    for (const id of ["place-1", "place-2", "place-3"]) {
      await world.createAccount({ pocketoptionId: id, name: `Place ${id}` });
    }
    for (const name of ["Place A", "Place B"]) await world.createAccount({ name });
    let found = 0;
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: AdminAccountPage = await search(staff, { q: "place", limit: "2", cursor });
      expect(page.position).toEqual({ total: 5, before: found });
      found += page.results.length;
      cursor = page.next;
    }
    expect(found).toBe(5);
    const all = await env.DB.prepare("SELECT count(*) AS n FROM accounts").first<number>("n");
    expect((await search(staff, {})).position).toEqual({ total: all, before: 0 });
  });

  it("refuses the cursor of another search, and names the parameter", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    for (const id of ["quartz-1", "quartz-2", "quest-1"]) {
      await world.createAccount({ pocketoptionId: id, name: `Rock ${id}` });
    }
    const { next: byId } = await search(staff, { q: "Quartz", limit: "1" });
    const { next: byName } = await search(staff, { q: "Rock", limit: "1" });
    expect((await search(staff, { q: "qUARTZ", limit: "1", cursor: byId ?? "" })).results).toHaveLength(1);
    for (const query of [{ q: "quest", cursor: byId }, { q: "quest", cursor: byName }, { cursor: byName }]) {
      const given = Object.entries(query).map(([name, value]) => [name, value ?? ""]);
      const answer = await staff.ask("GET", `${PATH}?${String(new URLSearchParams(given))}`);
      expect(answer.status, JSON.stringify(query)).toBe(400);
      expect(await answer.json()).toEqual({
        cursor: ["must be the next value of an earlier page of the same search."],
        detail: '"cursor": must be the next value of an earlier page of the same search.',
        code: "invalid_query",
      });
    }
  });

  it("shows the number of open sessions and whether there is a passcode, but no hash", async () => {
    const world = createMemberWorld();
    const expired = await world.signInStaff({ pocketoptionId: `me-${crypto.randomUUID()}` });
    world.pass(24 * 60 * 60 * 1000);
    const ended = await world.signInAgain(expired);
    await world.post("/api/auth/logout/", { refresh: ended.tokens.refresh });
    const staff = await world.signInAgain(expired);
    const answer = await staff.ask("GET", `${PATH}?q=${staff.account.pocketoptionId}`);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({
      results: [{ sessions: 1, has_passcode: true, is_active: true }],
    });
    expect(text).not.toContain("pbkdf2");
  });

  it.each(["id", "name"] as const)("reads a range of one index: %s", async (order) => {
    const search = { q: "a", order, start: { value: "a", id: "" }, limit: 3, nowMs: 1 };
    const plan = await planOf(selectAccounts(drizzle(env.DB), search));
    expect(plan[0]).toMatch(
      new RegExp(`^SEARCH accounts USING INDEX accounts_by_search_${order} .*>\\?.*<\\?`),
    );
    expect(plan.filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step))).toEqual([]);
    for (const upTo of [undefined, { order, value: "ab", id: "1" }]) {
      const counted = await planOf(selectAccountCount(drizzle(env.DB), "a", order, upTo));
      expect(counted.join("\n")).toMatch(
        new RegExp(`SEARCH accounts USING (COVERING )?INDEX accounts_by_search_${order} .*>\\?.*<\\?`),
      );
    }
  });
});
