import { describe, expect, it } from "vitest";
import { createPartFailure, watchLazyParts } from "#client/app/browser/part-failure.ts";
import { toPageError } from "#client/ui/error-page-content.ts";
import { settle } from "./virtual-clock.ts";

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

describe("a code chunk that fails to load", () => {
  it("reloads the target path and logs the error, and its promise stays pending", async () => {
    const { parts, reloads, logged } = world(true);
    const result = await Promise.race([parts.orReload("/en/about", failing), Promise.resolve("unsettled")]);
    await new Promise((resolve) => setTimeout(resolve));
    expect(result).toBe("unsettled");
    expect(reloads).toEqual(["/en/about"]);
    expect(logged).toEqual([FAILED]);
  });

  it("rejects with the reason for the error page if another reload is not allowed", async () => {
    const { parts, reloads } = world(false);
    await expect(parts.orReload("/en/about", failing)).rejects.toEqual({
      status: 500,
      reason: "partMissing",
    });
    expect(reloads).toEqual([]);
  });

  it("resolves to null during a prefetch, without a reload or a log entry", async () => {
    const { parts, reloads, logged } = world(true);
    expect(await parts.orNothing(failing)).toBeNull();
    expect(parts.isKnown(FAILED)).toBe(true);
    expect(reloads).toEqual([]);
    expect(logged).toEqual([]);
  });

  it("differs from one that loads, which is returned without a reload", async () => {
    const { parts, reloads } = world(true);
    expect(await parts.orReload("/en", () => Promise.resolve("part"))).toBe("part");
    expect(reloads).toEqual([]);
    expect(parts.isKnown(FAILED)).toBe(false);
  });
});

function fail(target: EventTarget): Error {
  const payload = new TypeError("Failed to fetch");
  target.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
  return payload;
}

function lazyWorld(mayReload: boolean) {
  const target = new EventTarget();
  const did: string[] = [];
  const parts = createPartFailure({
    takeReload: () => mayReload,
    reload: (path) => did.push(`reload ${path}`),
    log: () => {},
  });
  watchLazyParts(target, { parts, path: () => "/de/signal", tell: () => did.push("tell") });
  return { target, parts, did };
}

describe("a code chunk that fails to load outside a navigation", () => {
  it("reloads the page", async () => {
    const { target, did } = lazyWorld(true);
    fail(target);
    await settle();
    expect(did).toEqual(["reload /de/signal"]);
  });

  it("is reported if the page was already reloaded, and gives the error page its reason", async () => {
    const { target, did } = lazyWorld(false);
    const error = fail(target);
    await settle();
    expect(did).toEqual(["tell"]);
    expect(toPageError(error)).toEqual({ status: 500, reason: "partMissing" });
  });

  it("does not reload the page if the code that requested it handles the failure", async () => {
    const { target, parts, did } = lazyWorld(true);
    await parts.orNothing(() => Promise.reject(fail(target)));
    await settle();
    expect(did).toEqual([]);
  });
});
