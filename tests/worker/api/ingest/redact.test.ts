import { describe, expect, it } from "vitest";
import { keptText } from "#worker/api/ingest/redact.ts";

describe("the stored text of a message", () => {
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
  ])("contains no secrets: %j", (body) => {
    expect(keptText(body)).not.toContain("hunter2");
    expect(keptText(body)).toContain("EURUSD");
  });

  it("is otherwise unchanged", () => {
    const body = 'at 12:30, price = 1.08: "buy" ticker:EURUSD; a=b=c';
    expect(keptText(body)).toBe(body);
    const json = '{\n\t"ticker": "EURUSD",  "ticker": "GBPUSD"\n}';
    expect(keptText(json)).toBe(json);
  });

  it("is shortened for very long input", () => {
    expect(keptText("a=".repeat(8_000))).toHaveLength(2000);
    expect(keptText("a".repeat(16_000))).toHaveLength(2000);
    expect(keptText(`a${" ".repeat(16_000)}`)).toHaveLength(2000);
  });

  it("does not end in half a character", () => {
    const text = keptText(`${"x".repeat(1998)}😀😀`);
    expect([text.isWellFormed(), text.at(-1)]).toEqual([true, "…"]);
  });

  it("is short, without control characters", () => {
    expect(keptText("x".repeat(5000))).toHaveLength(2000);
    expect(keptText("a\u0000b\u001bc\nd\u202ee")).toBe("a?b?c\nd?e");
  });
});
