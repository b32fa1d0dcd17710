import { describe, expect, it } from "vitest";
import { fillTemplate, templateOf } from "#worker/gateway/pages/nonced-template.ts";
import { createFreshness } from "#worker/gateway/pages/freshness.ts";
import { createPageCache, type KeptPage, type PageCacheOptions } from "#worker/gateway/pages/page-cache.ts";
import { startTimer } from "#worker/gateway/timer.ts";
import { createVirtualTime, overAtOnce, type VirtualTime } from "#tests/worker/gateway/proxy/virtual-time.ts";

type World = Omit<PageCacheOptions, "freshness">;

/** A cache with a freshness of its own, which a test may purge. */
function createCache(world: World) {
  const freshness = createFreshness(world.now);
  return { freshness, ...createPageCache({ ...world, freshness }) };
}

function page(text: string, readAtMs: number | null = null): KeptPage {
  return { template: templateOf(text, "nonce"), tag: `W/"${text}"`, headers: new Headers(), readAtMs };
}

/** Of those who wait, and never leave. */
const { signal } = new AbortController();

type Turn = Awaited<ReturnType<ReturnType<typeof createCache>["waitForRendering"]>>;

/** Whoever of them gets to render keeps the page. */
function aHundredWaiting(cache: ReturnType<typeof createCache>, time: VirtualTime): Promise<Turn>[] {
  return Array.from({ length: 100 }, async () => {
    const turn = await cache.waitForRendering("a", signal);
    if (turn && "end" in turn) cache.keep("a", page("a", time.now()));
    return turn;
  });
}

function expectOneToRender(turns: readonly Turn[]): void {
  expect(turns.filter((turn) => turn && "end" in turn)).toHaveLength(1);
  expect(turns.filter((turn) => turn && "page" in turn)).toHaveLength(99);
}

describe("a kept page", () => {
  it("without data is found for as long as the build lives", () => {
    let nowMs = 0;
    const cache = createCache({ now: () => nowMs, startTimer: overAtOnce() });
    cache.keep("about", page("about"));
    nowMs = 365 * 24 * 60 * 60 * 1000;
    expect(cache.find("about")).toMatchObject({ page: { tag: 'W/"about"' }, isStale: false });
  });

  it("with data is fresh for 1 s from its reading, stale up to 2 s, then gone", () => {
    let nowMs = 10_000;
    const cache = createCache({ now: () => nowMs, startTimer: overAtOnce() });
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
    const cache = createCache({ now: () => 0, startTimer: overAtOnce(), maxEntries: 2 });
    cache.keep("a", page("a"));
    cache.keep("b", page("b"));
    cache.find("a");
    cache.keep("c", page("c"));
    expect(["a", "b", "c"].map((key) => cache.find(key) !== null)).toEqual([true, false, true]);
  });

  it("is bounded in bytes, and never given up for one page that is too large", () => {
    const cache = createCache({ now: () => 0, startTimer: overAtOnce(), maxBytes: 1_000 });
    cache.keep("a", page("a".repeat(400)));
    cache.keep("b", page("b".repeat(400)));
    cache.keep("c", page("c".repeat(400)));
    expect(["a", "b", "c"].map((key) => cache.find(key) !== null)).toEqual([false, true, true]);
    cache.keep("huge", page("h".repeat(2_000)));
    expect(["b", "c", "huge"].map((key) => cache.find(key) !== null)).toEqual([true, true, false]);
  });

  it("counts the addresses and headers of its pages, and where their nonces stand", () => {
    const empty = page("");
    const large: readonly (readonly [string, KeptPage])[] = [
      ["k".repeat(400), empty],
      ["h", { ...empty, headers: new Headers({ Link: "l".repeat(400) }) }],
      ["n", { ...empty, template: { bytes: new Uint8Array(), offsets: Array(100).fill(0) } }],
    ];
    for (const [key, kept] of large) {
      const cache = createCache({ now: () => 0, startTimer: overAtOnce(), maxBytes: 1_000 });
      cache.keep("a", page("a".repeat(400)));
      cache.keep(key, kept);
      expect(["a", key].map((each) => cache.find(each) !== null)).toEqual([false, true]);
    }
  });

  it("counts a page that replaces another once", () => {
    const cache = createCache({ now: () => 0, startTimer: overAtOnce(), maxBytes: 1_000 });
    cache.keep("a", page("a".repeat(400)));
    for (let index = 0; index < 50; index += 1) cache.keep("b", page("b".repeat(400)));
    expect(cache.find("a")).not.toBeNull();
  });
});

