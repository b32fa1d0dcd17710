import { expect, it, vi } from "vitest";
import { createRepeatKey } from "#client/pages/admin/repeat-key.ts";

it("the idempotency key is the same for the same body until it was sent, and changes with the body", () => {
  let keys = 0;
  const key = createRepeatKey(() => `key-${(keys += 1)}`);
  expect([key.of({ a: 1 }), key.of({ a: 1 })]).toEqual(["key-1", "key-1"]);
  expect(key.of({ a: 2 })).toBe("key-2");
  expect(key.of({ a: 1 })).toBe("key-3");
  key.sent();
  expect(key.of({ a: 1 })).toBe("key-4");
});

it("the idempotency key needs no API that browsers restrict to HTTPS", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const [one, other] = [createRepeatKey(), createRepeatKey()];
  expect(one.of({})).toMatch(/^\d+-\d+$/);
  expect(one.of({})).not.toBe(other.of({}));
  vi.unstubAllGlobals();
});
