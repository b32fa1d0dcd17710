/** Pages that one isolate has rendered are shared with others in the platform's cache. */
import { describe, expect, it } from "vitest";
import type { EdgeCacheOptions } from "#worker/gateway/pages/edge-cache.ts";
import { unending } from "../proxy/scripted-upstream.ts";
import { createSite, type OnePageOptions } from "./one-page-site.ts";

/** The real cache under a name of its own, with a list of what was asked of it. */
function watchCache() {
  const name = crypto.randomUUID();
  const asked: string[] = [];
  const stored: { readonly key: string; readonly response: Response }[] = [];
  const open: EdgeCacheOptions["open"] = async () => {
    const cache = await caches.open(name);
    return {
      match(key) {
        asked.push(addressOf(key));
        return cache.match(key);
      },
      put(key, response) {
        stored.push({ key: addressOf(key), response: response.clone() });
        return cache.put(key, response);
      },
    };
  };
  return { open, asked, stored, real: () => caches.open(name) };
}

const addressOf = (key: RequestInfo | URL) => (key instanceof Request ? key.url : String(key));

function createWatchedSite(options: OnePageOptions = {}) {
  const watched = watchCache();
  return { ...watched, site: createSite({ ...options, open: watched.open }) };
}

describe("a new isolate", () => {
  it.each([true, false])("answers with the same bytes without rendering (data: %s)", async (hasData) => {
    const { site } = createWatchedSite({ hasData });
    const first = await site.get("/de/signal?cursor=9");
    for (let index = 0; index < 10; index += 1) {
      const { html, headers, status } = await site.startIsolate().get("/de/signal?cursor=9");
      expect([status, html]).toEqual([200, first.html]);
      expect(headers.get("Server-Timing")).toBe('cache;desc="edge"');
      for (const name of ["ETag", "Cache-Control", "Content-Security-Policy", "Link"])
        expect(headers.get(name), name).toBe(first.headers.get(name));
      expect(headers.get("Set-Cookie")).toBeNull();
    }
    expect(site.renders).toBe(1);
  });

  it("looks a page up in the platform's cache once, and then has it in memory", async () => {
    const { site, asked } = createWatchedSite();
    await site.get("/de");
    const isolate = site.startIsolate();
    for (const use of ["edge", "hit", "hit"])
      expect((await isolate.get("/de")).headers.get("Server-Timing")).toBe(`cache;desc="${use}"`);
    expect(asked).toHaveLength(2);
  });

  it("makes one lookup and one rendering for 100 simultaneous misses", async () => {
    const { site, asked } = createWatchedSite({ renderMs: 20 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => site.get("/de")));
    expect(answers.every(({ html }) => html.includes("open"))).toBe(true);
    expect([asked.length, site.renders]).toEqual([1, 1]);
  });

  it("stores each address under its own key", async () => {
    const { site, stored } = createWatchedSite();
    for (const path of ["/de", "/fr", "/de?page=2"]) await site.get(path);
    expect(stored.map(({ key }) => key)).toEqual([
      "https://tidemark.example/kept-pages/build/de",
      "https://tidemark.example/kept-pages/build/fr",
      "https://tidemark.example/kept-pages/build/de?page=2",
    ]);
  });
});

describe("the age of a cached page", () => {
  it("counts from when its data was read: first fresh, then stale and renewed in the background, then expired", async () => {
    const { site } = createWatchedSite();
    await site.get("/de");
    site.record = "won";
    site.nowMs += 1_500;
    const isolate = site.startIsolate();
    expect((await isolate.get("/de")).html).toContain("open");
    expect((await isolate.get("/de")).html).toContain("open");
    expect(site.renders).toBe(2);
    expect((await isolate.get("/de")).html).toContain("won");
    site.record = "void";
    site.nowMs += 2_000;
    expect((await site.startIsolate().get("/de")).html).toContain("void");
    expect(site.renders).toBe(3);
  });

  it("is always less than 2 s in an isolate that did not see the purge, whichever isolate cached the page", async () => {
    const { site } = createWatchedSite();
    const others = [site.startIsolate(), site.startIsolate()];
    let settledAtMs = site.nowMs;
    for (let step = 0; step < 200; step += 1) {
      site.nowMs += (step * 137) % 701;
      for (const isolate of others) {
        const { html } = await isolate.get("/de");
        if (site.nowMs - settledAtMs >= 2_000) expect(html).toContain(`<p>${site.record}</p>`);
      }
      if (step % 23 === 0) {
        site.record = `settled-${step}`;
        settledAtMs = site.nowMs;
        site.purge();
        site.nowMs += 1;
        expect((await site.get("/de")).html).toContain(`<p>${site.record}</p>`);
      }
    }
  });

  it("is renewed from another isolate's newer rendering", async () => {
    const { site } = createWatchedSite();
    const other = site.startIsolate();
    await other.get("/de");
    site.nowMs += 1_200;
    site.record = "won";
    await site.get("/de");
    await site.get("/de");
    expect(site.renders).toBe(2);
    await other.get("/de");
    expect((await other.get("/de")).html).toContain("won");
    expect(site.renders).toBe(2);
  });

  it("does not matter after a purge: a page read before it is rendered again", async () => {
    const { site } = createWatchedSite();
    await site.startIsolate().get("/de");
    site.nowMs += 5;
    site.record = "won";
    site.purge();
    expect((await site.get("/de")).html).toContain("won");
    expect(site.renders).toBe(2);
  });
});

