import * as v from "valibot";
import { expect, it } from "vitest";
import { PocketoptionId, RefreshRequest } from "#shared/contracts/session.ts";

it("an account id is trimmed", () => {
  expect(v.parse(PocketoptionId, " A.b_c@d-9 ")).toBe("A.b_c@d-9");
});

it.each(["a b", "a/b", "ä", "a+b"])("an account id is not %j", (id) => {
  expect(v.is(PocketoptionId, id)).toBe(false);
});

it("a refresh request needs a token", () => {
  expect(v.is(RefreshRequest, { refresh: "" })).toBe(false);
});
