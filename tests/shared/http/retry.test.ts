import { describe, expect, it } from "vitest";
import { parseRetryAfter } from "#shared/http/retry.ts";

const NOW_MS = Date.UTC(2026, 0, 1);

describe("parseRetryAfter", () => {
  it.each([
    ["0", 0],
    ["120", 120_000],
    [" 5 ", 5_000],
    ["Thu, 01 Jan 2026 00:00:03 GMT", 3_000],
    ["Thursday, 01-Jan-26 00:00:03 GMT", 3_000],
    ["Wed, 31 Dec 2025 23:59:00 GMT", 0],
  ])("reads %j", (value, delayMs) => {
    expect(parseRetryAfter(value, NOW_MS)).toBe(delayMs);
  });

  it.each([[null], [""], ["-1"], ["1.5"], ["1e3"], ["soon"], ["Someday, never"], ["2026-01-01T00:00:03Z"]])(
    "returns null for %j",
    (value) => {
      expect(parseRetryAfter(value, NOW_MS)).toBeNull();
    },
  );
});
