import * as v from "valibot";
import { expect, it } from "vitest";
import { PocketoptionId, RefreshRequest } from "#shared/contracts/session.ts";

it("an account id has 1 to 64 characters and is trimmed", () => {
  expect(v.parse(PocketoptionId, " A.b_c@d-9 ")).toBe("A.b_c@d-9");
  const isId = (length: number) => v.is(PocketoptionId, "1".repeat(length));
  expect([0, 1, 64, 65].map(isId)).toEqual([false, true, true, false]);
});

it.each(["a b", "a/b", "ä", "a+b"])("an account id is not %j", (id) => {
  expect(v.is(PocketoptionId, id)).toBe(false);
});

it("a refresh request needs a token", () => {
  expect(v.is(RefreshRequest, { refresh: "" })).toBe(false);
});
