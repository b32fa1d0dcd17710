import { describe, expect, it } from "vitest";
import { createLinkPrefetch } from "#client/browser/link-prefetch.ts";
import { settle } from "./virtual-clock.ts";

function world(mayPrefetch = true) {
  const fetched: string[] = [];
  const finish: (() => void)[] = [];
  const links = createLinkPrefetch({
    mayPrefetch: () => mayPrefetch,
    toPath: (href) => (href.startsWith("/") ? href : null),
    prefetch: (path) => {
      fetched.push(path);
      return new Promise((resolve) => finish.push(resolve));
    },
  });
  return { links, fetched, finishOne: () => finish.shift()?.() };
}

describe("links in view", () => {
  it("are fetched two at a time, each once", async () => {
    const { links, fetched, finishOne } = world();
    for (const href of ["/a", "/b", "/a", "/c"]) links.seen(href);
    expect(fetched).toEqual(["/a", "/b"]);
    finishOne();
    await settle();
    expect(fetched).toEqual(["/a", "/b", "/c"]);
  });

  it("are not all fetched where a list is long", async () => {
    const { links, fetched, finishOne } = world();
    for (let index = 0; index < 100; index += 1) links.seen(`/${index}`);
    for (let index = 0; index < 100; index += 1) {
      finishOne();
      await settle();
    }
    expect(fetched).toHaveLength(24);
  });

  it("of other sites are left alone", () => {
    const { links, fetched } = world();
    links.seen("https://other.example/");
    expect(fetched).toEqual([]);
  });
});

describe("a link pointed at", () => {
  it("does not wait behind those in view", () => {
    const { links, fetched } = world();
    for (const href of ["/a", "/b", "/c"]) links.seen(href);
    links.intended("/c");
    expect(fetched).toEqual(["/a", "/b", "/c"]);
  });

  it("is not fetched over a slow connection either", () => {
    const { links, fetched } = world(false);
    links.intended("/a");
    links.seen("/b");
    expect(fetched).toEqual([]);
  });
});
