import { describe, expect, it } from "vitest";
import {
  createRepeatedCheck,
  createWorkerUpdate,
  type WorkerUpdateWorld,
} from "#client/app/browser/register-worker.ts";
import { createVirtualClock, settle } from "./virtual-clock.ts";
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

describe("another service worker in control", () => {
  it("reloads the page once", async () => {
    const { changed, did } = world();
    await Promise.all([changed(), changed()]);
    await changed();
    expect(did).toEqual(["reload"]);
  });

  it("changes nothing where it is the first; the next is an update", async () => {
    const { changed, did } = world({}, false);
    await changed();
    expect(did).toEqual([]);
    await changed();
    expect(did).toEqual(["reload"]);
  });

  it("changes nothing where the page is of its build already", async () => {
    const { changed, did } = world({ workerBuildId: async () => "a" });
    await changed();
    expect(did).toEqual([]);
  });

  it("changes nothing where it does not say its build", async () => {
    const { changed, did } = world({ workerBuildId: async () => null });
    await changed();
    expect(did).toEqual([]);
  });

  it("never reloads over unsaved input: it is offered instead", async () => {
    const { changed, did } = world({ hasUnsavedInput: () => true });
    await changed();
    expect(did).toEqual(["saw b"]);
  });

  it("does not reload a second time in 10 s, nor where storage is blocked", async () => {
    const { changed, did } = world({ takeReload: () => false });
    await changed();
    expect(did).toEqual(["saw b"]);
  });
});

function checkWorld() {
  const clock = createVirtualClock();
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

describe("the update check", () => {
  it("comes every 20 s", async () => {
    const { clock, checks, repeated } = checkWorld();
    repeated.update();
    await clock.advance(65_000);
    expect(checks).toEqual([20, 40, 60]);
  });

  it("rests in a hidden or offline tab and comes at once on return", async () => {
    const { clock, state, checks, repeated } = checkWorld();
    repeated.update();
    state.isWanted = false;
    repeated.update();
    await clock.advance(120_000);
    expect(checks).toEqual([]);
    expect(clock.pending()).toBe(0);
    state.isWanted = true;
    repeated.update();
    await settle();
    expect(checks).toEqual([120]);
  });

  it("backs off while it fails and is as often as before once it works", async () => {
    const { clock, state, checks, repeated } = checkWorld();
    state.isFailing = true;
    repeated.update();
    await clock.advance(300_000);
    expect(checks).toEqual([20, 60, 140, 300]);
    state.isFailing = false;
    await clock.advance(345_000);
    expect(checks.slice(4)).toEqual([620, 640]);
  });
});
