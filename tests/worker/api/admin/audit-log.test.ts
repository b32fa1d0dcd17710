import { env } from "cloudflare:workers";
import { drizzle } from "drizzle-orm/d1";
import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { AuditExportQuery, AuditPage } from "#shared/contracts/audit.ts";
import {
  exportAuditLog,
  selectAuditCount,
  selectAuditLog,
  selectExport,
  selectExportEnd,
} from "#worker/api/admin/read-audit-log.ts";
import { planOf } from "../plan-of.ts";
import { addSomeTrader, createRecord } from "../signals/record.ts";
import { CONFIRMED, createMemberWorld, type SignedIn } from "../member-world.ts";
import { COUNTED_ROWS } from "#shared/limits/lists.ts";

const PATH = "/api/admin/audit/";
const ACCOUNTS = "/api/admin/accounts/";

async function readLog({ ask }: SignedIn, query: Record<string, string> = {}) {
  return v.parse(AuditPage, await (await ask("GET", `${PATH}?${String(new URLSearchParams(query))}`)).json());
}

/** Deletes the account of whoever asks. */
const leave = ({ account, ask }: SignedIn) =>
  ask("DELETE", "/api/profile/", { confirm: account.pocketoptionId, ...CONFIRMED });

/** Staff who made some accounts, a minute apart, and ended the sessions of the last. */
async function createBusyStaff() {
  const world = createMemberWorld();
  const staff = await world.signInStaff({ name: "Busy" });
  for (let count = 0; count < 3; count += 1) {
    await staff.ask("POST", ACCOUNTS, { pocketoption_id: `made-${crypto.randomUUID()}`, ...CONFIRMED });
    world.pass(60_000);
  }
  const { id } = await world.createAccount();
  await staff.ask("POST", `${ACCOUNTS}${id}/end-sessions/`);
  return { world, staff };
}

