import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createSite } from "./one-page-site.ts";

it("a cached page is the same bytes for everybody, including its Content-Security-Policy", async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => SELF.fetch("https://tidemark.example/de/terms")),
  );
  const documents = await Promise.all(answers.map((answer) => answer.text()));
  expect(new Set(documents).size).toBe(1);
  const policies = answers.map(({ headers }) => headers.get("Content-Security-Policy"));
  expect(new Set(policies).size).toBe(1);
  expect(documents[0]).not.toContain("nonce");
});

describe("the age of a page's data", () => {
  it("is always less than 2 s after a settlement, however often and late the page is requested", async () => {
    const site = createSite();
    await site.get("/de/signal");
    let settledAtMs = site.nowMs;
    for (let step = 0; step < 400; step += 1) {
      site.nowMs += (step * 137) % 701;
      const { html } = await site.get("/de/signal");
      if (site.nowMs - settledAtMs >= 2_000) expect(html).toContain(`<p>${site.record}</p>`);
      if (step % 23 === 0) {
        site.record = `settled-${step}`;
        settledAtMs = site.nowMs;
      }
    }
    expect(site.renders).toBeLessThan(400);
  });

  it("counts from when the data was read, not from the end of a slow rendering", async () => {
    const site = createSite({ renderMs: 20 });
    const slow = site.get("/de/signal");
    site.record = "won";
    site.nowMs += 1_999;
    await slow;
    site.nowMs += 1;
    expect((await site.get("/de/signal")).html).toContain("won");
  });

  it("is renewed behind a stale response, with one rendering", async () => {
    const site = createSite({ renderMs: 10 });
    await site.get("/de/signal");
    site.record = "won";
    site.nowMs += 1_500;
    const stale = await Promise.all(Array.from({ length: 20 }, () => site.get("/de/signal")));
    expect(stale.every(({ html }) => html.includes("open"))).toBe(true);
    expect(site.renders).toBe(2);
    expect((await site.get("/de/signal")).html).toContain("won");
    expect(site.renders).toBe(2);
  });

  it("is renewed after the stale response has been sent", async () => {
    const site = createSite();
    await site.get("/de/signal");
    site.nowMs += 1_500;
    const { answer, ended } = await site.ask("/de/signal");
    expect(answer.headers.get("Server-Timing")).toContain("stale");
    expect(site.renders).toBe(1);
    await ended();
    expect(site.renders).toBe(2);
  });
});

describe("a renewal in the background", () => {
  it("that fails is logged, is not shown to anyone, and is tried again for the next request", async () => {
    const site = createSite();
    await site.get("/de/signal");
    site.nowMs += 1_500;
    site.record = "won";
    site.fault = "rendering";
    expect(await site.get("/de/signal")).toMatchObject({
      status: 200,
      html: expect.stringContaining("open"),
    });
    expect(site.logged).toEqual(["page_refresh_failed"]);
    site.fault = null;
    await site.get("/de/signal");
    expect((await site.get("/de/signal")).html).toContain("won");
    expect([site.renders, site.logged.length]).toEqual([3, 1]);
  });

  it("for a visitor with too many calls fails without another line in the log", async () => {
    const site = createSite();
    await site.get("/de/signal");
    site.nowMs += 1_500;
    site.fault = "throttled";
    expect(await site.get("/de/signal")).toMatchObject({ status: 200 });
    expect([site.renders, site.logged]).toEqual([2, []]);
  });

  it("requests its data with the address of the visitor who got the stale page", async () => {
    const site = createSite();
    await site.get("/de/signal", { headers: { "CF-Connecting-IP": "203.0.113.7" } });
    site.nowMs += 1_500;
    await site.get("/de/signal", { headers: { "CF-Connecting-IP": "203.0.113.8" } });
    expect(site.addresses).toEqual(["203.0.113.7", "203.0.113.8"]);
  });
});

