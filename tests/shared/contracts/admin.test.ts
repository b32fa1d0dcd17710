import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { AdminAccountQuery, NewAccount } from "#shared/contracts/accounts.ts";
import { AuditExportQuery, AuditQuery } from "#shared/contracts/audit.ts";

it("the search for accounts accepts up to 80 characters and trims spaces", () => {
  expect(v.parse(AdminAccountQuery, { q: " demo " })).toMatchObject({ q: "demo" });
  const isAsked = (length: number) => v.is(AdminAccountQuery, { q: "x".repeat(length) });
  expect([80, 81].map(isAsked)).toEqual([true, false]);
  expect(v.is(AdminAccountQuery, { q: "x", role: "staff" })).toBe(false);
});

it("a cursor of the accounts can hold the longest name", () => {
  const cursor = `name,${crypto.randomUUID()},${"\u{10000}".repeat(40)}`;
  expect(v.is(AdminAccountQuery, { cursor })).toBe(true);
  expect(v.is(AdminAccountQuery, { cursor: "x".repeat(1001) })).toBe(false);
});

it("a new account is by default a member without a name", () => {
  expect(v.parse(NewAccount, { pocketoption_id: "7" })).toEqual({
    pocketoption_id: "7",
    id_alone: false,
    name: "",
    role: "member",
  });
});

describe("the audit log", () => {
  it("is filtered by an account's id or `pocketoption_id`, of up to 64 characters", () => {
    const isActor = (length: number) => v.is(AuditQuery, { actor: "x".repeat(length) });
    expect([64, 65].map(isActor)).toEqual([true, false]);
  });

  it("continues after a cursor of time and sequence number", () => {
    expect(v.parse(AuditQuery, { cursor: "1772366400250,7" })).toMatchObject({
      cursor: { at: 1_772_366_400_250, seq: 7 },
    });
  });

  it.each([",7", "1,", "1,0", "1,07", "1", "1,2,3", "-1,7", "1,1000000000000000"])(
    "refuses the cursor %j",
    (cursor) => {
      expect(v.is(AuditQuery, { cursor })).toBe(false);
    },
  );

  it.each([
    ["read", AuditQuery],
    ["exported", AuditExportQuery],
  ])("is %s only with known filters and a period that does not end before it begins", (_, schema) => {
    expect(v.is(schema, { from: "2026-01-31", to: "2026-01-31" })).toBe(true);
    expect(v.is(schema, { from: "2026-02-01", to: "2026-01-31" })).toBe(false);
    expect(v.is(schema, { target: "x" })).toBe(false);
  });
});
