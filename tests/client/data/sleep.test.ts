import { describe, expect, it } from "vitest";
import { sleep } from "#client/data/sleep.ts";

describe("sleep", () => {
  it("ends after its time", async () => {
    await expect(sleep(1, new AbortController().signal)).resolves.toBeUndefined();
  });

  it("ends with the reason as soon as the signal aborts", async () => {
    const controller = new AbortController();
    const slept = sleep(60_000, controller.signal);
    controller.abort(new Error("left the page"));
    await expect(slept).rejects.toThrow("left the page");
  });

  it("does not begin once the signal has aborted", async () => {
    await expect(sleep(60_000, AbortSignal.abort())).rejects.toMatchObject({ name: "AbortError" });
  });
});
