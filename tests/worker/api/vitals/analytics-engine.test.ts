import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import * as v from "valibot";
import { VitalsSummary } from "#shared/contracts/vitals.ts";
import { readConfig } from "#worker/config.ts";
import worker from "#worker/index.ts";
import { createMemberWorld } from "../member-world.ts";

const REPORT = { page: "traders", lcp: 1_200, cls: 0.02, fcp: 700, ttfb: 0 };

beforeEach(async () => {
  await env.DB.exec("DELETE FROM web_vitals");
});

const countRows = () => env.DB.prepare("SELECT count(*) AS n FROM web_vitals").first<number>("n");

/** What the emulation is given, which keeps nothing itself. */
function watchedEngine() {
  const points: AnalyticsEngineDataPoint[] = [];
  const writeDataPoint = (point: AnalyticsEngineDataPoint = {}) => {
    env.TEST_ENGINE.writeDataPoint(point);
    points.push(point);
  };
  return { points, engine: { writeDataPoint } };
}

it("Analytics Engine gets each report as one point without personal data, and the database gets nothing", async () => {
  const { points, engine } = watchedEngine();
  const world = createMemberWorld({ vitalsEngine: engine });
  const answer = await world.post("/api/vitals/", REPORT, { "X-Forwarded-For": "198.51.100.77" });
  expect(answer.status).toBe(204);
  expect(points).toEqual([{ indexes: ["traders"], doubles: [1_200, -1, 0.02, 700, 0] }]);
  expect(await countRows()).toBe(0);
});

it("Analytics Engine gets no invalid report, and at most twenty a minute from one address", async () => {
  const { points, engine } = watchedEngine();
  const world = createMemberWorld({ vitalsEngine: engine });
  expect((await world.post("/api/vitals/", { page: "traders" })).status).toBe(400);
  const statuses = [];
  for (let visit = 0; visit < 21; visit += 1)
    statuses.push((await world.post("/api/vitals/", REPORT)).status);
  expect(statuses.indexOf(429)).toBe(20);
  expect(points).toHaveLength(20);
});

it("with Analytics Engine, staff still see what the database counted before", async () => {
  const before = createMemberWorld();
  await before.post("/api/vitals/", REPORT);
  const world = createMemberWorld({ vitalsEngine: env.TEST_ENGINE });
  await world.post("/api/vitals/", REPORT);
  const staff = await world.signInStaff();
  const read = async () =>
    v.parse(VitalsSummary, await (await staff.ask("GET", "/api/admin/vitals/")).json());
  expect(await read()).toMatchObject({
    is_in_analytics_engine: true,
    results: [{ page: "traders", lcp: { count: 1 } }],
  });
});

async function reportTo(bindings: Record<string, unknown>): Promise<number> {
  const context = createExecutionContext();
  const request = new Request<unknown, IncomingRequestCfProperties>("https://tidemark.example/api/vitals/", {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: "https://tidemark.example" },
    body: JSON.stringify(REPORT),
  });
  const { status } = await worker.fetch(request, { ...env, ...bindings }, context);
  await waitOnExecutionContext(context);
  return status;
}

it("the worker uses Analytics Engine if it is bound, and refuses another kind of binding", async () => {
  expect(await reportTo({ VITALS_ENGINE: env.TEST_ENGINE })).toBe(204);
  expect(await countRows()).toBe(0);
  expect(await reportTo({})).toBe(204);
  expect(await countRows()).toBe(4);
  await expect(reportTo({ VITALS_ENGINE: "vitals" })).rejects.toThrow(
    "Configuration: VITALS_ENGINE: must be a dataset of Workers Analytics Engine",
  );
});

it("VITALS_SAMPLE sets how many reports are stored in the database", () => {
  const read = (sample: unknown) => readConfig({ ...env, VITALS_SAMPLE: sample }).vitalsOneIn;
  expect([read(undefined), read(""), read("1"), read(100), read("1000")]).toEqual([
    null,
    null,
    1,
    100,
    1_000,
  ]);
  for (const wrong of ["0", "1001", "2.5", "-1", "one", " "])
    expect(() => read(wrong), wrong).toThrow(
      "Configuration: VITALS_SAMPLE: must be empty or a whole number from 1 to 1000: one report in so many is kept",
    );
});
