import { describe, expect, it } from "vitest";
import { percentDecoded } from "#shared/percent-decoded.ts";

describe("percentDecoded", () => {
  it.each([
    ["", ""],
    ["plain", "plain"],
    ["%C3%BCber%20uns", "über uns"],
  ])("reads %j", (encoded, text) => expect(percentDecoded(encoded)).toBe(text));

  it.each(["%", "%E0%A4%A", "%ff", "%C0%AF", "%ED%A0%80"])("finds no text in %j", (encoded) =>
    expect(percentDecoded(encoded)).toBeNull(),
  );
});
