import { describe, expect, it } from "vitest";
import {
  createRepeatedCheck,
  createWorkerUpdate,
  type WorkerUpdateWorld,
} from "#client/app/browser/register-worker.ts";
import { createFakeClock, settle } from "#tests/client/fake-clock.ts";
import { SERVICE_WORKER_CHECK_INTERVAL_MS } from "#shared/limits/browser.ts";

function world(changes: Partial<WorkerUpdateWorld> = {}, wasControlled = true) {
  const did: string[] = [];
  const changed = createWorkerUpdate(
    {
      ownBuildId: "a",
      workerBuildId: async () => "b",
      hasUnsavedInput: () => false,
      takeReload: () => true,
      path: () => "/en",
      reload: () => did.push("reload"),
      sawBuild: (id) => did.push(`saw ${id}`),
      ...changes,
    },
    wasControlled,
  );
  return { changed, did };
}

describe("a new service worker taking control", () => {
  it("reloads the page once", async () => {
    const { changed, did } = world();
    await Promise.all([changed(), changed()]);
    await changed();
    expect(did).toEqual(["reload"]);
  });

  it("does nothing if it is the page's first one; the next is an update", async () => {
    const { changed, did } = world({}, false);
    await changed();
    expect(did).toEqual([]);
    await changed();
    expect(did).toEqual(["reload"]);
  });

  it.each<[when: string, changes: Partial<WorkerUpdateWorld>, expected: string[]]>([
    ["does nothing if the page already has the same build", { workerBuildId: async () => "a" }, []],
    ["does nothing if the worker does not report its build", { workerBuildId: async () => null }, []],
    ["offers the update to a page with unsaved input", { hasUnsavedInput: () => true }, ["saw b"]],
    ["offers the update if the reload guard forbids a reload", { takeReload: () => false }, ["saw b"]],
  ])("%s", async (_when, changes, expected) => {
    const { changed, did } = world(changes);
    await changed();
    expect(did).toEqual(expected);
  });
});

function checkWorld() {
  const clock = createFakeClock();
  const state = { isWanted: true, isFailing: false };
  const checks: number[] = [];
  const repeated = createRepeatedCheck({
    after: clock.after,
    intervalMs: SERVICE_WORKER_CHECK_INTERVAL_MS,
    isWanted: () => state.isWanted,
    check: async () => {
      checks.push(clock.now() / 1000);
      if (state.isFailing) throw new TypeError("offline");
    },
  });
  return { clock, state, checks, repeated };
}

describe("the service worker's update check", () => {
  it("runs every 20 s", async () => {
    const { clock, checks, repeated } = checkWorld();
    repeated.update();
    await clock.advanceSettled(65_000);
    expect(checks).toEqual([20, 40, 60]);
  });

  it("pauses while the tab is hidden or offline, and runs at once when it returns", async () => {
    const { clock, state, checks, repeated } = checkWorld();
    repeated.update();
    state.isWanted = false;
    repeated.update();
    await clock.advanceSettled(120_000);
    expect(checks).toEqual([]);
    expect(clock.pending()).toBe(0);
    state.isWanted = true;
    repeated.update();
    await settle();
    expect(checks).toEqual([120]);
  });

  it("waits longer after each failure, and returns to the normal interval after a success", async () => {
    const { clock, state, checks, repeated } = checkWorld();
    state.isFailing = true;
    repeated.update();
    await clock.advanceSettled(300_000);
    expect(checks).toEqual([20, 60, 140, 300]);
    state.isFailing = false;
    await clock.advanceSettled(345_000);
    expect(checks.slice(4)).toEqual([620, 640]);
  });
});
