import process from "node:process";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { NewIngestKey } from "#shared/contracts/ingest-keys.ts";
import { AccountName } from "#shared/contracts/profile.ts";
import { PublicReason } from "#shared/contracts/signals.ts";
import { Line } from "#shared/contracts/text.ts";
import { NewTrader } from "#shared/contracts/traders.ts";

describe("a single line of text", () => {
  it.each([
    "",
    "Harbour Nine",
    "a – “b”, c/d (100 %)",
    "Ødegård Łukasz Ηλίας 林 नमस्ते",
    // Right-to-left letters, also with marks that only order themselves.
    "שלום \u200fA",
    "👩\u200d💻 ⚓\ufe0f",
    "?",
  ])("may be %j", (text) => {
    expect(v.parse(Line, text)).toBe(text);
  });

  it("is trimmed", () => {
    expect(v.parse(Line, " \n a b\t")).toBe("a b");
  });

  it.each([
    "a\u0000b",
    "a\u001b[31mb",
    "a\u0085b",
    "a\nb",
    "a\rb",
    "a\tb",
    "a\u2028b",
    "a\u2029b",
    "a\u202eb",
    "a\u202ab",
    "a\u2066b",
    "a\u2069b",
    "\u200b\u200b\u200b",
    "\u2060 \u00ad \u200d",
    "\u3164\uffa0\u115f",
    "\u2800",
    "\u0301",
    "\ufe0f",
    "\u{e0041}",
  ])("is not %j", (text) => {
    expect(v.safeParse(Line, text).success).toBe(false);
  });

  it("is checked quickly even if it is very long", () => {
    // Time on the processor: a busy machine makes no check slow.
    const before = process.threadCpuUsage();
    for (const sign of [" ", "a", "\u200b", "\u202e"]) v.safeParse(Line, `!${sign.repeat(65_536)}!`);
    for (const sign of [" ", "\u200b"]) v.safeParse(Line, `\u200b${sign.repeat(65_536)}\u200b`);
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(500);
  });
});

it.each([
  ["a reason", PublicReason],
  ["a trader's name", NewTrader.entries.name],
  ["a member's name", AccountName],
  ["a key's name", NewIngestKey.entries.label],
])("%s is such a line", (_what, schema) => {
  const hostile = ["a\u0000bc", "abc\u202e", "abc\u001b[31m", "ab\nc", "\u200b\u200b\u200b"];
  expect(hostile.filter((text) => v.is(schema, text))).toEqual([]);
});