it("made-up addresses displace no page from the cache, although they are more than it can have", async () => {
  const site = createSite();
  const pages = Array.from({ length: 400 }, (_, index) => `/de/signal/${index}`);
  for (const page of pages) await site.get(page);
  for (let index = 0; index < 1_000; index += 1) await site.get(`/de/signal?asset=A${index}`);
  const renders = site.renders;
  for (const page of pages) await site.get(page);
  expect(site.renders).toBe(renders);
});

describe("requests with a newer bookmark", () => {
  const bookmarkAt = (writes: number) => `0000000${writes}-00000000-00000000-${"0".repeat(32)}`;
  const headers = { "X-D1-Bookmark": bookmarkAt(2) };

  it("get the newer page at once, with one rendering for all", async () => {
    const site = createSite({ renderMs: 20 });
    site.bookmark = bookmarkAt(1);
    await site.get("/de/signal");
    Object.assign(site, { record: "won", bookmark: bookmarkAt(2) });
    const answers = await Promise.all(Array.from({ length: 20 }, () => site.get("/de/signal", { headers })));
    expect(answers.every(({ html }) => html.includes("won"))).toBe(true);
    expect(site.renders).toBe(2);
    expect((await site.get("/de/signal")).html).toContain("won");
  });

  it("wait for no second rendering if the first does not reach their bookmark", async () => {
    const site = createSite({ renderMs: 50 });
    site.bookmark = bookmarkAt(1);
    await site.get("/de/signal");
    await Promise.all(Array.from({ length: 20 }, () => site.get("/de/signal", { headers })));
    expect(site.renders).toBe(21);
    expect(site.mostAtOnce).toBeGreaterThan(1);
  });
});

it("an address whose page is gone is rendered once a second, like one that never existed", async () => {
  const site = createSite();
  await site.get("/de/signal/1");
  site.nowMs += 2_000;
  site.status = 404;
  for (let count = 0; count < 3; count += 1) expect((await site.get("/de/signal/1")).status).toBe(404);
  expect(site.renders).toBe(2);
});

describe("a purge", () => {
  it("takes effect at the very next request", async () => {
    const site = createSite();
    await site.get("/de/signal");
    expect((await site.get("/de/signal")).headers.get("Server-Timing")).toContain("hit");
    site.record = "won";
    site.purge();
    expect((await site.get("/de/signal")).html).toContain("won");
  });

  it("keeps pages without data", async () => {
    const site = createSite({ hasData: false });
    await site.get("/de/about");
    site.purge();
    await site.get("/de/about");
    expect(site.renders).toBe(1);
  });

  it("prevents an earlier rendering from being cached, and from being awaited by later requests", async () => {
    const site = createSite({ renderMs: 50 });
    const early = site.get("/de/signal");
    await scheduler.wait(5);
    site.nowMs += 10;
    site.record = "won";
    site.purge();
    site.nowMs += 1;
    const late = await Promise.all(Array.from({ length: 100 }, () => site.get("/de/signal")));
    expect((await early).html).toContain("open");
    expect(late.every(({ html }) => html.includes("won"))).toBe(true);
    expect(site.renders).toBe(2);
    expect((await site.get("/de/signal")).html).toContain("won");
    expect(site.renders).toBe(2);
  });

  it("causes one more rendering for requests that waited for an older one", async () => {
    const site = createSite({ renderMs: 100 });
    const waiting = Promise.all(Array.from({ length: 100 }, () => site.get("/de/signal")));
    await scheduler.wait(5);
    site.record = "won";
    site.purge();
    site.nowMs += 1;
    const [first, ...others] = await waiting;
    expect(first?.html).toContain("open");
    expect(others.every(({ html }) => html.includes("won"))).toBe(true);
    expect(site.renders).toBe(2);
  });

  it("discards a renewal in progress", async () => {
    const site = createSite({ renderMs: 100 });
    await site.get("/de/signal");
    site.nowMs += 1_500;
    const renewing = site.get("/de/signal");
    await scheduler.wait(5);
    site.record = "won";
    site.purge();
    site.nowMs += 1;
    await renewing;
    expect((await site.get("/de/signal")).html).toContain("won");
  });
});

