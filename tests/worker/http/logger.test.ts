import { afterEach, describe, expect, it, vi } from "vitest";
import { describeError, logToConsole } from "#worker/http/logger.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

it.each(["info", "warn", "error"] as const)(
  "the log writes one line of JSON at the level of the entry: %s",
  (level) => {
    const lines: unknown[] = [];
    for (const each of ["info", "warn", "error"] as const) {
      vi.spyOn(console, each).mockImplementation((line) => lines.push([each, line]));
    }
    logToConsole({ level, event: "tested", requestId: "7", note: "two\nlines" });
    expect(lines).toEqual([
      [level, `{"level":"${level}","event":"tested","requestId":"7","note":"two\\nlines"}`],
    ]);
  },
);

describe("a thrown value", () => {
  it("is described by its name, its message and its stack", () => {
    const told = describeError(new RangeError("too far"));
    expect(told).toMatchObject({ name: "RangeError", message: "too far" });
    expect(told.stack).toContain("logger.test.ts");
  });

  it.each([
    ["text", "text"],
    [undefined, "undefined"],
    [{}, "[object Object]"],
  ])("that is not an error is described as text: %j", (thrown, message) => {
    expect(describeError(thrown)).toEqual({ name: "unknown", message });
  });
});
