import { describe, expect, it } from "vitest";
import { createReloadGuard } from "#client/app/browser/reload-guard.ts";
import { RELOAD_KEY } from "#shared/site/storage-names.ts";
import { blockedStorage, mapStorage } from "#tests/client/map-storage.ts";
import { CHUNK_RELOAD_WINDOW_MS } from "#shared/limits/browser.ts";

function guard(initial: Record<string, string> = {}) {
  const stored = new Map(Object.entries(initial));
  let time = 1_000_000;
  const take = createReloadGuard({ storage: () => mapStorage(stored), now: () => time });
  return { take, stored, pass: (ms: number) => (time += ms) };
}

describe("the reload guard", () => {
  it("allows one reload of a path per 10 s", () => {
    const { take, pass } = guard();
    expect(take("/en")).toBe(true);
    pass(CHUNK_RELOAD_WINDOW_MS - 1);
    expect(take("/en")).toBe(false);
    pass(1);
    expect(take("/en")).toBe(true);
  });

  it("still blocks a path after reloads of other paths", () => {
    const { take } = guard();
    expect(["/a", "/b", "/a", "/b", "/c", "/a"].map(take)).toEqual([true, true, false, false, true, false]);
  });

  it("ignores the query of a path", () => {
    const paths = ["/a?sort=handle", "/a", "/a?sort=net", "/b?sort=net"];
    expect(paths.map(guard().take)).toEqual([true, false, false, true]);
  });

  it("deletes paths whose 10 s have passed", () => {
    const { take, pass, stored } = guard();
    take("/a");
    pass(CHUNK_RELOAD_WINDOW_MS);
    take("/b");
    expect(Object.keys(JSON.parse(stored.get(RELOAD_KEY) ?? ""))).toEqual(["/b"]);
  });

  // The last is in the future, as after the clock was set back.
  it.each(["", "[", "[]", '{"/a":"soon"}', "null", '{"/a":99999999999}'])(
    "ignores the invalid stored value %j",
    (text) => {
      const { take } = guard({ [RELOAD_KEY]: text });
      expect(["/a", "/a"].map(take)).toEqual([true, false]);
    },
  );

  it("never reloads where storage is blocked or full", () => {
    expect(createReloadGuard({ storage: blockedStorage, now: () => 0 })("/a")).toBe(false);
    const full = { getItem: () => null, setItem: blockedStorage };
    expect(createReloadGuard({ storage: () => full, now: () => 0 })("/a")).toBe(false);
  });
});
