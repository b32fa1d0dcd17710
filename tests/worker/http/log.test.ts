import { afterEach, describe, expect, it, vi } from "vitest";
import { describeError, logToConsole, routeLabel } from "#worker/http/log.ts";
import { createApi } from "#worker/api/api.ts";
import { createSessionWorld } from "#tests/worker/api/session/session-world.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("the log", () => {
  it.each(["info", "warn", "error"] as const)(
    "writes a line of JSON at the level of its entry: %s",
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
});

describe("a thrown value", () => {
  it("is told with its name, its message and where it was thrown", () => {
    const told = describeError(new RangeError("too far"));
    expect(told).toMatchObject({ name: "RangeError", message: "too far" });
    expect(told.stack).toContain("log.test.ts");
  });

  it.each([
    ["text", "text"],
    [undefined, "undefined"],
    [{}, "[object Object]"],
  ])("that is no error is told as text: %j", (thrown, message) => {
    expect(describeError(thrown)).toEqual({ name: "unknown", message });
  });
});

describe("the label of an address", () => {
  it.each([
    ["/", "/"],
    ["/de/signal/018f-42", "/de/signal/:x"],
    ["/api/hooks/s3cr3t-key/", "/api/hooks/:x/"],
    ["/api/admin/accounts/0197/end-sessions/", "/api/admin/accounts/:x/end-sessions/"],
    ["/api/unknown-word/DEMO-1001", "/api/:x/:x"],
    ["/en/traders/north-light/_payload.json", "/en/traders/:x/_payload.json"],
    [`/${"x/".repeat(500)}`, "/:x/:x/:x/:x/:x/:x/:x/…"],
  ])("%s is %s", (path, label) => {
    expect(routeLabel(path)).toBe(label);
  });

  it("knows every word of the embedded API's own addresses", () => {
    const { deps } = createSessionWorld();
    for (const { path, method } of createApi(deps).routes) {
      if (method === "ALL") continue;
      const filled = path.replace(/:file\{[^}]*\}/, "signals.json").replace(":language", "de");
      expect(routeLabel(filled)).toBe(filled.replaceAll(/:\w+/g, ":x"));
    }
  });
});
