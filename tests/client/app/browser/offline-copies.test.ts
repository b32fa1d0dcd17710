import { describe, expect, it } from "vitest";
import { createMemoryRouter } from "react-router";
import { reportNavigations } from "#client/app/browser/offline-copies.ts";
import type { KeepPage } from "#shared/site/service-worker-messages.ts";

async function read(paths: readonly string[], { isFaulty = false, mayFetch = true } = {}) {
  const told: KeepPage[] = [];
  const loader = () => {
    if (isFaulty) throw new Error("The page cannot be loaded");
    return null;
  };
  const [first = "/", ...later] = paths;
  const router = createMemoryRouter([{ path: "*", loader, element: null, errorElement: null }], {
    initialEntries: [first],
  });
  reportNavigations(router, { mayFetch: () => mayFetch, tell: (message) => void told.push(message) });
  for (const path of later) await router.navigate(path);
  return told.map(({ keepPage }) => keepPage);
}

describe("a page reached by client navigation", () => {
  it("is cached on each visit to another path, with its query; the first page only when it is visited again", async () => {
    const paths = ["/en", "/en", "/en/traders?sort=net", "/en/traders?sort=handle", "/en/about", "/en"];
    expect(await read(paths)).toEqual(["/en/traders?sort=net", "/en/about", "/en"]);
  });

  it("is not cached when it shows an error", async () => {
    expect(await read(["/en", "/en/traders"], { isFaulty: true })).toEqual([]);
  });

  it("is not cached when extra requests are not allowed", async () => {
    expect(await read(["/en", "/en/traders"], { mayFetch: false })).toEqual([]);
  });
});