describe("a cache entry", () => {
  it("has no cookie, and expires with its page", async () => {
    for (const [hasData, maxAge] of [
      [true, "public, max-age=2"],
      [false, "public, max-age=2592000"],
    ] as const) {
      const { site, stored } = createWatchedSite({ hasData });
      await site.get("/de");
      expect(stored).toHaveLength(1);
      for (const { response } of stored) {
        expect(response.headers.get("Cache-Control")).toBe(maxAge);
        expect(response.headers.has("Set-Cookie")).toBe(false);
      }
    }
  });

  it("is not stored for a page that must not be cached", async () => {
    for (const options of [{ isFound: false }, { hasFaults: true }]) {
      const { site, stored } = createWatchedSite(options);
      await site.get("/de");
      expect(stored).toEqual([]);
    }
  });

  it("is not stored for a rendering that began before a purge", async () => {
    const { site, stored } = createWatchedSite({ renderMs: 20 });
    const early = site.get("/de");
    await scheduler.wait(5);
    site.purge();
    await early;
    expect(stored).toEqual([]);
  });

  const about = (change: (json: string) => string) => (entry: Response) => {
    const json = entry.headers.get("X-Kept-Page") ?? "";
    expect(change(json)).not.toBe(json);
    entry.headers.set("X-Kept-Page", change(json));
    return entry;
  };
  const broken: readonly (readonly [string, (entry: Response) => Response])[] = [
    ["is empty", ({ headers }) => new Response("", { headers })],
    ["is cut short", ({ headers }) => new Response("<p>op", { headers })],
    ["is another site's page", () => new Response("<p>", { headers: { "Cache-Control": "max-age=60" } })],
    ["says nothing that can be read", about(() => "open")],
    ["does not say when it was read", about((json) => json.replace(/"readAtMs":\d+,/, ""))],
    ["was read in the future", about((json) => json.replace(/"readAtMs":\d+/, '"readAtMs":9000000'))],
  ];
  it.each(broken)("that %s is ignored", async (_, change) => {
    const { site, stored, real } = createWatchedSite();
    await site.get("/de");
    const [entry] = stored;
    if (!entry) return expect.fail("nothing was stored");
    const cache = await real();
    await cache.put(entry.key, change(new Response(entry.response.body, entry.response)));
    const { status, html, headers } = await site.startIsolate().get("/de");
    expect(status).toBe(200);
    expect(html).toContain("<p>open</p>");
    expect(headers.get("Server-Timing")).toContain("miss");
    expect(site.renders).toBe(2);
  });
});

describe("a cache", () => {
  const fail = async () => Promise.reject(new Error("The cache is down"));
  const hang = () => new Promise<never>(() => {});
  const nothing = async () => undefined;

  it.each([
    ["cannot be opened", fail],
    ["fails", async () => ({ match: fail, put: fail })],
    [
      "answers only in part",
      async () => ({ match: async () => new Response(unending().stream), put: async () => {} }),
    ],
    ["hangs", async () => ({ match: hang, put: async () => {} })],
  ])("that %s keeps no page from being sent", async (_, open) => {
    const site = createSite({ open });
    const { status, html } = await site.get("/de");
    expect(status).toBe(200);
    expect(html).toContain("open");
    expect(site.logged).toEqual([]);
    await site.get("/de");
    expect(site.renders).toBe(1);
  });

  it("that never finishes storing leaves the page in memory, where it is renewed as usual", async () => {
    const site = createSite({ open: async () => ({ match: nothing, put: hang }) });
    const uses = [];
    for (const passMs of [0, 0, 1_500, 0]) {
      site.nowMs += passMs;
      const { answer } = await site.ask("/de");
      uses.push(answer.headers.get("Server-Timing"));
      await scheduler.wait(20);
    }
    expect(uses).toEqual(["miss", "hit", "stale", "hit"].map((use) => `cache;desc="${use}"`));
  });
});
