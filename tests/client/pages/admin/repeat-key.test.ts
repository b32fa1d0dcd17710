import { expect, it, vi } from "vitest";
import { createRepeatKey } from "#client/pages/admin/repeat-key.ts";

it("the idempotency key is the same for the same body until it was sent, and changes with the body", () => {
  const key = createRepeatKey();
  const first = key.of({ a: 1 });
  expect(key.of({ a: 1 })).toBe(first);
  const others = [key.of({ a: 2 }), key.of({ a: 1 })];
  key.sent();
  others.push(key.of({ a: 1 }));
  expect(new Set([first, ...others]).size).toBe(4);
});

it("the idempotency key needs no API that browsers restrict to HTTPS", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const [one, other] = [createRepeatKey(), createRepeatKey()];
  expect(one.of({})).toMatch(/^\d+-\d+$/);
  expect(one.of({})).not.toBe(other.of({}));
  vi.unstubAllGlobals();
});
