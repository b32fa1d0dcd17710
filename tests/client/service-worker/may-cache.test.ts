import { describe, expect, it } from "vitest";
import { mayCacheAsset, mayCachePage } from "#client/service-worker/may-cache.ts";

const answer = (type: string, cacheControl: string, status = 200) =>
  new Response("", { status, headers: { "Content-Type": type, "Cache-Control": cacheControl } });

describe("a page", () => {
  it.each([
    ["public, max-age=0, must-revalidate", 200, true],
    ["no-store", 200, false],
    ["private, no-cache", 200, false],
    ["public", 503, false],
    ["public", 404, false],
  ])("with %s and status %i is kept: %s", (cacheControl, status, expected) => {
    expect(mayCachePage(answer("text/html; charset=utf-8", cacheControl, status))).toBe(expected);
  });

  it("that does not say how long it may be kept is not", () => {
    expect(mayCachePage(new Response("", { headers: { "Content-Type": "text/html" } }))).toBe(false);
  });
});

describe("a hashed file", () => {
  it("is kept, but not a page or an error in its place", () => {
    expect(mayCacheAsset(answer("text/javascript", "public"))).toBe(true);
    expect(mayCacheAsset(answer("text/html; charset=utf-8", "public"))).toBe(false);
    expect(mayCacheAsset(answer("text/plain", "no-store", 404))).toBe(false);
  });
});
