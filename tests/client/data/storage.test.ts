import { expect, it } from "vitest";
import { readStored, store } from "#client/data/storage.ts";
import { blockedStorage, mapStorage } from "#tests/client/map-storage.ts";

it("a stored value can be read until it is removed", () => {
  const stored = new Map<string, string>();
  const storage = () => mapStorage(stored);
  expect(readStored(storage, "zone")).toBeNull();
  expect(store(storage, "zone", "Europe/Berlin")).toBe(true);
  expect(readStored(storage, "zone")).toBe("Europe/Berlin");
  expect(store(storage, "zone", null)).toBe(true);
  expect(readStored(storage, "zone")).toBeNull();
});

it("reading and writing do not throw if storage is blocked", () => {
  expect(store(blockedStorage, "zone", "Europe/Berlin")).toBe(false);
  expect(store(blockedStorage, "zone", null)).toBe(false);
  expect(readStored(blockedStorage, "zone")).toBeNull();
});
