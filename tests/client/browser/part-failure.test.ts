import { describe, expect, it } from "vitest";
import { createPartFailure } from "#client/browser/part-failure.ts";

const FAILED = new TypeError("Failed to fetch dynamically imported module");
const failing = () => Promise.reject(FAILED);

function world(mayReload: boolean) {
  const reloads: string[] = [];
  const logged: unknown[] = [];
  const parts = createPartFailure({
    takeReload: () => mayReload,
    reload: (path) => reloads.push(path),
    log: (error) => logged.push(error),
  });
  return { parts, reloads, logged };
}

describe("a part that cannot be loaded", () => {
  it("reloads the path it was for, logs why and never settles", async () => {
    const { parts, reloads, logged } = world(true);
    const result = await Promise.race([parts.orReload("/en/about", failing), Promise.resolve("unsettled")]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(result).toBe("unsettled");
    expect(reloads).toEqual(["/en/about"]);
    expect(logged).toEqual([FAILED]);
  });

  it("is the error page's reason where it may not reload again", async () => {
    const { parts, reloads } = world(false);
    await expect(parts.orReload("/en/about", failing)).rejects.toEqual({
      status: 500,
      reason: "partMissing",
    });
    expect(reloads).toEqual([]);
  });

  it("passes for nothing where it was a guess, and nobody reloads for it later", async () => {
    const { parts, reloads, logged } = world(true);
    expect(await parts.orNothing(failing)).toBeNull();
    expect(parts.isKnown(FAILED)).toBe(true);
    expect(reloads).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("does not touch parts that load", async () => {
    const { parts, reloads } = world(true);
    expect(await parts.orReload("/en", () => Promise.resolve("part"))).toBe("part");
    expect(reloads).toEqual([]);
    expect(parts.isKnown(FAILED)).toBe(false);
  });
});
