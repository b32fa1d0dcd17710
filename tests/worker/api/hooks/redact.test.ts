import { describe, expect, it } from "vitest";
import { excerptOf } from "#worker/api/hooks/redact.ts";

describe("the excerpt of a refused message", () => {
  it.each([
    '{"secret":"hunter2","ticker":"EURUSD"}',
    '{"order":{"API-Key":"hunter2"},"ticker":"EURUSD"}',
    "secret=hunter2 ticker=EURUSD",
    "ticker=EURUSD\npassphrase: hunter2",
    '{"ticker":"EURUSD","token":"hunter2"',
    '{"ticker":"EURUSD","action":"secret=hunter2"}',
    '{"ticker":"EURUSD","message":"{\\"secret\\":\\"hunter2\\"}"}',
    '["EURUSD", "buy, api_key: hunter2"]',
  ])("leaves secrets out: %j", (body) => {
    expect(excerptOf(body)).not.toContain("hunter2");
    expect(excerptOf(body)).toContain("EURUSD");
  });

  it("is short and printable", () => {
    expect(excerptOf("x".repeat(5000))).toHaveLength(500);
    expect(excerptOf("a\u0000b\u001bc\nd\u202ee")).toBe("a?b?c\nd?e");
  });
});
