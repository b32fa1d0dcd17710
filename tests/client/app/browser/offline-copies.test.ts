import { describe, expect, it } from "vitest";
import { reportNavigations, type ReadingRouter } from "#client/app/browser/offline-copies.ts";
import type { KeepPage } from "#shared/service-worker.ts";

function read(paths: readonly string[], { errors = null as object | null, mayFetch = true } = {}) {
  const told: KeepPage[] = [];
  const states = paths.map((path) => {
    const { pathname, search } = new URL(path, "https://site.example");
    return { location: { pathname, search }, errors };
  });
  const [first, ...later] = states;
  if (!first) throw new Error("Expected a first page");
  const router: ReadingRouter = {
    state: first,
    subscribe(listener) {
      for (const state of later) listener(state);
      return () => {};
    },
  };
  reportNavigations(router, { mayFetch: () => mayFetch, tell: (message) => void told.push(message) });
  return told.map(({ keepPage }) => keepPage);
}

describe("a page reached by client navigation", () => {
  it("is cached on each visit to another path, with its query; the first page only when it is visited again", () => {
    const paths = ["/en", "/en", "/en/traders?sort=net", "/en/traders?sort=handle", "/en/about", "/en"];
    expect(read(paths)).toEqual(["/en/traders?sort=net", "/en/about", "/en"]);
  });

  it("is not cached when it shows an error", () => {
    expect(read(["/en", "/en/traders"], { errors: {} })).toEqual([]);
  });

  it("is not cached when extra requests are not allowed", () => {
    expect(read(["/en", "/en/traders"], { mayFetch: false })).toEqual([]);
  });
});
