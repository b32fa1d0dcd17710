import { describe, expect, it } from "vitest";
import { mayKeepAsset, mayKeepPage } from "#client/service-worker/kept-answer.ts";

const answer = (type: string, cacheControl: string, status = 200) =>
  new Response("", { status, headers: { "Content-Type": type, "Cache-Control": cacheControl } });

describe("a page", () => {
  it.each([
    ["public, max-age=0, must-revalidate", 200, true],
    ["no-store", 200, false],
    ["private, no-cache", 200, false],
    ["public", 503, false],
    ["public", 404, false],
  ])("with %s and status %i is cached: %s", (cacheControl, status, expected) => {
    expect(mayKeepPage(answer("text/html; charset=utf-8", cacheControl, status))).toBe(expected);
  });

  it("without a Cache-Control header is not cached", () => {
    expect(mayKeepPage(new Response("", { headers: { "Content-Type": "text/html" } }))).toBe(false);
  });
});

describe("a hashed file", () => {
  it("is cached, but not an HTML page or an error in its place", () => {
    expect(mayKeepAsset(answer("text/javascript", "public"))).toBe(true);
    expect(mayKeepAsset(answer("text/html; charset=utf-8", "public"))).toBe(false);
    expect(mayKeepAsset(answer("text/plain", "no-store", 404))).toBe(false);
  });
});
