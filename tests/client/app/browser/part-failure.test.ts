import { describe, expect, it } from "vitest";
import { createPartFailure, watchLazyParts } from "#client/app/browser/part-failure.ts";
import { toPageError } from "#client/ui/error-page-content.ts";
import { settle } from "#tests/client/fake-clock.ts";

const FAILED = new TypeError("Failed to fetch dynamically imported module");
const failing = () => Promise.reject(FAILED);

function world(mayReload: boolean) {
  const did: string[] = [];
  const logged: unknown[] = [];
  const parts = createPartFailure({
    takeReload: () => mayReload,
    reload: (path) => did.push(`reload ${path}`),
    log: (error) => logged.push(error),
  });
  const target = new EventTarget();
  watchLazyParts(target, { parts, path: () => "/de/signal", tell: () => did.push("tell") });
  /** As Vite does when a chunk fails that was not requested by `parts`. */
  const fail = (payload: Error): Error => {
    target.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
    return payload;
  };
  return { parts, did, logged, fail };
}

describe("a code chunk that fails to load", () => {
  it("reloads the target path and logs the error, and its promise stays pending", async () => {
    const { parts, did, logged } = world(true);
    const result = await Promise.race([parts.orReload("/en/about", failing), Promise.resolve("unsettled")]);
    await settle();
    expect(result).toBe("unsettled");
    expect(did).toEqual(["reload /en/about"]);
    expect(logged).toEqual([FAILED]);
  });

  it("rejects with the reason for the error page if another reload is not allowed", async () => {
    const { parts, did } = world(false);
    const expected = { status: 500, reason: "partMissing" };
    await expect(parts.orReload("/en/about", failing)).rejects.toEqual(expected);
    expect(did).toEqual([]);
  });

  it("resolves to null during a prefetch, without a reload or a log entry", async () => {
    const { parts, did, logged } = world(true);
    expect(await parts.orNothing(failing)).toBeNull();
    expect(parts.isKnown(FAILED)).toBe(true);
    expect([...did, ...logged]).toEqual([]);
  });

  it("differs from one that loads, which is returned without a reload", async () => {
    const { parts, did } = world(true);
    expect(await parts.orReload("/en", () => Promise.resolve("part"))).toBe("part");
    expect(did).toEqual([]);
    expect(parts.isKnown(FAILED)).toBe(false);
  });
});

describe("a code chunk that fails to load outside a navigation", () => {
  it("reloads the page", async () => {
    const { fail, did } = world(true);
    fail(new TypeError("Failed to fetch"));
    await settle();
    expect(did).toEqual(["reload /de/signal"]);
  });

  it("is reported if the page was already reloaded, and gives the error page its reason", async () => {
    const { fail, did } = world(false);
    const error = fail(new TypeError("Failed to fetch"));
    await settle();
    expect(did).toEqual(["tell"]);
    expect(toPageError(error)).toEqual({ status: 500, reason: "partMissing" });
  });

  it("does not reload the page if the code that requested it handles the failure", async () => {
    const { fail, parts, did } = world(true);
    await parts.orNothing(() => Promise.reject(fail(new TypeError("Failed to fetch"))));
    await settle();
    expect(did).toEqual([]);
  });
});
