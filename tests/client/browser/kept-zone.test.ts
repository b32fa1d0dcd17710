import { expect, it } from "vitest";
import { keepZone, keptZone } from "#client/browser/kept-zone.ts";
import { TIME_ZONE_KEY } from "#shared/storage-names.ts";

function storage(stored = new Map<string, string>()) {
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
}

it("is the last one that was kept, until none is", () => {
  const own = storage();
  expect(keptZone(() => own)).toBeNull();
  keepZone(() => own, "Europe/Berlin");
  expect(own.getItem(TIME_ZONE_KEY)).toBe("Europe/Berlin");
  expect(keptZone(() => own)).toBe("Europe/Berlin");
  keepZone(() => own, null);
  expect(keptZone(() => own)).toBeNull();
});

it("is none where storage throws", () => {
  const blocked = () => {
    throw new Error("SecurityError");
  };
  expect(() => keepZone(blocked, "Europe/Berlin")).not.toThrow();
  expect(() => keepZone(blocked, null)).not.toThrow();
  expect(keptZone(blocked)).toBeNull();
});
