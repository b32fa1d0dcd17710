import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import * as v from "valibot";
import { VitalsSummary } from "#shared/contracts/vitals.ts";
import { purgeOldVitals } from "#worker/api/vitals/histogram.ts";
import { createMemberWorld, type MemberWorld, refusalOf } from "../member-world.ts";

const REPORT = { page: "home", lcp: 1_200, inp: 48, cls: 0.02, fcp: 700, ttfb: 90 };

let world: MemberWorld;

beforeEach(async () => {
  await env.DB.exec("DELETE FROM web_vitals");
  world = createMemberWorld();
});

const report = (body: unknown, address = "203.0.113.9") =>
  world.post("/api/vitals/", body, { "X-Forwarded-For": address });

async function readSummary(query = ""): Promise<VitalsSummary> {
  const staff = await world.signInStaff();
  return v.parse(VitalsSummary, await (await staff.ask("GET", `/api/admin/vitals/${query}`)).json());
}

async function countRows(): Promise<number> {
  return (await env.DB.prepare("SELECT count(*) AS rows FROM web_vitals").first<number>("rows")) ?? -1;
}

describe("a report of web vitals", () => {
  it("is counted, and many equal ones take no more space than one", async () => {
    const first = await report(REPORT);
    expect(first.status).toBe(204);
    expect(await countRows()).toBe(5);
    for (let visit = 1; visit < 40; visit += 1) await report(REPORT, `203.0.113.${visit}`);
    expect(await countRows()).toBe(5);
    const { results } = await readSummary();
    expect(results).toMatchObject([{ page: "home", lcp: { count: 40 }, cls: { count: 40 } }]);
  });

  it("is summarised as the value that three of four visits did not exceed, to 7 %", async () => {
    for (const lcp of [400, 500, 600, 5_000]) await report({ page: "traders", lcp, cls: lcp / 30_000 });
    const { results } = await readSummary();
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ page: "traders", inp: null, fcp: null, ttfb: null });
    expect(results[0]?.lcp?.p75).toBeGreaterThanOrEqual(600);
    expect(results[0]?.lcp?.p75).toBeLessThanOrEqual(642);
    expect(results[0]?.cls?.p75).toBeGreaterThanOrEqual(0.02);
    expect(results[0]?.cls?.p75).toBeLessThanOrEqual(0.022);
  });

  it("stores no data about its sender", async () => {
    await report(REPORT, "198.51.100.77");
    const { results } = await env.DB.prepare("SELECT * FROM web_vitals").all();
    expect(Object.keys(results[0] ?? {})).toEqual(["day", "page", "metric", "bucket", "count"]);
    expect(JSON.stringify(results)).not.toContain("198.51");
  });

  it.each([
    [{}, 400],
    [{ page: "/en/signal/1", lcp: 1 }, 400],
    [{ page: "home", lcp: "1" }, 400],
    [{ page: "home", lcp: 1, visitor: "me" }, 400],
    [{ page: "home", lcp: 1, padding: "x".repeat(600) }, 413],
    [[], 400],
  ])("is refused if it is %j", async (body, status) => {
    const refused = await report(body);
    expect(refused.status).toBe(status);
    expect(await refused.json()).toMatchObject({ detail: expect.any(String), code: expect.any(String) });
    expect(await countRows()).toBe(0);
  });

  it.each([
    ["address", () => "203.0.113.9"],
    ["customer, whose IPv6 addresses count together", (visit: number) => `2001:db8:1:2::${visit}`],
  ])("is accepted twenty times a minute from one %s, independently of others", async (_, addressOf) => {
    for (let visit = 0; visit < 20; visit += 1)
      expect((await report(REPORT, addressOf(visit))).status).toBe(204);
    const refused = await report(REPORT, addressOf(20));
    expect(await refusalOf(refused)).toEqual({ status: 429, code: "throttled" });
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect((await report(REPORT, "203.0.113.10")).status).toBe(204);
    world.pass(60_000);
    expect((await report(REPORT, addressOf(21))).status).toBe(204);
  });

  it("is one of as many as configured, and counts for those that are not stored", async () => {
    let draws = 0;
    world = createMemberWorld({ vitalsOneIn: 10, random: () => (draws++ % 10) / 10 });
    for (let visit = 0; visit < 40; visit += 1)
      expect((await report({ page: "home", lcp: 1 }, `10.0.${visit >> 4}.${visit & 15}`)).status).toBe(204);
    const [home] = (await readSummary()).results;
    expect(home?.lcp?.count).toBe(40);
  });

  it("is stored at most 300 times a minute in all, which protects the database", async () => {
    const answers = [];
    for (let visit = 0; visit < 310; visit += 1) {
      answers.push((await report({ page: "home", lcp: 1 }, `10.0.${visit >> 4}.${visit & 15}`)).status);
    }
    expect(answers.filter((status) => status === 204)).toHaveLength(300);
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  });
});

describe("the summary of web vitals", () => {
  it("covers today and the requested days, and days older than 30 days are deleted", async () => {
    await report(REPORT);
    world.pass(6 * 86_400_000);
    await report({ page: "about", fcp: 300 });
    const pagesIn = async (query: string) => (await readSummary(query)).results.map(({ page }) => page);
    expect(await pagesIn("?days=1")).toEqual(["about"]);
    expect(await pagesIn("?days=7")).toEqual(["home", "about"]);
    world.pass(24 * 86_400_000);
    await purgeOldVitals(world.deps);
    expect(await pagesIn("?days=30")).toEqual(["about"]);
    expect(await countRows()).toBe(1);
  });
});
