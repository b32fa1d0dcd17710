import { describe, expect, it } from "vitest";
import { streamPages } from "#worker/api/page-stream.ts";

describe("streamPages", () => {
  it("ends if there are no rows", async () => {
    const empty = streamPages(0, async () => ({ text: "", next: null }));
    expect(await new Response(empty).text()).toBe("");
  });

  it("errors if a page cannot be read, so that a partial result is not taken for the whole", async () => {
    const broken = streamPages(0, async (cursor) => {
      if (cursor === 1) throw new Error("no such page");
      return { text: "one\n", next: 1 };
    });
    await expect(new Response(broken).text()).rejects.toThrow("no such page");
  });
});
