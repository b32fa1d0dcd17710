import { describe, expect, it } from "vitest";
import { toPageError } from "#client/app/page-error.ts";
import { watchLazyParts } from "#client/browser/lazy-part-failure.ts";
import { createPartFailure } from "#client/browser/part-failure.ts";
import { settle } from "./virtual-clock.ts";

function fail(target: EventTarget): Error {
  const payload = new TypeError("Failed to fetch");
  target.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
  return payload;
}

function world(mayReload: boolean) {
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
    const { target, did } = world(true);
    fail(target);
    await settle();
    expect(did).toEqual(["reload /de/signal"]);
  });

  it("is told where the page was reloaded already, and gives an error page its reason", async () => {
    const { target, did } = world(false);
    const error = fail(target);
    await settle();
    expect(did).toEqual(["tell"]);
    expect(toPageError(error)).toEqual({ status: 500, reason: "partMissing" });
  });

  it("is left to whoever asked for it and dealt with it", async () => {
    const { target, parts, did } = world(true);
    await parts.orNothing(() => Promise.reject(fail(target)));
    await settle();
    expect(did).toEqual([]);
  });
});