describe("100 simultaneous misses", () => {
  it("are answered with one more rendering if the first seems lost", async () => {
    const site = createSite({ renderMs: 200 });
    const waiting = Promise.all(Array.from({ length: 100 }, () => site.get("/de/signal")));
    await scheduler.wait(20);
    site.nowMs += 5_000;
    const answers = await waiting;
    expect(answers.every(({ html }) => html.includes("open"))).toBe(true);
    expect(site.renders).toBe(2);
  });

  it("are answered with one more rendering if the first visitor leaves", async () => {
    const site = createSite({ renderMs: 50 });
    const leaving = new AbortController();
    const first = site.get("/de/signal", { signal: leaving.signal });
    const waiting = Promise.all(Array.from({ length: 99 }, () => site.get("/de/signal")));
    await scheduler.wait(20);
    leaving.abort();
    await first;
    expect((await waiting).every(({ html }) => html.includes("open"))).toBe(true);
    expect(site.renders).toBe(2);
  });

  it("of a page that cannot be cached get a rendering each", async () => {
    const site = createSite({ isFound: false, renderMs: 20 });
    const answers = await Promise.all(Array.from({ length: 10 }, () => site.get("/de/signal")));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(site.renders).toBe(10);
  });
});

describe("the page cache", () => {
  it("has one page per origin, path and query", async () => {
    const site = createSite();
    for (const path of ["/de", "/fr", "/de?page=2", "/de", "/de?page=2"]) await site.get(path);
    expect(site.renders).toBe(3);
  });

  it("never has a page that is not found, or has a part that failed", async () => {
    for (const options of [{ isFound: false }, { hasFaults: true }]) {
      const site = createSite(options);
      await site.get("/de?utm_source=x");
      await site.get("/de?utm_source=x");
      expect(site.renders).toBe(2);
    }
  });

  it("has no page whose address is longer than 1,024 characters", async () => {
    const site = createSite();
    const address = `/de?${"x".repeat(1_024)}`;
    await site.get(address);
    await site.get(address);
    expect(site.renders).toBe(2);
  });

  it("has the headers of the rendering, except Set-Cookie and Server-Timing", async () => {
    const site = createSite();
    const [rendered, kept] = [(await site.get("/de")).headers, (await site.get("/de")).headers];
    expect(kept.get("Set-Cookie")).toBeNull();
    for (const headers of [rendered, kept]) {
      for (const own of ["Set-Cookie", "Server-Timing"]) headers.delete(own);
    }
    expect([...kept]).toEqual([...rendered]);
  });

  it("has no page whose rendering broke off", async () => {
    const site = createSite();
    site.fault = "body";
    expect((await site.get("/de")).html).toBe("broken off");
    site.fault = null;
    expect((await site.get("/de")).html).toContain("open");
    expect(site.renders).toBe(2);
  });
});

describe("a conditional or HEAD request", () => {
  it("is answered without rendering once the page is cached", async () => {
    const site = createSite();
    await site.get("/de");
    const notModified = await site.get("/de", { headers: { "If-None-Match": 'W/"open"' } });
    expect(notModified).toMatchObject({ status: 304, html: "" });
    expect(notModified.headers.get("ETag")).toBe('W/"open"');
    expect(notModified.headers.get("Cache-Control")).toBe("public, max-age=0, must-revalidate");
    const changed = await site.get("/de", { headers: { "If-None-Match": 'W/"older"' } });
    expect(changed).toMatchObject({ status: 200, html: expect.stringContaining("open") });
    expect((await site.get("/de", { method: "HEAD" })).html).toBe("");
    expect(site.renders).toBe(1);
  });

  it("fills the cache if it comes first", async () => {
    for (const init of [{ headers: { "If-None-Match": 'W/"open"' } }, { method: "HEAD" }]) {
      const site = createSite();
      await site.get("/de", init);
      await site.get("/de");
      expect(site.renders).toBe(1);
    }
  });

  it("is rendered once if the page cannot be cached", async () => {
    for (const init of [{ headers: { "If-None-Match": 'W/"older"' } }, { method: "HEAD" }]) {
      const site = createSite({ isFound: false });
      await site.get("/de", init);
      expect(site.renders).toBe(1);
    }
  });
});
