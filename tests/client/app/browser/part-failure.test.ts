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

describe("a part missing outside a navigation", () => {
  it("reloads the page", async () => {
    const { target, did } = lazyWorld(true);
    fail(target);
    await settle();
    expect(did).toEqual(["reload /de/signal"]);
  });

  it("is told where the page was reloaded already, and gives an error page its reason", async () => {
    const { target, did } = lazyWorld(false);
    const error = fail(target);
    await settle();
    expect(did).toEqual(["tell"]);
    expect(toPageError(error)).toEqual({ status: 500, reason: "partMissing" });
  });

  it("is left to whoever asked for it and dealt with it", async () => {
    const { target, parts, did } = lazyWorld(true);
    await parts.orNothing(() => Promise.reject(fail(target)));
    await settle();
    expect(did).toEqual([]);
  });
});