describe("a rendering", () => {
  it("is begun by one and waited for by everybody else", async () => {
    const time = createVirtualTime();
    const cache = createCache(time);
    const rendering = cache.beginRendering("a");
    expect(rendering).not.toBeNull();
    expect(cache.beginRendering("a")).toBeNull();
    const waiting = Promise.all(Array.from({ length: 99 }, () => cache.waitForRendering("a", signal)));
    await time.run(time.sleep(30, signal));
    cache.keep("a", page("a"));
    rendering?.end({ wasCutOff: false });
    const found = await time.run(waiting);
    expect(found.every((one) => one && "page" in one && one.page.tag === 'W/"a"')).toBe(true);
  });

  it("that ends without a page lets those who wait render", async () => {
    const time = createVirtualTime();
    const cache = createCache(time);
    const rendering = cache.beginRendering("a");
    const waiting = cache.waitForRendering("a", signal);
    rendering?.end({ wasCutOff: false });
    expect(await time.run(waiting)).toBeNull();
    expect(cache.beginRendering("a")).not.toBeNull();
  });

  it("whose reader has left is taken over by one of a hundred who wait", async () => {
    const time = createVirtualTime();
    const cache = createCache(time);
    const rendering = cache.beginRendering("a");
    const turns = aHundredWaiting(cache, time);
    rendering?.end({ wasCutOff: true });
    expectOneToRender(await time.run(Promise.all(turns)));
  });

  /** Every waiter has looked again after it. */
  const POLLED_MS = 100;

  it("that is lost without a word is taken over after 5 s, by one of a hundred who wait", async () => {
    let nowMs = 0;
    const cache = createCache({ now: () => nowMs, startTimer });
    cache.beginRendering("a");
    const waiting = Array.from({ length: 100 }, () => cache.waitForRendering("a", signal));
    nowMs = 4_999;
    await scheduler.wait(POLLED_MS);
    expect(cache.beginRendering("a")).toBeNull();
    nowMs = 5_000;
    await scheduler.wait(POLLED_MS);
    cache.keep("a", page("a", nowMs));
    expectOneToRender(await Promise.all(waiting));
  });

  it("is waited for 12 s at most, however often it is taken over", async () => {
    let nowMs = 0;
    const cache = createCache({ now: () => nowMs, startTimer });
    cache.beginRendering("a");
    const turns: unknown[] = [];
    const waiting = Array.from({ length: 10 }, async () =>
      turns.push(await cache.waitForRendering("a", signal)),
    );
    for (const [atMs, count] of [
      [5_000, 1],
      [10_000, 2],
      [11_999, 2],
    ] as const) {
      nowMs = atMs;
      await scheduler.wait(POLLED_MS);
      expect(turns).toHaveLength(count);
    }
    nowMs = 12_000;
    await Promise.all(waiting);
    expect(turns.slice(2)).toEqual(Array.from({ length: 8 }, () => null));
  });
});

describe("a purge", () => {
  it("takes every page with data at once, and leaves those without", () => {
    let nowMs = 10_000;
    const cache = createCache({ now: () => nowMs, startTimer: overAtOnce() });
    for (const key of ["home", "signals"]) cache.keep(key, page(key, nowMs));
    cache.keep("about", page("about"));
    nowMs += 5;
    cache.freshness.purge();
    expect(["home", "signals", "about"].map((key) => cache.find(key) !== null)).toEqual([false, false, true]);
  });

  it("keeps no page whose data was read before it, also not in place of a newer one", () => {
    let nowMs = 10_000;
    const cache = createCache({ now: () => nowMs, startTimer: overAtOnce() });
    cache.freshness.purge();
    cache.keep("signals", page("the same millisecond", nowMs));
    expect(cache.find("signals")).toBeNull();
    nowMs += 1;
    cache.keep("signals", page("after", nowMs));
    cache.keep("signals", page("before", 9_999));
    expect(cache.find("signals")).toMatchObject({ page: { tag: 'W/"after"' }, isStale: false });
  });

  it("lets whoever comes next render, and those who waited for an older rendering wait for that one", async () => {
    const time = createVirtualTime();
    const cache = createCache(time);
    const older = cache.beginRendering("a");
    const waiting = cache.waitForRendering("a", signal);
    cache.freshness.purge();
    await time.run(time.sleep(1, signal));
    const newer = cache.beginRendering("a");
    expect(newer).not.toBeNull();
    older?.end({ wasCutOff: false });
    expect(cache.beginRendering("a")).toBeNull();
    await time.run(time.sleep(20, signal));
    cache.keep("a", page("newer", time.now()));
    newer?.end({ wasCutOff: false });
    expect(await time.run(waiting)).toMatchObject({ page: { tag: 'W/"newer"' } });
  });

  it("that leaves nothing of a rendering as it ends has one of a hundred who wait render", async () => {
    const time = createVirtualTime();
    const cache = createCache(time);
    const older = cache.beginRendering("a");
    const turns = aHundredWaiting(cache, time);
    cache.freshness.purge();
    older?.end({ wasCutOff: false });
    expectOneToRender(await time.run(Promise.all(turns)));
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

  it("leaves the answers made from it before as they are", async () => {
    const html = `${"a".repeat(100_000)} old1 ${"b".repeat(100_000)} old1`;
    const template = templateOf(html, "old1");
    const nonces = Array.from({ length: 50 }, (_, index) => `n${String(index).padStart(3, "0")}`);
    const answers = nonces.map((nonce) => new Response(fillTemplate(template, nonce)));
    const documents = await Promise.all(answers.map((answer) => answer.text()));
    expect(documents.every((text, index) => text === html.replaceAll("old1", nonces[index] ?? ""))).toBe(
      true,
    );
  });
});
