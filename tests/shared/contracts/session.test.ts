import * as v from "valibot";
import { expect, it } from "vitest";
import { CurrentPasscode } from "#shared/contracts/profile.ts";
import { Passcode, PocketoptionId, RefreshRequest } from "#shared/contracts/session.ts";

it("an account id is trimmed", () => {
  expect(v.parse(PocketoptionId, " A.b_c@d-9 ")).toBe("A.b_c@d-9");
});

it.each(["a b", "a/b", "ä", "a+b"])("an account id is not %j", (id) => {
  expect(v.is(PocketoptionId, id)).toBe(false);
});

it.each([
  ["zero-width characters that a chat adds", "\ufeffpa\u200bss\u00adword\u2060", "password"],
  ["other invisible characters", "pa\u200dss\u180eword\u3164\u2800", "password"],
  ["letters in another composition", "cafe\u0301 noir", "caf\u00e9 noir"],
  ["letters that only an invisible character keeps apart", "cafe\u200b\u0301 noir", "caf\u00e9 noir"],
  ["wide letters", "ｐａｓｓｗｏｒｄ", "password"],
  ["its own spaces, which stay", " a horse ", " a horse "],
])("a passcode is judged and hashed in one form: %s", (_, typed, normal) => {
  for (const schema of [Passcode, CurrentPasscode]) expect(v.parse(schema, typed)).toBe(normal);
});

it.each([
  ["five characters and an invisible one", "12345\u200b"],
  ["six spaces", "      "],
  ["six wide or thin spaces", "\u3000\u2009\u00a0\u3000\u2009\u00a0"],
  ["more than 128 once written out", "\ufdfa".repeat(8)],
])("a passcode is not %s", (_, typed) => {
  expect(v.is(Passcode, typed)).toBe(false);
});

it("a refresh request needs a token", () => {
  expect(v.is(RefreshRequest, { refresh: "" })).toBe(false);
});
