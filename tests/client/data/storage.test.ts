import { expect, it } from "vitest";
import { readStored, store } from "#client/data/storage.ts";

function storage(stored = new Map<string, string>()) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

it("a stored value can be read until it is removed", () => {
  const own = storage();
  expect(readStored(() => own, "zone")).toBeNull();
  expect(store(() => own, "zone", "Europe/Berlin")).toBe(true);
  expect(readStored(() => own, "zone")).toBe("Europe/Berlin");
  expect(store(() => own, "zone", null)).toBe(true);
  expect(readStored(() => own, "zone")).toBeNull();
});

it("reading and writing do not throw if storage is blocked", () => {
  const blocked = () => {
    throw new DOMException("denied", "SecurityError");
  };
  expect(store(blocked, "zone", "Europe/Berlin")).toBe(false);
  expect(store(blocked, "zone", null)).toBe(false);
  expect(readStored(blocked, "zone")).toBeNull();
});
