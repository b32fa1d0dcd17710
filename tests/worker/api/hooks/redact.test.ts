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
    "alert=secret=hunter2 EURUSD",
    "Authorization: Bearer hunter2\nEURUSD",
    '{"note":"auth = basic hunter2","ticker":"EURUSD"}',
    "secret=token=hunter2 EURUSD",
  ])("leaves secrets out: %j", (body) => {
    expect(excerptOf(body)).not.toContain("hunter2");
    expect(excerptOf(body)).toContain("EURUSD");
  });

  it("tells everything else as it came", () => {
    const body = 'at 12:30, price = 1.08: "buy" ticker:EURUSD; a=b=c';
    expect(excerptOf(body)).toBe(body);
  });

  it("is made of a long row of names at once", () => {
    expect(excerptOf("a=".repeat(8_000))).toHaveLength(500);
    expect(excerptOf("a".repeat(16_000))).toHaveLength(500);
    expect(excerptOf(`a${" ".repeat(16_000)}`)).toHaveLength(500);
  });

  it("ends with no half of a character", () => {
    const excerpt = excerptOf(`${"x".repeat(498)}😀😀`);
    expect([excerpt.isWellFormed(), excerpt.at(-1)]).toEqual([true, "…"]);
  });

  it("is short and printable", () => {
    expect(excerptOf("x".repeat(5000))).toHaveLength(500);
    expect(excerptOf("a\u0000b\u001bc\nd\u202ee")).toBe("a?b?c\nd?e");
  });
});
