import { describe, expect, it } from "vitest";
import { sleep } from "#worker/gateway/sleep.ts";

describe("sleep", () => {
  it("waits", async () => {
    const startedMs = Date.now();
    await sleep(30, new AbortController().signal);
    expect(Date.now() - startedMs).toBeGreaterThanOrEqual(25);
  });

  it("ends at once with the signal's reason", async () => {
    const caller = new AbortController();
    const waiting = sleep(60_000, caller.signal);
    caller.abort(new Error("called off"));
    await expect(waiting).rejects.toThrow("called off");
    await expect(sleep(60_000, caller.signal)).rejects.toThrow("called off");
  });
});
