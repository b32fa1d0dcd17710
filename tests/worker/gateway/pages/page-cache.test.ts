import { describe, expect, it } from "vitest";
import { fillTemplate, templateOf } from "#worker/gateway/pages/nonced-template.ts";
import { createPageCache, type KeptPage } from "#worker/gateway/pages/page-cache.ts";
import { createVirtualTime } from "#tests/worker/gateway/proxy/virtual-time.ts";

function page(text: string, readAtMs: number | null = null): KeptPage {
  return { template: templateOf(text, "nonce"), tag: `W/"${text}"`, headers: {}, readAtMs };
}

describe("a kept page", () => {
  it("without data is found for as long as the build lives", () => {
    let nowMs = 0;
    const cache = createPageCache({ now: () => nowMs, sleep: async () => {} });
    cache.keep("about", page("about"));
    nowMs = 365 * 24 * 60 * 60 * 1000;
    expect(cache.find("about")).toMatchObject({ page: { tag: 'W/"about"' }, isStale: false });
  });

  it("with data is fresh for 1 s from its reading, stale up to 2 s, then gone", () => {
    let nowMs = 10_000;
    const cache = createPageCache({ now: () => nowMs, sleep: async () => {} });
    cache.keep("signals", page("signals", 10_000));
    nowMs = 10_999;
    expect(cache.find("signals")?.isStale).toBe(false);
    nowMs = 11_000;
    expect(cache.find("signals")?.isStale).toBe(true);
    nowMs = 11_999;
    expect(cache.find("signals")?.isStale).toBe(true);
    nowMs = 12_000;
    expect(cache.find("signals")).toBeNull();
  });
});

describe("memory", () => {
  it("is bounded in entries: what was not asked for longest goes first", () => {
    const cache = createPageCache({ now: () => 0, sleep: async () => {}, maxEntries: 2 });
    cache.keep("a", page("a"));
    cache.keep("b", page("b"));
    cache.find("a");
    cache.keep("c", page("c"));
    expect(["a", "b", "c"].map((key) => cache.find(key) !== null)).toEqual([true, false, true]);
  });

  it("is bounded in bytes, and never given up for one page that is too large", () => {
    const cache = createPageCache({ now: () => 0, sleep: async () => {}, maxBytes: 1_000 });
    cache.keep("a", page("a".repeat(400)));
    cache.keep("b", page("b".repeat(400)));
    cache.keep("c", page("c".repeat(400)));
    expect(["a", "b", "c"].map((key) => cache.find(key) !== null)).toEqual([false, true, true]);
    cache.keep("huge", page("h".repeat(2_000)));
    expect(["b", "c", "huge"].map((key) => cache.find(key) !== null)).toEqual([true, true, false]);
  });

  it("counts a page that replaces another once", () => {
    const cache = createPageCache({ now: () => 0, sleep: async () => {}, maxBytes: 1_000 });
    cache.keep("a", page("a".repeat(400)));
    for (let index = 0; index < 50; index += 1) cache.keep("b", page("b".repeat(400)));
    expect(cache.find("a")).not.toBeNull();
  });
});

describe("a rendering", () => {
  const signal = new AbortController().signal;

  it("is begun by one and waited for by everybody else", async () => {
    const time = createVirtualTime();
    const cache = createPageCache(time);
    expect(cache.beginRendering("a")).toBe(true);
    expect(cache.beginRendering("a")).toBe(false);
    const waiting = Promise.all(Array.from({ length: 99 }, () => cache.waitForRendering("a", signal)));
    await time.run(time.sleep(30, signal));
    cache.keep("a", page("a"));
    cache.endRendering("a");
    const found = await time.run(waiting);
    expect(found.every((one) => one?.page.tag === 'W/"a"')).toBe(true);
  });

  it("that ends without a page lets those who wait render", async () => {
    const time = createVirtualTime();
    const cache = createPageCache(time);
    cache.beginRendering("a");
    const waiting = cache.waitForRendering("a", signal);
    cache.endRendering("a");
    expect(await time.run(waiting)).toBeNull();
    expect(cache.beginRendering("a")).toBe(true);
  });

  it("that was cut off with its request is given up after 5 s", async () => {
    const time = createVirtualTime();
    const cache = createPageCache(time);
    const startMs = time.now();
    cache.beginRendering("a");
    expect(await time.run(cache.waitForRendering("a", signal))).toBeNull();
    expect(time.now() - startMs).toBeLessThan(5_100);
    expect(cache.beginRendering("a")).toBe(true);
  });
});

describe("a template", () => {
  it("takes a new nonce at every place, whatever letters stand before it", () => {
    const html = '<p>für „Größe“ 📈</p><script nonce="old1"></script>ß<link nonce="old1">';
    const filled = new TextDecoder().decode(fillTemplate(templateOf(html, "old1"), "new2"));
    expect(filled).toBe(html.replaceAll("old1", "new2"));
  });

  it("keeps no nonce", () => {
    const { bytes } = templateOf('<script nonce="old1"></script>', "old1");
    expect(new TextDecoder().decode(bytes)).not.toContain("old1");
  });

  it("is not changed by what is made from it", () => {
    const template = templateOf("a old1 b", "old1");
    fillTemplate(template, "new2");
    expect(new TextDecoder().decode(fillTemplate(template, "new3"))).toBe("a new3 b");
  });
});
