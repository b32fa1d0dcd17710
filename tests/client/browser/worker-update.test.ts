import { describe, expect, it } from "vitest";
import { createWorkerUpdate, type WorkerUpdateWorld } from "#client/browser/worker-update.ts";

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
