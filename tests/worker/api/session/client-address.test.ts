import { describe, expect, it } from "vitest";
import { clientAddress } from "#worker/api/session/client-address.ts";

describe("clientAddress", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["10.0.0.1, 203.0.113.7", "203.0.113.7"],
    ["10.0.0.1,2001:db8::7 ", "2001:db8::7"],
    ["", null],
    ["10.0.0.1, ", null],
  ])("reads %j as %j", (header, address) => {
    expect(clientAddress(new Headers({ "X-Forwarded-For": header }))).toBe(address);
  });

  it("is null without the header", () => {
    expect(clientAddress(new Headers())).toBeNull();
  });
});