describe("the audit log", () => {
  it("lists who did what, when and from where, newest first, page by page", async () => {
    const { staff } = await createBusyStaff();
    const actor = staff.account.pocketoptionId;
    const first = await readLog(staff, { actor, limit: "3" });
    const actions = first.results.map(({ action }) => action);
    expect(actions).toEqual(["sessions_ended", "account_created", "account_created"]);
    expect(first.results[0]).toMatchObject({
      at: "2026-03-01T12:03:00.250Z",
      actor: { id: staff.account.id, pocketoption_id: actor, name: "Busy" },
      network: "203.0.113.0/24",
      request_id: "request-1",
    });
    const rest = await readLog(staff, { actor, limit: "3", cursor: first.next ?? "" });
    expect(rest.results).toHaveLength(1);
    expect(rest.next).toBeNull();
    expect(first.position).toEqual({ total: 4, before: 0 });
    expect(rest.position).toEqual({ total: 4, before: 3 });
  });

  it("counts only up to a limit, and returns null above it", async () => {
    const staff = await createMemberWorld().signInStaff();
    const actor = "a-busy-actor";
    await env.DB.prepare(
      `WITH RECURSIVE acts (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM acts WHERE n < ?)
      INSERT INTO audit_log (at, actor_id, action, target, detail, network, request_id)
      SELECT n, ?, 'trader_added', 'a', '{}', '', '' FROM acts`,
    )
      .bind(COUNTED_ROWS + 2, actor)
      .run();
    const first = await readLog(staff, { actor, limit: "1" });
    expect(first.position).toEqual({ total: null, before: 0 });
    const second = await readLog(staff, { actor, limit: "1", cursor: first.next ?? "" });
    expect(second.position).toEqual({ total: null, before: 1 });
    const to = new Date(COUNTED_ROWS).toISOString();
    expect((await readLog(staff, { actor, to })).position).toEqual({ total: COUNTED_ROWS, before: 0 });
  });

  it("is filtered by actor, action and period, even with the cursor of another query", async () => {
    const { staff } = await createBusyStaff();
    const { id: actor, pocketoptionId } = staff.account;
    for (const [query, count] of [
      [{ actor }, 4],
      [{ actor: pocketoptionId.toUpperCase() }, 4],
      [{ actor: "nobody" }, 0],
      [{ actor, action: "account_created" }, 3],
      [{ actor, action: "signal_voided" }, 0],
      [{ actor, from: "2026-03-01T12:01:00Z", to: "2026-03-01T12:02:59Z" }, 2],
      [{ actor, to: "2026-02-28" }, 0],
    ] as const)
      expect((await readLog(staff, query)).results, JSON.stringify(query)).toHaveLength(count);
    const { next } = await readLog(staff, { actor, limit: "1" });
    const to = "2026-03-01T12:01:59Z";
    const page = await readLog(staff, { actor, to, cursor: next ?? "" });
    expect(page).toEqual(await readLog(staff, { actor, to }));
    expect(page.results).toHaveLength(2);
  });

  it("shows a deleted account by its random id only", async () => {
    const { world, staff } = await createBusyStaff();
    const other = await world.signInStaff();
    await leave(staff);
    const { results } = await readLog(other, { actor: staff.account.id });
    expect(results).toHaveLength(5);
    expect(results[0]?.actor).toEqual({ id: staff.account.id, pocketoption_id: null, name: null });
  });

  it("names the target of an action: an account by its id while it exists, a key by its label", async () => {
    const world = createMemberWorld();
    const staff = await world.signInStaff();
    const [leaver, member] = [await world.signInHolder(), await world.createAccount()];
    const trader = await addSomeTrader(createRecord());
    for (const { id } of [leaver.account, member]) await staff.ask("POST", `${ACCOUNTS}${id}/end-sessions/`);
    const key = { trader, label: "Desk", payout: 0.9, ...CONFIRMED };
    await staff.ask("POST", "/api/admin/ingest-keys/", key);
    await staff.ask("POST", `/api/admin/traders/${trader}/retire/`);
    await leave(await world.signInAgain(leaver));
    const { results } = await readLog(staff, { actor: staff.account.id });
    const named = Object.fromEntries(results.map(({ target, target_name }) => [target, target_name]));
    expect(named).toMatchObject({
      [leaver.account.id]: null,
      [member.id]: member.pocketoptionId,
      [trader]: null,
    });
    expect(results.find(({ action }) => action === "ingest_key_created")?.target_name).toBe("Desk");
  });

  it("is exported completely as CSV, in one or more parts, even if many entries have the same time", async () => {
    const { world, staff } = await createBusyStaff();
    const { id } = await world.createAccount();
    await staff.ask("POST", `${ACCOUNTS}${id}/end-sessions/`);
    const answer = await staff.ask("GET", `${PATH}export.csv?actor=${staff.account.id}`);
    expect(answer.headers.get("Content-Type")).toContain("text/csv");
    const lines = (await answer.text()).split("\r\n");
    expect(lines[0]).toBe("seq,at,actor,action,target,detail,network,request_id");
    expect(lines).toHaveLength(7);
    const seqs = lines.slice(1, -1).map((line) => Number.parseInt(line));
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    for (const partRows of [1, 2, 5, 9]) {
      let joined = "";
      let parts = 0;
      for (let after: string | null = ""; after !== null; parts += 1) {
        const asked = v.parse(AuditExportQuery, { actor: staff.account.id, ...(after && { after }) });
        const part = await exportAuditLog(drizzle(env.DB), asked, { partRows, pageRows: 1 });
        joined += await new Response(part.body).text();
        after = part.next;
      }
      expect([joined.split("\r\n"), parts]).toEqual([lines, Math.ceil(5 / partRows)]);
    }
  });

  it.each([
    "UPDATE audit_log SET detail = '{}'",
    "DELETE FROM audit_log",
    `INSERT OR REPLACE INTO audit_log (seq, at, actor_id, action, target, detail, network, request_id)
     SELECT seq, at, 'x', action, target, detail, network, request_id FROM audit_log LIMIT 1`,
  ])("is append-only: refuses %s", async (sql) => {
    await createBusyStaff();
    await expect(env.DB.prepare(sql).run()).rejects.toThrow("append-only");
  });

  it.each([
    ["time", {}],
    ["actor", { actor: "x" }],
    ["action", { action: "signal_voided" as const }],
    ["actor_action", { actor: "x", action: "signal_voided" as const }],
  ])("is read through the index by %s", async (index, filter) => {
    const [db, place] = [drizzle(env.DB), { at: 9, seq: 9 }];
    const filters = { ...filter, from: 1, to: 9 };
    for (const cursor of [undefined, place]) {
      for (const statement of [
        selectAuditLog(db, { ...filters, cursor, limit: 3 }),
        selectExport(db, filters, { after: place, until: place, limit: 3 }),
        selectExportEnd(db, filters, place, 3),
        selectAuditCount(db, filters, cursor),
      ]) {
        const plan = await planOf(statement);
        expect(plan.join()).toMatch(
          new RegExp(
            `SEARCH audit_log USING (?:COVERING )?INDEX audit_log_by_${index} \\(.*at>\\? AND at<\\?\\)`,
          ),
        );
        const steps = plan.filter((step) => /\bSCAN\b|TEMP B-TREE/.test(step));
        // What is counted, which has a limit.
        expect(steps.filter((step) => !/^SCAN \(subquery-\d\)$/.test(step))).toEqual([]);
      }
    }
  });
});
