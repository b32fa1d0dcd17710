import { describe, expect, it } from "vitest";
import { createWorkerUpdate, type WorkerUpdateWorld } from "#client/app/browser/register-worker.ts";

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
