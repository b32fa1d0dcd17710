import { afterEach, expect, it, vi } from "vitest";
import { choose, tick } from "#client/pages/traders/compare/chosen.ts";
import { mapStorage } from "#tests/client/map-storage.ts";

afterEach(() => {
  choose([]);
  vi.unstubAllGlobals();
});

it("ticked traders stay in the order in which they were ticked when their rows are shown again", () => {
  const stored = new Map<string, string>();
  vi.stubGlobal("window", { sessionStorage: mapStorage(stored) });
  for (const handle of ["b", "a"]) tick(handle, true);
  // Each row says on mounting that it is ticked.
  for (const handle of ["a", "b"]) tick(handle, true);
  expect([...stored.values()]).toEqual(["b a"]);
  tick("c", true);
  tick("b", false);
  expect([...stored.values()]).toEqual(["a c"]);
});
